import {
  createBatchBuilder,
  createSlotTable,
  frameBlock,
  frameWords,
  type BatchView,
  type FrameMeta,
  type SlotTable,
} from '@acequia/batch';
import type { FieldValue } from '@acequia/event';

export type TestEvent = Readonly<Record<string, FieldValue>>;

/** Received time of test events, ms. */
export const receivedMs = Date.UTC(2024, 4, 17, 14, 30);

/** A batch of events given as field values; `_raw` is the frame's text. Other internal fields have fixed values. */
export function viewOf(events: readonly TestEvent[], slots: SlotTable = createSlotTable()): BatchView {
  const raws = events.map((event) => Buffer.from(typeof event['_raw'] === 'string' ? event['_raw'] : 'raw'));
  const frames = new Uint32Array(events.length * frameWords);
  let offset = 0;
  for (const [index, raw] of raws.entries()) {
    frames.set([offset, raw.length, 0, 0, raw.length], index * frameWords);
    offset += raw.length;
  }
  const meta: FrameMeta = { receivedMs, transport: 'tcp', sourceIp: '203.0.113.9', sourcePort: 5140 };
  const block = frameBlock({ bytes: Buffer.concat(raws), frames, frameCount: events.length, meta: [JSON.stringify(meta)], codec: 1 });
  const builder = createBatchBuilder({
    slots,
    block,
    nowMs: receivedMs,
    envelope: {
      tenantId: 't',
      listenerId: 'LI_1',
      listenerName: 'edge',
      listenerType: 'syslog',
      cluster: 'main',
      worker: 'w1',
      origin: '1-1-1',
    },
  });
  for (const [index, event] of events.entries()) {
    builder.begin(index);
    for (const [name, value] of Object.entries(event)) if (!name.startsWith('_')) builder.value(slots.slot(name), value);
  }
  return builder.finish().events;
}

/** The user fields of every row, for comparisons. */
export function fieldsOf(view: BatchView, row: number): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {};
  view.forEachField(row, (name, _slot, read) => {
    fields[name] = read();
  });
  return fields;
}
