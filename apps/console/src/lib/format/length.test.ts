import { expect, test } from 'vitest';
import { length } from './length.ts';

test.each([
  [0, '1 s'],
  [15_400, '15 s'],
  [59_400, '59 s'],
  [147_000, '2 min 27 s'],
  [300_000, '5 min'],
  [10 * 60_000 + 1000, '10 min'],
  [59 * 60_000, '59 min'],
  [60 * 60_000, '1 h'],
  [192 * 60_000, '3 h 12 min'],
])('%i ms', (ms, expected) => {
  expect(length(ms)).toBe(expected);
});
