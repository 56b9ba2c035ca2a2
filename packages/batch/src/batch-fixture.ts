import type { FieldValue } from '@acequia/event';
import { Float, Json, List, Timestamp } from '@acequia/event';
import { createBatchBuilder, type BatchBuilderOptions, type FrameBatchBuilder } from './frame-batch-builder.ts';
import { frameBlock } from './frame-block.ts';
import { createSlotTable } from './slot-table.ts';
import type { BatchEnvelope, BatchView, FrameBlock, FrameMeta, Row, SlotTable } from './view.ts';

export const testEnvelope: BatchEnvelope = {
  tenantId: 't1',
  listenerId: 'LI_1',
  listenerName: 'edge',
  listenerType: 'syslog',
  cluster: 'c1',
  worker: 'w1',
  origin: '1-2-3',
};

export const testMeta: FrameMeta = { receivedMs: 1_700_000_000_000, transport: 'tcp', sourceIp: '10.0.0.1', sourcePort: 4242 };

/** A block with one frame per text. */
export function blockOf(frames: readonly (string | Uint8Array)[], flags = 0): FrameBlock {
  const parts = frames.map((frame) => Buffer.from(frame));
  const table = new Uint32Array(parts.length * 5);
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    table.set([offset, part.length, 0, flags, part.length], index * 5);
    offset += part.length;
  }
  return frameBlock({ bytes: Buffer.concat(parts), frames: table, frameCount: parts.length, meta: [JSON.stringify(testMeta)], codec: 7 });
}

export function builderOf(
  block: FrameBlock,
  slots: SlotTable = createSlotTable(),
  more: Partial<BatchBuilderOptions> = {},
): FrameBatchBuilder {
  return createBatchBuilder({ block, envelope: testEnvelope, slots, nowMs: 1_700_000_000_500, ...more });
}

/** A value in a form that `toEqual` compares. */
export function plain(value: FieldValue | undefined): unknown {
  if (value instanceof Float) return { float: Object.is(value.value, -0) ? '-0' : value.value };
  if (value instanceof Timestamp) return { ns: value.ns };
  if (value instanceof Json) return { json: value.text };
  if (value instanceof List) return { list: value.of, items: value.items.map((item) => plain(item)) };
  return value;
}

export function fieldsOf(view: BatchView, row: Row): [string, unknown][] {
  const fields: [string, unknown][] = [];
  view.forEachField(row, (name, _, read) => fields.push([name, plain(read())]));
  return fields;
}

const internalNames = [
  '_id',
  '_raw',
  '_time',
  '_received',
  '_listener',
  '_listener_name',
  '_listener_type',
  '_label',
  '_source_ip',
  '_source_port',
  '_transport',
  '_bytes',
  '_cluster',
  '_worker',
  '_flags',
  '_error',
  '_replay',
];

/** All that can be read of the selected rows. */
export function contents(view: BatchView): unknown[] {
  return Array.from(view.rows.subarray(0, view.count), (row) => ({
    fields: fieldsOf(view, row),
    internal: internalNames.map((name) => plain(view.value(row, view.slots.slot(name)))),
  }));
}
