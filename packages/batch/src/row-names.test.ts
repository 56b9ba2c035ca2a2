import { expect, test } from 'vitest';
import { blockOf, builderOf, testEnvelope } from './batch-fixture.ts';
import { createMadeEvents } from './made-events.ts';
import { visitNames } from './row-names.ts';
import { fork, narrow, startNode } from './selection.ts';
import { createSlotTable } from './slot-table.ts';
import type { BatchView } from './view.ts';

function namesOf(view: BatchView, ofOneBlock = true): [string, number][] {
  const names: [string, number][] = [];
  visitNames(view, ofOneBlock, (prefix, number, index) => (names[index] = [prefix, number]));
  return names;
}

/** Two whole frames, and one of two events. */
function events(): BatchView {
  const builder = builderOf(blockOf(['a', 'b', 'c']));
  builder.begin(0);
  builder.begin(1);
  builder.begin(2, 0);
  builder.begin(2, 1);
  return builder.finish().events;
}

test('a name is what the id says behind the name of the block, whatever other rows there are', () => {
  const view = events();
  expect(namesOf(view)).toEqual([
    ['', 0],
    ['', 1],
    ['2.', 0],
    ['2.', 1],
  ]);
  const some = narrow(view, Int32Array.of(3, 1));
  expect(namesOf(some)).toEqual([
    ['2.', 1],
    ['', 1],
  ]);
  expect(namesOf(some, false).map((name) => name.join(''))).toEqual([view.id(3), view.id(1)]);
});

test('rows that a step adds are named behind their parents, alike also when other parents are left out', () => {
  const whole = fork(events());
  const some = narrow(fork(events()), Int32Array.of(3));
  for (const view of [whole, some]) startNode(view, 'twice');
  const added = [...whole.rows.subarray(0, whole.count)].map((row) => whole.addRow(row));
  expect(namesOf(narrow(whole, Int32Array.of(added[0]!, added[3]!)))).toEqual([
    ['0.twice.', 0],
    ['2.1.twice.', 0],
  ]);
  expect(namesOf(narrow(some, Int32Array.of(some.addRow(3))))).toEqual([['2.1.twice.', 0]]);
});

test('a name that does not end with a small number is text', () => {
  const made = (id: string) => ({ id, timeNs: 0n, flags: [], fields: [] });
  const options = { slots: createSlotTable(), envelope: { ...testEnvelope, made: 'PL_1.count' }, receivedMs: 0 };
  const view = createMadeEvents(options, ['7', '07', 'a key', '1732822000000'].map(made));
  expect(namesOf(view, false)).toEqual([
    ['PL_1.count.', 7],
    ['PL_1.count.07', -1],
    ['PL_1.count.a key', -1],
    ['PL_1.count.1732822000000', -1],
  ]);
});
