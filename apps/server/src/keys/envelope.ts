import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a random 96-bit nonce: nonce, ciphertext, tag in one buffer. `context` (who it belongs to) is authenticated, not stored. */
export function seal(key: Uint8Array, plain: Uint8Array, context: readonly (string | number)[]): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(associated(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws when the key or the context is another, or a byte was changed. */
export function unseal(key: Uint8Array, sealed: Uint8Array, context: readonly (string | number)[]): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(associated(context));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)), decipher.final()]);
}

/** Lengths in front, so that no two lists give the same bytes. */
const associated = (context: readonly (string | number)[]): Buffer =>
  Buffer.from(context.map((part) => `${String(part).length}:${part}`).join(''));
