import { expect, test } from 'vitest';
import { windowOf } from './window-of.ts';

test('draws few of many rows, and none beyond the ends', () => {
  expect(windowOf(10_000, 36, 3600, 720)).toEqual({ from: 88, to: 132 });
  expect(windowOf(10_000, 36, 0, 720)).toEqual({ from: 0, to: 32 });
  expect(windowOf(5, 36, 0, 720)).toEqual({ from: 0, to: 5 });
  expect(windowOf(5, 36, 99_999, 720)).toEqual({ from: 0, to: 5 });
});
