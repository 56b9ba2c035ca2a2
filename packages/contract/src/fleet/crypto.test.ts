import { expect, test } from 'vitest';
import { createKeyPair, openSealed, requestText, sealText, signText, verifyText } from './crypto.ts';

test('a signed request with another body, path or nonce is refused', () => {
  const keys = createKeyPair('ed25519');
  const signature = signText(requestText('POST', '/fleet/report', '1', 'n1', '{}'), keys.privatePem);
  expect(verifyText(requestText('POST', '/fleet/report', '1', 'n1', '{}'), signature, keys.publicKey)).toBe(true);
  for (const forged of [
    requestText('GET', '/fleet/report', '1', 'n1', '{}'),
    requestText('POST', '/fleet/stream', '1', 'n1', '{}'),
    requestText('POST', '/fleet/report', '1', 'n2', '{}'),
    requestText('POST', '/fleet/report', '1', 'n1', '{"a":1}'),
  ]) {
    expect(verifyText(forged, signature, keys.publicKey)).toBe(false);
  }
});

test('a sealed box opens for its worker only, and not when changed', () => {
  const worker = createKeyPair('x25519');
  const other = createKeyPair('x25519');
  const box = sealText('contraseña', worker.publicKey);
  expect(openSealed(box, worker)).toBe('contraseña');
  expect(() => openSealed(box, other)).toThrow();
  const bytes = Buffer.from(box.ciphertext, 'base64');
  bytes[0]! ^= 1;
  expect(() => openSealed({ ...box, ciphertext: bytes.toString('base64') }, worker)).toThrow();
});
