import { X509Certificate } from 'node:crypto';
import { AppError } from '@acequia/base';

/** What people see of a certificate. Times in ms since 1970. */
export interface CertificateFacts {
  readonly subject: string;
  /** SHA-256, as tools show it. */
  readonly fingerprint: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

const bitsMin = 2048;

/**
 * A certificate as a provider hands it out (PEM, or base64 without its frame) in the one form that is kept: PEM. Throws
 * AUTH.SAML_CERTIFICATE for what is none, or has no RSA key of at least 2048 bits, AUTH.SAML_CERTIFICATE_EXPIRED for one that is over.
 */
export function readCertificate(text: string, now: number): string {
  const certificate = parse(text);
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < bitsMin)
    throw new AppError('AUTH.SAML_CERTIFICATE', { internal: 'its key' });
  if (certificate.validToDate.getTime() <= now) throw new AppError('AUTH.SAML_CERTIFICATE_EXPIRED');
  return certificate.toString();
}

/** Of a certificate that was kept. */
export function describeCertificate(pem: string): CertificateFacts {
  const { subject, fingerprint256, validFromDate, validToDate } = new X509Certificate(pem);
  return {
    subject: subject.replaceAll('\n', ', '),
    fingerprint: fingerprint256,
    startsAt: validFromDate.getTime(),
    endsAt: validToDate.getTime(),
  };
}

/** Those a provider may sign with now. */
export const certificatesInForce = (pems: readonly string[], now: number): string[] =>
  pems.filter((pem) => {
    const { startsAt, endsAt } = describeCertificate(pem);
    return startsAt <= now && now < endsAt;
  });

function parse(text: string): X509Certificate {
  const [inside = ''] = /(?<=-----BEGIN CERTIFICATE-----)[^-]*(?=-----END CERTIFICATE-----)/.exec(text) ?? [text];
  const plain = inside.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]{100,}={0,2}$/.test(plain) || text.split('-----BEGIN').length > 2) throw new AppError('AUTH.SAML_CERTIFICATE');
  try {
    return new X509Certificate(Buffer.from(plain, 'base64'));
  } catch (error) {
    throw new AppError('AUTH.SAML_CERTIFICATE', { cause: error });
  }
}
