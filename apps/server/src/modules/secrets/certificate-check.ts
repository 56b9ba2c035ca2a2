import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { AppError } from '@acequia/base';
import { pemBlocks } from '@acequia/domain';

interface Pem {
  readonly certificates: readonly X509Certificate[];
  readonly key: KeyObject | undefined;
}

/**
 * When the first certificate of a text ends, ms since 1970; null without one. Throws AppError: ACQ-PEM-BROKEN for what cannot be read,
 * ACQ-PEM-CHAIN for certificates out of order, ACQ-PEM-PAIR for a key of another one, ACQ-PEM-EXPIRED.
 */
export function checkCertificates(value: string, now: number): number | null {
  const { certificates, key } = readPem(value);
  const [first] = certificates;
  if (!first) return null;
  if (key && !first.checkPrivateKey(key))
    throw fault(certificates.some((each) => each.checkPrivateKey(key)) ? 'ACQ-PEM-CHAIN' : 'ACQ-PEM-PAIR');
  if (!first.ca && certificates.slice(1).some((issuer, index) => !certificates[index]!.checkIssued(issuer))) throw fault('ACQ-PEM-CHAIN');
  if (certificates.length > 1 && first.ca && certificates.some((each) => !each.ca)) throw fault('ACQ-PEM-CHAIN');
  const end = Math.min(...certificates.map(({ validToDate }) => validToDate.getTime()));
  if (end <= now) throw fault('ACQ-PEM-EXPIRED');
  return end;
}

/** Throws ACQ-PEM-PAIR when both can be read and the key is not the certificate's. */
export function assertPair(certificate: string, key: string): void {
  const [first] = readPem(certificate).certificates;
  const own = readPem(key).key;
  if (first && own && !first.checkPrivateKey(own)) throw fault('ACQ-PEM-PAIR');
}

function readPem(value: string): Pem {
  const blocks = pemBlocks(value);
  const key = blocks.find(({ label }) => label.endsWith('PRIVATE KEY'));
  try {
    return {
      certificates: blocks.filter(({ label }) => label === 'CERTIFICATE').map(({ text }) => new X509Certificate(text)),
      key: key && createPrivateKey(key.text),
    };
  } catch (cause) {
    throw new AppError('ACQ-PEM-BROKEN', { cause, fields: { value: 'broken' } });
  }
}

const fault = (code: string): AppError => new AppError(code, { fields: { value: code } });
