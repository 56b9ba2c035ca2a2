import { expect, test } from 'vitest';
import { pauseMs } from './listen.ts';

test('however often it has failed, a stream is tried again within 5 s', () => {
  expect([0, 1, 2, 3].map(pauseMs)).toEqual([500, 1000, 2000, 4000]);
  for (const failures of [4, 10, 100, 2000]) expect(pauseMs(failures)).toBeLessThan(5000);
});
