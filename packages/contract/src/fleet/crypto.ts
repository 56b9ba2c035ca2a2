import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

/** Key pairs of a worker or server. Private keys are PKCS #8 PEM, public keys raw 32 bytes in base64. */
export interface KeyPair {
  readonly privatePem: string;
  readonly publicKey: string;
}

export function createKeyPair(kind: 'ed25519' | 'x25519'): KeyPair {
  const { privateKey, publicKey } = kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  return { privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey: rawPublicKey(publicKey) };
}

/** What is signed of a request: `method\npath\nepoch\nnonce\nsha256(body) in hex`. */
export function requestText(method: string, path: string, epoch: string, nonce: string, body: string): string {
  return requestTextOf(method, path, epoch, nonce, bodyDigest(body));
}

/** The same of a body that is known by its digest alone. */
export const requestTextOf = (method: string, path: string, epoch: string, nonce: string, digest: string): string =>
  [method, path, epoch, nonce, digest].join('\n');

/** SHA-256 in hex. */
export const bodyDigest = (body: string): string => createHash('sha256').update(body).digest('hex');

/** Ed25519 (RFC 8032) signature in base64. */
export function signText(text: string, privatePem: string): string {
  return sign(null, Buffer.from(text), createPrivateKey(privatePem)).toString('base64');
}

export function verifyText(text: string, signature: string, publicKey: string): boolean {
  return verify(null, Buffer.from(text), publicKeyObject('Ed25519', publicKey), Buffer.from(signature, 'base64'));
}

/** A text only the holder of one X25519 key can read. */
export interface SealedBox {
  readonly ephemeralKey: string;
  readonly nonce: string;
  /** AES-256-GCM ciphertext followed by its 16-byte tag, base64. */
  readonly ciphertext: string;
}

/** X25519 (RFC 7748) with a fresh key, HKDF-SHA256 (RFC 5869) over both public keys, AES-256-GCM. */
export function sealText(text: string, receiver: string): SealedBox {
  const ephemeral = createKeyPair('x25519');
  const key = sharedKey(ephemeral.privatePem, receiver, ephemeral.publicKey, receiver);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { ephemeralKey: ephemeral.publicKey, nonce: nonce.toString('base64'), ciphertext: ciphertext.toString('base64') };
}

/** Throws when the box was made for another key or changed on the way. */
export function openSealed(box: SealedBox, receiver: KeyPair): string {
  const key = sharedKey(receiver.privatePem, box.ephemeralKey, box.ephemeralKey, receiver.publicKey);
  const bytes = Buffer.from(box.ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(box.nonce, 'base64'));
  decipher.setAuthTag(bytes.subarray(bytes.length - 16));
  return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - 16)), decipher.final()]).toString('utf8');
}

function sharedKey(privatePem: string, peer: string, ephemeralKey: string, receiver: string): Buffer {
  const shared = diffieHellman({ privateKey: createPrivateKey(privatePem), publicKey: publicKeyObject('X25519', peer) });
  const salt = Buffer.concat([Buffer.from(ephemeralKey, 'base64'), Buffer.from(receiver, 'base64')]);
  return Buffer.from(hkdfSync('sha256', shared, salt, 'acequia fleet secrets 1', 32));
}

function rawPublicKey(key: KeyObject): string {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
}

function publicKeyObject(curve: 'Ed25519' | 'X25519', raw: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: curve, x: Buffer.from(raw, 'base64').toString('base64url') }, format: 'jwk' });
}
