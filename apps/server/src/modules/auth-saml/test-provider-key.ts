import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { dayMs } from '@acequia/base';
import { bits, integer, objectId, sequence, set, tagged, utcTime, utf8 } from '../../tls/der.ts';

/** The key of an identity provider in tests, with its certificate. */
export interface ProviderKey {
  readonly privatePem: string;
  readonly certificate: string;
}

/** An RSA key with a self-signed certificate in force from a day ago until `endsAt`. */
export function createProviderKey(now: number, options: { readonly endsAt?: number; readonly bits?: number } = {}): ProviderKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: options.bits ?? 2048 });
  return keyWith(publicKey, privateKey, now, options.endsAt ?? now + 365 * dayMs);
}

/** A key of a kind SAML is not signed with here. */
export function createCurveKey(now: number): ProviderKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return keyWith(publicKey, privateKey, now, now + 365 * dayMs);
}

function keyWith(publicKey: KeyObject, privateKey: KeyObject, now: number, endsAt: number): ProviderKey {
  const algorithm = sequence(objectId(privateKey.asymmetricKeyType === 'rsa' ? '1.2.840.113549.1.1.11' : '1.2.840.10045.4.3.2'));
  const name = sequence(set(sequence(objectId('2.5.4.3'), utf8('idp.example.com'))));
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const content = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(serial),
    algorithm,
    name,
    sequence(utcTime(Math.min(now, endsAt) - dayMs), utcTime(endsAt)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  const raw = sequence(content, algorithm, bits(sign('sha256', content, privateKey)));
  return {
    privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${raw.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
  };
}
