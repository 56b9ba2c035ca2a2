import { createBatchBuilder, createSlotTable, frameBlock } from '@acequia/batch';
import { expect, test } from 'vitest';
import { FrameText } from './frame-text.ts';

test('base64: the frame that is not UTF-8 stands in _raw as base64, whole, and is flagged', () => {
  const bytes = Buffer.from([0x61, 0xff, 0xfe, 0x00, 0x62]);
  const slots = createSlotTable();
  const block = frameBlock({
    bytes,
    frames: Uint32Array.of(0, 5, 0, 0, 5),
    frameCount: 1,
    meta: ['{"receivedMs":0,"transport":"tcp"}'],
    codec: 1,
  });
  const out = createBatchBuilder({
    slots,
    block,
    nowMs: 0,
    envelope: { tenantId: 't', listenerId: 'LI_1', listenerName: 'l', listenerType: 'tcp', cluster: 'c', worker: 'w', origin: '1-1-1' },
  });
  const text = new FrameText('utf-8', 'base64');
  expect(text.direct(block, 0)).toBe(false);
  expect(text.repair(block, 0, out)).toBeUndefined();
  const { events } = out.finish();
  expect(Buffer.from(events.text(events.rows[0]!, slots.slot('_raw'))!, 'base64')).toEqual(bytes);
  expect(events.value(events.rows[0]!, slots.slot('_flags'))).toMatchObject({
    items: expect.arrayContaining(['invalid_utf8']) as string[],
  });
});
