import {
  createBatchBuilder,
  createSlotTable,
  frameBlock,
  frameWords,
  type BatchView,
  type FrameMeta,
  type SlotTable,
} from '@acequia/batch';
import { Timestamp, type FieldValue } from '@acequia/event';

export type TestEvent = Readonly<Record<string, FieldValue>>;

/** Received time of test events, ms. */
export const receivedMs = Date.UTC(2024, 4, 17, 14, 30);

/** Where test events come from. */
export const envelope = {
  tenantId: 't',
  listenerId: 'LI_1',
  listenerName: 'edge',
  listenerType: 'syslog',
  cluster: 'main',
  worker: 'w1',
  origin: '1-1-1',
};

/** A batch of events given as field values; `_raw` is the frame's text, `_received` and `_time` may be given. Other internal fields have fixed values. */
export function viewOf(events: readonly TestEvent[], slots: SlotTable = createSlotTable()): BatchView {
  const raws = events.map((event) => Buffer.from(typeof event['_raw'] === 'string' ? event['_raw'] : 'raw'));
  const frames = new Uint32Array(events.length * frameWords);
  let offset = 0;
  for (const [index, raw] of raws.entries()) {
    frames.set([offset, raw.length, index, 0, raw.length], index * frameWords);
    offset += raw.length;
  }
  const meta = events.map((event): string => {
    const received = event['_received'];
    const own = received instanceof Timestamp ? Number(received.ns / 1_000_000n) : receivedMs;
    return JSON.stringify({ receivedMs: own, transport: 'tcp', sourceIp: '203.0.113.9', sourcePort: 5140 } satisfies FrameMeta);
  });
  const block = frameBlock({ bytes: Buffer.concat(raws), frames, frameCount: events.length, meta, codec: 1 });
  const builder = createBatchBuilder({
    slots,
    block,
    nowMs: receivedMs,
    envelope,
  });
  for (const [index, event] of events.entries()) {
    builder.begin(index);
    if (event['_time'] instanceof Timestamp) builder.time(event['_time'].ns);
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
