import { expect, it } from 'vitest';
import { openDatasink } from '../../testing/datasink-harness.ts';
import { nullDatasink } from './definition.ts';
import { nullRuntime } from './runtime.ts';

it('delivers everything and keeps nothing', async () => {
  const sink = await openDatasink(nullDatasink, nullRuntime, {}, {});
  const { batches, rejected } = sink.encode([{ a: 1 }, { a: null }]);
  expect(rejected).toEqual([]);
  expect(Buffer.from(batches[0]!.bytes).toString()).toBe('{"a":1}{}');
  expect(await sink.open.send(batches[0]!, new AbortController().signal)).toEqual({ wireBytes: 0 });
  await sink.open.close();
  await sink.open.close();
});
