import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { dayMs } from '@acequia/base';
import { readPrivateFile } from '../keys/private-file.ts';
import { bits, der, integer, objectId, octets, sequence, set, tagged, truth, utcTime, utf8 } from './der.ts';

export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
  /** SHA-256, as browsers show it. */
  readonly fingerprint: string;
}

/** A year less than browsers' limit of 398 days. */
const lastsMs = 365 * dayMs;
const renewBeforeMs = 30 * dayMs;

/** The certificate kept in a folder, or a new one when it is missing, expires soon or is for another host. */
export function keptCertificate(folder: string, host: string, now: number): ServerCertificate {
  const files = { cert: path.join(folder, 'tls-cert.pem'), key: path.join(folder, 'tls-key.pem') };
  if (existsSync(files.cert) && existsSync(files.key)) {
    const kept = new X509Certificate(readFileSync(files.cert));
    const fits = isIP(host) === 0 ? kept.checkHost(host) !== undefined : kept.checkIP(host) !== undefined;
    if (fits && kept.validToDate.getTime() - now > renewBeforeMs)
      return { cert: readFileSync(files.cert, 'utf8'), key: readPrivateFile(files.key), fingerprint: kept.fingerprint256 };
  }
  const made = createCertificate([host, 'localhost', '127.0.0.1'], now);
  writeFileSync(files.key, made.key, { mode: 0o600 });
  writeFileSync(files.cert, made.cert, { mode: 0o644 });
  return made;
}

/** A self-signed X.509 v3 certificate (RFC 5280) with an ECDSA P-256 key, for these host names and addresses. */
export function createCertificate(hosts: readonly string[], now: number): ServerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaSha256 = sequence(objectId('1.2.840.10045.4.3.2'));
  const name = sequence(set(sequence(objectId('2.5.4.3'), utf8('Acequia'))));
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const content = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(serial),
    ecdsaSha256,
    name,
    sequence(utcTime(now - dayMs), utcTime(now + lastsMs)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(
      3,
      sequence(
        extension('2.5.29.19', sequence(), true),
        extension('2.5.29.15', bits(Buffer.of(0x80)), true),
        extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1'))),
        extension('2.5.29.17', sequence(...[...new Set(hosts)].map(alternativeName))),
      ),
    ),
  );
  const raw = sequence(content, ecdsaSha256, bits(sign('sha256', content, privateKey)));
  const cert = `-----BEGIN CERTIFICATE-----\n${raw.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
  return {
    cert,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    fingerprint: new X509Certificate(cert).fingerprint256,
  };
}

const extension = (id: string, value: Uint8Array, critical = false): Buffer =>
  sequence(objectId(id), ...(critical ? [truth] : []), octets(value));

function alternativeName(host: string): Buffer {
  if (isIP(host) === 4) return der(0x87, Buffer.from(host.split('.').map(Number)));
  if (isIP(host) === 6) return der(0x87, sixteenBytes(host));
  return der(0x82, Buffer.from(host));
}

function sixteenBytes(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::');
  const words = (text: string) => (text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16)));
  const [front, back] = [words(head), words(tail)];
  const all = address.includes('::') ? [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back] : front;
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 0xff]));
}
