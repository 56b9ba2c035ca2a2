import { X509Certificate } from 'node:crypto';
import { dayMs, isAppError } from '@acequia/base';
import { expect, test } from 'vitest';
import { certificatesInForce, describeCertificate, readCertificate } from './certificates.ts';
import { createCurveKey, createProviderKey } from './test-provider-key.ts';

const now = Date.parse('2026-11-22T10:00:00Z');
const { certificate, privatePem } = createProviderKey(now);
const codeOf = (text: string): string => {
  try {
    readCertificate(text, now);
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
  return 'accepted';
};

test('one certificate, however it was copied', () => {
  const kept = new X509Certificate(certificate).toString();
  const bare = certificate.replace(/-----[A-Z ]+-----|\s/g, '');
  for (const text of [certificate, certificate.replaceAll('\n', '\r\n'), `\n  ${certificate}\n`, bare, bare.replace(/.{70}/g, '$& \n')])
    expect(readCertificate(text, now)).toBe(kept);
});

test('does not keep what nobody may sign with', () => {
  const weak = createProviderKey(now, { bits: 1024 }).certificate;
  for (const text of ['', 'certificate', 'a'.repeat(400), privatePem, weak, createCurveKey(now).certificate, certificate + certificate])
    expect(codeOf(text)).toBe('AUTH.SAML_CERTIFICATE');
  expect(codeOf(createProviderKey(now, { endsAt: now - dayMs }).certificate)).toBe('AUTH.SAML_CERTIFICATE_EXPIRED');
});

test('in force from its first day to its last', () => {
  const { startsAt, endsAt, subject, fingerprint } = describeCertificate(certificate);
  expect([subject, fingerprint]).toEqual(['CN=idp.example.com', new X509Certificate(certificate).fingerprint256]);
  expect(endsAt - now).toBe(365 * dayMs);
  expect(certificatesInForce([certificate], startsAt - 1)).toEqual([]);
  expect(certificatesInForce([certificate], startsAt)).toEqual([certificate]);
  expect(certificatesInForce([certificate], endsAt - 1)).toEqual([certificate]);
  expect(certificatesInForce([certificate], endsAt)).toEqual([]);
});
