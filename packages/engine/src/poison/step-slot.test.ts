import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { slotPath, takeLastEnd } from './last-end.ts';
import { statePlace, StepSlot } from './step-slot.ts';

const boot = '11111111-2222-3333-4444-555555555555';
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'acequia-slot-'));
  takeLastEnd(directory, boot);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const armed = (): StepSlot => {
  const slot = new StepSlot(slotPath(directory, 0), boot);
  slot.arm(new Map([['li/t1/LI_1/0', 10]]));
  return slot;
};

test('a process that ended well leaves nothing', () => {
  armed().close();
  expect(takeLastEnd(directory, boot)).toBeUndefined();
});

test('a first death is known to have happened, not where', () => {
  const slot = new StepSlot(slotPath(directory, 0), boot);
  slot.enterBlock('li/t1/LI_1/0', 3, 'PV_1');
  slot.enterStep(2);
  expect(takeLastEnd(directory, boot)).toEqual({ places: [] });
});

test('a death at a block of before tells the place to the node, once', () => {
  const slot = armed();
  slot.enterBlock('li/t1/LI_1/0', 3, 'PV_1');
  slot.leaveBlock();
  slot.enterBlock('li/t1/LI_1/0', 4, 'PV_ñ');
  slot.enterStep(2);
  expect(takeLastEnd(directory, boot)).toEqual({ places: [{ stream: 'li/t1/LI_1/0', block: 4, versionId: 'PV_ñ', node: 2 }] });
  expect(takeLastEnd(directory, boot)).toBeUndefined();
});

test('does not blame a block for a death between blocks, in new blocks, or outside of blocks', () => {
  const slot = armed();
  slot.enterBlock('li/t1/LI_1/0', 9, '');
  slot.leaveBlock();
  slot.enterStep(3);
  slot.enterBlock('li/t1/LI_1/0', 10, 'PV_1');
  slot.enterBlock('li/t1/other/0', 1, 'PV_1');
  expect(takeLastEnd(directory, boot)).toEqual({ places: [] });
});

test('work on a state, and steps behind events made of it, are told once they are followed', () => {
  const slot = new StepSlot(slotPath(directory, 0), boot);
  slot.inState('PV_1', 2, () => expect(takeLastEnd(directory, boot)).toEqual({ places: [] }));
  const next = new StepSlot(slotPath(directory, 0), boot);
  next.follow();
  next.enterMade('made', 7, 'PV_1');
  next.enterStep(3);
  expect(takeLastEnd(directory, boot)).toEqual({ places: [{ stream: 'made', block: 7, versionId: 'PV_1', node: 3 }] });
  const last = new StepSlot(slotPath(directory, 0), boot);
  last.follow();
  last.inState('PV_2', 2, () =>
    expect(takeLastEnd(directory, boot)).toEqual({ places: [{ stream: statePlace, block: 0, versionId: 'PV_2', node: 2 }] }),
  );
});

test('nothing is blamed once the work on a state is done, or has thrown', () => {
  const slot = new StepSlot(slotPath(directory, 0), boot);
  slot.follow();
  slot.inState('PV_1', 2, () => undefined);
  expect(() =>
    slot.inState('PV_1', 2, () => {
      throw new Error('thrown');
    }),
  ).toThrow('thrown');
  expect(takeLastEnd(directory, boot)).toEqual({ places: [] });
});

test('does not blame a block when the machine went down', () => {
  armed().enterBlock('li/t1/LI_1/0', 3, 'PV_1');
  expect(takeLastEnd(directory, 'another boot')).toBeUndefined();
  expect(readdirSync(directory)).toEqual([]);
});

test('every lane is asked', () => {
  armed();
  const second = new StepSlot(slotPath(directory, 1), boot);
  second.arm(new Map([['s', 5]]));
  second.enterBlock('s', 4, '');
  expect(takeLastEnd(directory, boot)).toEqual({ places: [{ stream: 's', block: 4, versionId: '', node: 0 }] });
});
