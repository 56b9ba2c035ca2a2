import { expect, test } from 'vitest';
import { canonicalJson, contentHash } from './canonical-json.ts';

test('a hash does not depend on the order of members or on undefined ones', () => {
  expect(contentHash({ b: [1, { d: null, c: 'ñ' }], a: true })).toBe(contentHash({ a: true, b: [1, { c: 'ñ', d: null }] }));
  expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
});
