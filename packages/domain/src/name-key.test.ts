import { expect, test } from 'vitest';
import { nameKey } from './name-key.ts';

test('names that differ in capitals or composition alone are one', () => {
  expect(nameKey('CAFÉ')).toBe(nameKey('cafe\u0301'));
});
