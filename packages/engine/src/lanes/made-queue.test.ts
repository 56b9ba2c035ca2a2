import { createMadeEvents, createSlotTable } from '@acequia/batch';
import { expect, test } from 'vitest';
import { MadeQueue } from './made-queue.ts';

const slots = createSlotTable();
const text = slots.slot('text');
const envelope = { tenantId: 't', listenerId: 'L', listenerName: '', listenerType: '', cluster: 'c', worker: 'w', origin: '', made: 'P.n' };
const events = (...texts: readonly string[]) =>
  createMadeEvents(
    { slots, envelope, receivedMs: 0 },
    texts.map((each) => ({ id: each.slice(0, 9), timeNs: 0n, flags: [], fields: [[text, each]] })),
  );

test('gives out what came in, in order, and goes on from a copy with the same places', () => {
  const queue = new MadeQueue(slots, []);
  queue.add('n', 'default', [events('a', 'b'), events('c')], 5);
  queue.add('n', 'late', events(), 6);
  queue.add('n', 'late', events('d'), 6);
  expect(queue.entries().map(({ block, port, count, atMs }) => [block, port, count, atMs])).toEqual([
    [1, 'default', 3, 5],
    [2, 'late', 1, 6],
  ]);
  const again = new MadeQueue(slots, queue.entries());
  expect([again.end, again.first!.block]).toEqual([3, 1]);
  const view = again.take();
  expect(Array.from(view.rows.subarray(0, view.count), (row) => [view.id(row), view.text(row, text)])).toEqual([
    ['P.n.a', 'a'],
    ['P.n.b', 'b'],
    ['P.n.c', 'c'],
  ]);
  again.take();
  expect([again.empty, again.end, new MadeQueue(slots, [], 7).end]).toEqual([true, 3, 7]);
});

test('is full before it takes much memory, and no longer once that has gone on', () => {
  const queue = new MadeQueue(slots, []);
  for (let n = 0; n < 17; n++) {
    expect(queue.full).toBe(n > 15);
    queue.add('n', 'default', events('x'.repeat(2 ** 20)), 0);
  }
  queue.take();
  queue.take();
  expect(queue.full).toBe(false);
});
