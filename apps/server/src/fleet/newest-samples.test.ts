import type { Sample } from '@acequia/contract';
import { expect, test } from 'vitest';
import { newestSamples } from './newest-samples.ts';

const sample = (id: number, direction: 'in' | 'out'): Sample => ({
  id: String(id),
  receivedMs: id,
  direction,
  port: 'default',
  fields: [],
});

test('a busy way out does not push away what came in; order stays', () => {
  const ins = Array.from({ length: 8 }, (_, index) => sample(index, 'in'));
  const outs = Array.from({ length: 90 }, (_, index) => sample(100 + index, 'out'));
  expect(newestSamples([...ins, ...outs], 5).map(({ id }) => Number(id))).toEqual([3, 4, 5, 6, 7, 185, 186, 187, 188, 189]);
  expect(newestSamples([...outs, ...ins], 2).map(({ id }) => Number(id))).toEqual([188, 189, 6, 7]);
  expect(newestSamples([], 5)).toEqual([]);
});
