import { expect, test } from 'vitest';
import { length } from './length.ts';

test.each([
  [0, '1 s'],
  [15_400, '15 s'],
  [149_000, '149 s'],
  [150_000, '3 min'],
  [59 * 60_000, '59 min'],
  [60 * 60_000, '1 h'],
  [192 * 60_000, '3 h 12 min'],
])('%i ms', (ms, expected) => {
  expect(length(ms)).toBe(expected);
});
