import { expect, test } from 'vitest';
import { OperationError, toOperationError } from '#lib/operations/operation-error.ts';
import { runEach, tagsAfter } from './bulk.ts';

test('what fails does not keep the rest from being done, and is told with its reason', async () => {
  const progress: number[] = [];
  const outcome = await runEach(
    [1, 2, 3],
    (item) => (item === 2 ? Promise.reject(new OperationError('ACQ-IN-USE')) : Promise.resolve()),
    toOperationError,
    (done) => progress.push(done),
  );
  expect(outcome.done).toEqual([1, 3]);
  expect(outcome.failed.map(({ item, error }) => [item, error.code])).toEqual([[2, 'ACQ-IN-USE']]);
  expect(progress).toEqual([1, 2, 3]);
});

test('tags are given once and taken away, the others keep their order', () => {
  expect(tagsAfter(['a', 'b', 'c'], ['d', 'a'], ['b'])).toEqual(['a', 'c', 'd']);
});
