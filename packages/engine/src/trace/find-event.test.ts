import { frameWords } from '@acequia/batch';
import type { StoredBlock } from '@acequia/journal';
import { expect, test } from 'vitest';
import { comesFrom, endsBefore, frameIn, originOf } from './find-event.ts';

const meta = { receivedMs: 5000, transport: 'file', position: 100, attributes: { path: '/var/log/a.log' } };
const frames = new Uint32Array(2 * frameWords);
frames.set([0, 10, 0, 0, 10], 0);
frames.set([10, 7, 0, 0, 8], frameWords);
const block: StoredBlock = {
  stream: 's',
  block: 7,
  origin: '1-2-30',
  codec: 1,
  meta: [JSON.stringify(meta)],
  frames,
  frameCount: 2,
  bytes: Buffer.alloc(17),
  damagedFrames: [],
};

test('an id names its block and frame; events of elements, of steps and of replays too', () => {
  expect(frameIn(block, 'LI_1.1-2-30.1')).toBe(1);
  expect(frameIn(block, 'LI_1.1-2-30.1.4.unroll-1.2')).toBe(1);
  expect(frameIn(block, 'LI_1.1-2-30~RP_1.0')).toBe(0);
});

test('does not take another block, a frame that is not there, or an id of another shape for it', () => {
  for (const id of ['LI_1.1-2-3.1', 'LI_1.1-2-300.1', 'LI_1.1-2-30.2', 'PL_1.group-1', '', 'LI_1.1-2-30', '..'])
    expect(frameIn(block, id)).toBeUndefined();
});

test('tells what became of an event from what did not', () => {
  expect(comesFrom('LI_1.1-2-30.1', 'LI_1.1-2-30.1')).toBe(true);
  expect(comesFrom('LI_1.1-2-30.1', 'LI_1.1-2-30.1.each-1.3')).toBe(true);
  expect(comesFrom('LI_1.1-2-30.1', 'LI_1.1-2-30~RP_9.1')).toBe(true);
  expect(comesFrom('LI_1.1-2-30.1', 'LI_1.1-2-30.10')).toBe(false);
});

test('says where the bytes came from, to the place of the frame in its file', () => {
  expect(originOf(block, 1)).toEqual({
    block: 7,
    frame: 1,
    receivedMs: 5000,
    transport: 'file',
    bytes: 8,
    position: 110,
    attributes: { path: '/var/log/a.log' },
  });
  expect(endsBefore(block, 5001)).toBe(true);
  expect(endsBefore(block, 5000)).toBe(false);
});
