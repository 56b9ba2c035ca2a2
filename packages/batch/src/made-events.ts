import type { FieldValue } from '@acequia/event';
import { frameBlock } from './frame-block.ts';
import { createBatchBuilder } from './frame-batch-builder.ts';
import { rowWord, rowWords } from './row-table.ts';
import type { TableView } from './table-view.ts';
import type { BatchEnvelope, BatchView, EventFlag, FrameMeta, Slot, SlotTable } from './view.ts';

/** An event that came out of an action's state and not out of a frame. */
export interface MadeEvent {
  /** What follows the batch's `made` in the event's id; one of its kind for ever, the same whenever the event is made again. */
  readonly id: string;
  /** `_time`, ns since 1970. */
  readonly timeNs: bigint;
  readonly flags: readonly EventFlag[];
  /** User fields in order. */
  readonly fields: readonly (readonly [Slot, FieldValue])[];
}

export interface MadeEventsOptions {
  readonly slots: SlotTable;
  /** `origin` is not looked at; `made` must be there. */
  readonly envelope: BatchEnvelope & { readonly made: string };
  /** `_received` of all of them, ms since 1970. */
  readonly receivedMs: number;
}

/** A batch of such events with one holder. They have no `_raw`; their ids are `<made>.<id>`. */
export function createMadeEvents(options: MadeEventsOptions, events: readonly MadeEvent[]): BatchView {
  const meta: FrameMeta = { receivedMs: options.receivedMs, transport: 'internal' };
  const block = frameBlock({
    bytes: new Uint8Array(0),
    frames: new Uint32Array(5),
    frameCount: 1,
    meta: [JSON.stringify(meta)],
    codec: 0,
  });
  const { slots, envelope, receivedMs } = options;
  const builder = createBatchBuilder({ slots, block, envelope, keepRaw: false, nowMs: receivedMs });
  for (const event of events) {
    builder.begin(0);
    builder.time(event.timeNs);
    for (const flag of event.flags) builder.flag(flag);
    for (const [slot, value] of event.fields) builder.value(slot, value);
  }
  const view = builder.finish().events as TableView;
  for (const [index, { id }] of events.entries())
    view.table.words[view.rows[index]! * rowWords + rowWord.suffix] = view.core.suffixes.push(`.${id}`) - 1;
  return view;
}
