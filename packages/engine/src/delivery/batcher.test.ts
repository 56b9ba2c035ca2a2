import type { DatasinkBatching, OpenDatasink } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import { createStore, FaultyJournal, idOf, viewOf } from '../../test/spill-rig.ts';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { Batcher } from './batcher.ts';

const batching: DatasinkBatching = {
  maxEvents: 3,
  maxBytes: 1000,
  maxWaitMs: 10,
  order: 'none',
  concurrency: 1,
  retry: { giveUpAfterMs: 0, firstWaitMs: 1, maxWaitMs: 1 },
  whenFull: 'wait',
  pauseOnError: true,
};

/** What comes of six events with a data sink that encodes many at once like this, and puts them into groups by their number. */
function encode(
  encodeRows?: NonNullable<OpenDatasink['encodeRows']>,
  order: DatasinkBatching['order'] = 'none',
  groupOf: (id: string) => string = () => '',
): string[][] {
  const clock = new VirtualClock();
  const store = createStore({ clock, journal: new FaultyJournal(clock), memoryBytes: 1 << 20, onDropped: () => undefined });
  store.add({ stream: 'l', block: 1, n: 0 }, viewOf([0, 1, 2, 3, 4, 5]), 600);
  const sink = {
    encode: (view, row, out) => {
      out.text(`${idOf(view, row)};`);
      out.commit(groupOf(String(idOf(view, row))));
    },
    ...(encodeRows && { encodeRows }),
  } as Pick<OpenDatasink, 'encode' | 'encodeRows'> as OpenDatasink;
  const batcher = new Batcher({
    clock,
    store,
    batching: { ...batching, order },
    keyOf: () => 'key',
    onRefused: () => undefined,
    onReady: () => undefined,
  });
  batcher.fill(sink, 10, Number.POSITIVE_INFINITY);
  batcher.flush();
  const batches: string[][] = [];
  for (let batch = batcher.take(); batch; batch = batcher.take()) batches.push(Buffer.from(batch.bytes).toString().split(';').slice(0, -1));
  return batches;
}

const all = [
  ['0', '1', '2'],
  ['3', '4', '5'],
];
const rowsOf = (count: number) => ({ bytes: Buffer.from('x'), ends: Int32Array.of(1), states: new Uint8Array(1), count });

test('a data sink whose bulk encoder throws encodes row by row', () => {
  expect(
    encode(() => {
      throw new TypeError('a defect');
    }),
  ).toEqual(all);
});

test.each([0, -1, 7])('a bulk encoder that says it encoded %i of six rows does not hold the worker', (count) => {
  expect(encode(() => ({ rows: rowsOf(count), group: '' }))).toEqual(all);
});

const turns = (id: string): string => ['red', 'blue'][Number(id) % 2]!;

test('events that go to several files in turns still fill batches, each file’s in its order', () => {
  expect(encode(undefined, 'group', turns)).toEqual([
    ['0', '2', '4'],
    ['1', '3', '5'],
  ]);
});

test('where all events have one order, none of another group is passed', () => {
  expect(encode(undefined, 'strict', turns).flat()).toEqual(['0', '1', '2', '3', '4', '5']);
});
