import { createKeyPair, sealText } from '@acequia/contract/fleet-crypto';
import { expect, test } from 'vitest';
import { SecretBundle } from './secret-bundle.ts';

const bundle = (version: number, values: Record<string, string>, receiver: string) => ({
  type: 'secrets' as const,
  version,
  ...sealText(JSON.stringify(values), receiver),
});

test('an older bundle that arrives late does not undo a newer one', () => {
  const keys = createKeyPair('x25519');
  const secrets = new SecretBundle(keys);
  expect(secrets.open(bundle(2, { SE_1: 'new' }, keys.publicKey))).toBe(true);
  expect(secrets.open(bundle(1, { SE_1: 'old' }, keys.publicKey))).toBe(false);
  expect(secrets.get('SE_1')).toBe('new');
  expect(secrets.get('__proto__')).toBeUndefined();
});

test('a bundle sealed to another worker is refused and changes nothing', () => {
  const keys = createKeyPair('x25519');
  const secrets = new SecretBundle(keys);
  secrets.open(bundle(1, { SE_1: 'mine' }, keys.publicKey));
  expect(() => secrets.open(bundle(2, { SE_1: 'theirs' }, createKeyPair('x25519').publicKey))).toThrow();
  expect(secrets.get('SE_1')).toBe('mine');
});
