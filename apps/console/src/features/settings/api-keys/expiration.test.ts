import { expect, test } from 'vitest';
import { expirationOf } from './expiration.ts';

const now = new Date(2026, 10, 22, 12).getTime();

test('a key does not end before its day is over, nor in the past', () => {
  expect(expirationOf('days7', '', now)).toBe((now + 7 * 86_400_000) / 1000);
  expect(expirationOf('none', '', now)).toBeNull();
  expect(expirationOf('custom', '2026-11-22', now)).toBe(Math.floor(new Date(2026, 10, 22, 23, 59, 59, 999).getTime() / 1000));
  for (const day of ['2026-11-21', '', 'soon']) expect([day, expirationOf('custom', day, now)]).toEqual([day, undefined]);
});
