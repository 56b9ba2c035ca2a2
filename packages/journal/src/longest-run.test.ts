import { expect, test } from 'vitest';
import { longestRun } from './longest-run.ts';

test.each([
  { numbers: [], run: [] },
  { numbers: [1, 2, 2, 5], run: [0, 1, 2, 3] },
  { numbers: [1, 2, 7, 1, 2, 8], run: [0, 3, 4, 5] },
  { numbers: [1, 9, 3, 4, 9], run: [0, 2, 3, 4] },
  { numbers: [9, 1, 2, 3], run: [1, 2, 3] },
])('of $numbers the places $run', ({ numbers, run }) => expect(longestRun(numbers)).toEqual(run));
