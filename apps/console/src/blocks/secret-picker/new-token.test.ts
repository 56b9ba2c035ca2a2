import { expect, test } from 'vitest';
import { asksForToken, newToken, tokenOf, withToken } from './new-token.ts';

test('the secret takes the place of the wish, and of nothing else', () => {
  const config = { tokens: [{ name: `${newToken} `, token: newToken }], port: 8081 };
  expect(asksForToken(config)).toBe(true);
  const filled = withToken(config, 'SE_7');
  expect(filled).toEqual({ tokens: [{ name: `${newToken} `, token: 'SE_7' }], port: 8081 });
  expect(asksForToken(filled)).toBe(false);
});

test('a token is 160 bits in hexadecimal', () => {
  expect(tokenOf(new Uint8Array(20).fill(10))).toBe(`acq_${'0a'.repeat(20)}`);
});
