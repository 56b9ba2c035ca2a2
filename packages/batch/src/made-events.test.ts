import { Timestamp } from '@acequia/event';
import { expect, test } from 'vitest';
import { createMadeEvents, createSlotTable, internalSlots, readImage, writeImage } from './index.ts';

const slots = createSlotTable();
const envelope = {
  tenantId: 't',
  listenerId: 'LI_1',
  listenerName: 'l',
  listenerType: 'x',
  cluster: 'c',
  worker: 'w',
  origin: '',
  made: 'PL_1.n1',
};

test('events out of state have the ids, times, flags and fields they were given, also after an image', () => {
  const [n, s] = [slots.slot('n'), slots.slot('s')];
  const made = createMadeEvents({ slots, envelope, receivedMs: 5000 }, [
    { id: '0.aa', timeNs: 7n, flags: [], fields: [[n, 1]] },
    {
      id: '0.bb',
      timeNs: 8n,
      flags: ['partial_window'],
      fields: [
        [n, 2],
        [s, 'x'],
      ],
    },
  ]);
  for (const view of [made, readImage(writeImage(made), { slots })]) {
    expect([0, 1].map((row) => view.id(row))).toEqual(['PL_1.n1.0.aa', 'PL_1.n1.0.bb']);
    expect([0, 1].map((row) => view.value(row, internalSlots.time))).toEqual([new Timestamp(7n), new Timestamp(8n)]);
    expect(view.value(0, internalSlots.received)).toEqual(new Timestamp(5_000_000_000n));
    expect([0, 1].map((row) => view.value(row, internalSlots.raw))).toEqual([undefined, undefined]);
    expect(view.list(0, internalSlots.flags)).toBeUndefined();
    expect(view.list(1, internalSlots.flags)!.items).toEqual(['partial_window']);
    expect([view.int(0, n), view.int(1, n), view.text(0, s), view.text(1, s)]).toEqual([1, 2, undefined, 'x']);
  }
  const child = made.addRow(1);
  expect(made.id(child)).toBe('PL_1.n1.0.bb..0');
});
