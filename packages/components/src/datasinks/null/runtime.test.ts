import { createKernels } from '@acequia/batch';
import { systemClock } from '@acequia/base';
import { expect, it } from 'vitest';
import { createJsonDecoder } from '../../formats/json/decode.ts';
import { openDatasink } from '../../testing/datasink-harness.ts';
import { viewOfFrames } from '../../testing/frames-view.ts';
import { nullCreation } from './config.ts';
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

it('encodes rows together as it does one by one', async () => {
  const sink = await openDatasink(nullDatasink, nullRuntime, {}, {}, { kernels: createKernels('script') });
  const decode = createJsonDecoder(sink.ctx.slots);
  const view = viewOfFrames(['{"a":1,"t":"x"}', '{"a":null,"t":"é"}'], sink.ctx.slots, (block, out) => {
    for (let frame = 0; frame < block.count; frame++) decode(block, frame, out);
  });
  const { rows, group } = sink.open.encodeRows!(view, 0, view.count)!;
  expect([rows.count, [...rows.states.subarray(0, rows.count)], group]).toEqual([2, [0, 0], '']);
  expect(Buffer.from(rows.bytes.subarray(0, rows.ends[1])).toString()).toBe('{"a":1,"t":"x"}{"t":"é"}');
});

it('takes nothing for the first minute of every three, and everything afterwards', async () => {
  let at = 3 * 60_000;
  const clock = { ...systemClock, now: () => at };
  const sink = await openDatasink(nullDatasink, nullRuntime, { outageEvery: '3m', outageFor: '1m' }, {}, { clock });
  const send = () => sink.open.send(sink.encode([{ a: 1 }]).batches[0]!, new AbortController().signal);
  await expect(send()).rejects.toMatchObject({ outcome: 'retry', code: 'DELIVERY_REHEARSED', planned: true });
  at += 59_999;
  await expect(send()).rejects.toMatchObject({ outcome: 'retry' });
  at += 1;
  expect(await send()).toEqual({ wireBytes: 0 });
});

it('is not away all the time', () => {
  const refused = nullCreation.safeParse({ outageEvery: '1m', outageFor: '60s' });
  expect(refused.error?.issues).toMatchObject([{ path: ['outageFor'], message: 'CONFIG_TOO_LARGE' }]);
  expect(nullCreation.safeParse({ outageFor: '2h' }).success).toBe(true);
});
