import { createHash, createHmac, generateKeyPairSync, sign as signBytes, type KeyObject } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import { describe, expect, test } from 'vitest';
import { checkIdToken, type IdTokenExpectations } from './id-token.ts';

const now = 1_900_000_000_000;
const seconds = now / 1000;
const issuer = 'https://provider.example';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const weakRsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = (key: KeyObject, facts: Record<string, unknown>) => ({ ...key.export({ format: 'jwk' }), use: 'sig', ...facts });
const keys = {
  keys: [
    jwk(rsa.publicKey, { kid: 'rsa', alg: 'RS256' }),
    jwk(ec.publicKey, { kid: 'ec', alg: 'ES256' }),
    jwk(ed.publicKey, { kid: 'ed' }),
    jwk(weakRsa.publicKey, { kid: 'weak' }),
    { ...jwk(stranger.publicKey, { kid: 'enc' }), use: 'enc' },
    { kty: 'oct', kid: 'shared', k: Buffer.from('a secret of 32 bytes for the HMAC').toString('base64url') },
  ],
} as unknown as JSONWebKeySet;

const expected: IdTokenExpectations = { issuer, clientId: 'acequia', nonce: 'n-1', now, again: false };
const good = { iss: issuer, sub: 'ana', aud: 'acequia', nonce: 'n-1', iat: seconds, exp: seconds + 300 };
const header = { alg: 'RS256', kid: 'rsa', typ: 'JWT' };
const encode = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token over exactly these texts, signed with RSA and SHA-256 unless told. */
function token(claims: unknown, head: unknown = header, key: KeyObject = rsa.privateKey): string {
  const text = `${encode(head)}.${encode(claims)}`;
  return `${text}.${signBytes('sha256', Buffer.from(text), key).toString('base64url')}`;
}
function ecToken(claims: unknown, head: unknown = { alg: 'ES256', kid: 'ec' }): string {
  const text = `${encode(head)}.${encode(claims)}`;
  return `${text}.${signBytes('sha256', Buffer.from(text), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
function edToken(claims: unknown): string {
  const text = `${encode({ alg: 'EdDSA', kid: 'ed' })}.${encode(claims)}`;
  return `${text}.${signBytes(null, Buffer.from(text), ed.privateKey).toString('base64url')}`;
}
function hmacToken(head: Record<string, unknown>, secret: string | Buffer): string {
  const text = `${encode(head)}.${encode(good)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
const halfHash = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
const without = (name: keyof typeof good) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
const whole = token(good);
const [head, body, signature] = whole.split('.') as [string, string, string];
const publicPem = rsa.publicKey.export({ format: 'pem', type: 'spki' }) as string;
const publicJwk = JSON.stringify(jwk(rsa.publicKey, {}));

const hostile: Readonly<Record<string, string | readonly [string, Partial<IdTokenExpectations>]>> = {
  'alg none': `${encode({ alg: 'none' })}.${body}.`,
  'alg none with the old signature': `${encode({ alg: 'none' })}.${body}.${signature}`,
  'alg None in another case': token(good, { ...header, alg: 'nOnE' }),
  'no signature': `${head}.${body}.`,
  'two parts': `${head}.${body}`,
  'another signature': `${head}.${body}.${encode('x'.repeat(256))}`,
  'claims changed after signing': `${head}.${encode({ ...good, sub: 'root' })}.${signature}`,
  'header changed after signing': `${encode({ ...header, typ: 'jwt' })}.${body}.${signature}`,
  'HS256 with the public key as secret': hmacToken({ alg: 'HS256', kid: 'rsa' }, publicPem),
  'HS256 with the public JWK as secret': hmacToken({ alg: 'HS256', kid: 'rsa' }, publicJwk),
  'HS256 with a shared key of the key set': hmacToken({ alg: 'HS256', kid: 'shared' }, 'a secret of 32 bytes for the HMAC'),
  'signed by a stranger': token(good, header, stranger.privateKey),
  'signed by a stranger whose key the token carries': token(good, { ...header, jwk: jwk(stranger.publicKey, {}) }, stranger.privateKey),
  'key address in the header (jku)': token(good, { ...header, jku: 'https://evil.example/keys' }),
  'certificate address in the header (x5u)': token(good, { ...header, x5u: 'https://evil.example/cert' }),
  'critical extension': token(good, { ...header, crit: ['b64'], b64: false }),
  'unknown key id': token(good, { ...header, kid: 'other' }),
  'key id with a path (kid injection)': token(good, { ...header, kid: '../../dev/null' }),
  'key id with SQL': token(good, { ...header, kid: "' or 1=1 --" }),
  'key id that is no text': token(good, { ...header, kid: ['rsa'] }),
  'endless key id': token(good, { ...header, kid: 'k'.repeat(5000) }),
  'key of another algorithm (RS256 with the EC key)': token(good, { ...header, kid: 'ec' }),
  'algorithm that the key is not for (PS256)': token(good, { ...header, alg: 'PS256' }),
  'key for encryption': token(good, { ...header, kid: 'enc' }, stranger.privateKey),
  'RSA key of 1,024 bits': token(good, { ...header, kid: 'weak' }, weakRsa.privateKey),
  'access token in its place': token(good, { ...header, typ: 'at+jwt' }),
  'logout token in its place': token(good, { ...header, typ: 'logout+jwt' }),
  'header names alg twice': token(good, `{"alg":"none","alg":"RS256","kid":"rsa"}`),
  'header is a list': token(good, '["RS256"]'),
  'claims are a list': token([good]),
  'claims are no JSON': token('{'),
  'claims are no UTF-8': (() => {
    const text = `${encode(header)}.${Buffer.concat([Buffer.from(JSON.stringify(good).slice(0, -1) + ',"x":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]).toString('base64url')}`;
    return `${text}.${signBytes('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`;
  })(),
  'sub twice': token(JSON.stringify(good).replace('"sub":"ana"', '"sub":"ana","sub":"root"')),
  'sub twice, once escaped': token(JSON.stringify(good).replace('"sub":"ana"', '"s\\u0075b":"ana","sub":"root"')),
  'aud twice': token(JSON.stringify(good).replace('"aud":"acequia"', '"aud":"other","aud":"acequia"')),
  'a claim twice in depth': token(JSON.stringify({ ...good, address: {} }).replace('{}', '{"a":1,"a":2}')),
  'no iss': token(without('iss')),
  'other issuer': token({ ...good, iss: 'https://evil.example' }),
  "issuer of another tenant's provider": token({ ...good, iss: 'https://provider.example/tenant-b' }),
  'issuer with a slash more': token({ ...good, iss: `${issuer}/` }),
  'issuer in capitals': token({ ...good, iss: issuer.toUpperCase() }),
  'issuer as a list': token({ ...good, iss: [issuer] }),
  'no aud': token(without('aud')),
  'other audience': token({ ...good, aud: 'other' }),
  'audience with one more': token({ ...good, aud: ['acequia', 'other'], azp: 'acequia' }),
  'empty audience': token({ ...good, aud: [] }),
  'audience in a list in a list': token({ ...good, aud: [['acequia']] }),
  'audience that begins alike': token({ ...good, aud: 'acequia-2' }),
  'issued to another party (azp)': token({ ...good, azp: 'other' }),
  'party that is no text': token({ ...good, azp: ['acequia'] }),
  'no nonce': token(without('nonce')),
  'other nonce': token({ ...good, nonce: 'n-2' }),
  'empty nonce': token({ ...good, nonce: '' }),
  'nonce as a list': token({ ...good, nonce: ['n-1'] }),
  'no sub': token(without('sub')),
  'empty sub': token({ ...good, sub: '' }),
  'sub that is a number': token({ ...good, sub: 7 }),
  'sub of 256 characters': token({ ...good, sub: 's'.repeat(256) }),
  'no exp': token(without('exp')),
  expired: token({ ...good, exp: seconds - 61 }),
  'exp as text': token({ ...good, exp: String(seconds + 300) }),
  'exp without end': token(JSON.stringify(good).replace(`"exp":${seconds + 300}`, '"exp":1e999')),
  'no iat': token(without('iat')),
  'issued in the future': token({ ...good, iat: seconds + 61 }),
  'issued six minutes ago and still valid': token({ ...good, iat: seconds - 360, exp: seconds + 3600 }),
  'not valid yet': token({ ...good, nbf: seconds + 120 }),
  'nbf as text': token({ ...good, nbf: 'now' }),
  'hash of another access token': [token({ ...good, at_hash: halfHash('other') }), { accessToken: 'token' }],
  'login of an hour ago where a new one was asked for': [token({ ...good, auth_time: seconds - 3600 }), { again: true }],
  'no time of login where a new one was asked for': [whole, { again: true }],
  huge: token({ ...good, padding: 'x'.repeat(20_000) }),
  'blanks around it': ` ${whole} `,
  'a fourth part': `${whole}.${signature}`,
  'five parts (encrypted)': `${head}.a.b.c.d`,
  empty: '',
  'Base64 with padding': `${head}.${body}.${signature}==`,
};

describe('a hostile id_token is refused:', () => {
  test.each(Object.entries(hostile))('%s', async (_fear, sample) => {
    const [text, change] = typeof sample === 'string' ? [sample, {}] : sample;
    await expect(checkIdToken(text, keys, { ...expected, ...change })).rejects.toMatchObject({ code: 'AUTH.SSO_TOKEN' });
  });

  test('valid once, refused for another client, request, issuer and time', async () => {
    await expect(checkIdToken(whole, keys, expected)).resolves.toMatchObject({ sub: 'ana' });
    for (const change of [
      { clientId: 'other' },
      { nonce: 'n-2' },
      { issuer: 'https://other.example' },
      { now: now + 400_000 },
      { now: now - 61_000 },
    ])
      await expect(checkIdToken(whole, keys, { ...expected, ...change })).rejects.toMatchObject({ code: 'AUTH.SSO_TOKEN' });
  });

  test.each([{ keys: [] }, { keys: [null] }, {}, { keys: [{ kty: 'RSA' }] }])('key set without the key: %o', async (set) => {
    await expect(checkIdToken(whole, set as unknown as JSONWebKeySet, expected)).rejects.toMatchObject({ code: 'AUTH.SSO_TOKEN' });
  });

  test('two keys of the same id: none is guessed', async () => {
    const twice = { keys: [keys.keys[0]!, { ...jwk(stranger.publicKey, { kid: 'rsa', alg: 'RS256' }) }] } as unknown as JSONWebKeySet;
    await expect(checkIdToken(whole, twice, expected)).rejects.toMatchObject({ code: 'AUTH.SSO_TOKEN' });
  });
});

describe('a valid id_token is accepted:', () => {
  test.each(
    Object.entries<string | readonly [string, Partial<IdTokenExpectations>]>({
      RS256: whole,
      ES256: ecToken(good),
      EdDSA: edToken(good),
      'without type': token(good, { alg: 'RS256', kid: 'rsa' }),
      'audience as a list of one': token({ ...good, aud: ['acequia'] }),
      'issued to this client (azp)': token({ ...good, azp: 'acequia' }),
      'clock of the provider 50 s ahead': token({ ...good, iat: seconds + 50, nbf: seconds + 50 }),
      'issued four minutes ago': token({ ...good, iat: seconds - 240, exp: seconds + 60 }),
      'hash of the access token': [token({ ...good, at_hash: halfHash('token') }), { accessToken: 'token' }],
      'new login where one was asked for': [token({ ...good, auth_time: seconds - 2 }), { again: true }],
      'claims of any kind beside': token({ ...good, groups: ['a', 'b'], address: { a: 1, b: { a: 1 } }, note: '{"sub":"x"}: "sub":' }),
      'a long subject': token({ ...good, sub: 's'.repeat(255) }),
    }),
  )('%s', async (_name, sample) => {
    const [text, change] = typeof sample === 'string' ? [sample, {}] : sample;
    await expect(checkIdToken(text, keys, { ...expected, ...change })).resolves.toMatchObject({ iss: issuer });
  });
});
