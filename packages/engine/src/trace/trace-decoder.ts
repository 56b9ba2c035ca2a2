import { fork, frameWords, internalSlots, narrow, type BatchView, type FrameMeta } from '@acequia/batch';
import type { StoredBlock } from '@acequia/journal';
import type { DeployedListener } from '@acequia/pipeline';
import { compileLabels } from '../labels/compile-labels.ts';
import type { LabelRouter } from '../labels/label-router.ts';
import type { ListenerDecoder } from '../lanes/listener-decoder.ts';
import { createLoneDecoder } from '../lanes/lone-decoder.ts';
import type { ListenerComponent } from '../options.ts';
import { comesFrom } from './find-event.ts';
import { MessageBlocks } from './message-blocks.ts';
import { nsPerMs, within, type Sourced, type SourcedEvent, type TraceSourceOptions } from './sourced-event.ts';
import type { TraceInput } from './trace.ts';

/** A block may hold thousands of frames, of which the last few are enough: so many times more are looked at in each step. */
const tailFactor = 4;

/** Decodes and labels as a lane does. */
export class TraceDecoder {
  readonly #o: TraceSourceOptions;
  readonly #decoder: ListenerDecoder;
  readonly #router: LabelRouter;
  readonly #messages: MessageBlocks;

  constructor(options: TraceSourceOptions, listener: DeployedListener, component: ListenerComponent) {
    this.#o = options;
    const { slots, clock, kernels, facts, revisions } = options;
    const { cluster, worker } = facts;
    this.#decoder = createLoneDecoder({ listener, component, revisions, slots, kernels, clock, cluster, worker });
    this.#messages = new MessageBlocks(listener, component);
    this.#router = compileLabels(listener.labels, options.slots, options.clock, options.kernels);
  }

  /** Each text is one message of a client. */
  texts({ frames, receivedMs, attributes }: Extract<TraceInput, { kind: 'raw' }>): Sourced {
    const taken = within(frames);
    const events = taken.flatMap(([event, text]) => {
      const meta: FrameMeta = {
        receivedMs: receivedMs?.[event] ?? this.#o.clock.now(),
        transport: 'internal',
        ...(attributes ? { attributes } : {}),
      };
      const { events: decoded, rejected, admitted, label } = this.#decode(this.#messages.block(text, event, meta));
      return [
        ...rowsOf(decoded).map((row) => sourced(decoded, row, admitted.has(row) ? label : undefined, event)),
        ...rowsOf(rejected).map((row) => ({ ...sourced(rejected, row, label, event), as: 'rejected' as const })),
      ];
    });
    return { events, faults: [], cut: taken.length < frames.length };
  }

  /** The newest `count` events of the label in a block, received before `beforeMs`; in order, their numbers open. */
  newest(block: StoredBlock, count: number, beforeMs: number): SourcedEvent[] {
    let newest: SourcedEvent[] = [];
    let end = block.frameCount;
    for (let frames = count * tailFactor; end > 0 && newest.length < count; frames *= tailFactor) {
      const first = Math.max(0, end - frames);
      newest = [...this.#last(someFrames(block, first, end), count - newest.length, beforeMs), ...newest];
      end = first;
    }
    return newest;
  }

  /** The event of a block that became the one of this id; undefined when it is none of the block's. */
  find(block: StoredBlock, id: string): SourcedEvent | undefined {
    const { events, rejected, admitted, label } = this.#decode(block);
    const row = rowsOf(events).find((each) => comesFrom(events.id(each), id));
    if (row !== undefined) return sourced(events, row, admitted.has(row) ? label : undefined, 0);
    const refused = rowsOf(rejected).find((each) => comesFrom(rejected.id(each), id));
    return refused === undefined ? undefined : { ...sourced(rejected, refused, label, 0), as: 'rejected' };
  }

  #last(block: StoredBlock, count: number, beforeMs: number): SourcedEvent[] {
    const { events, admitted, label } = this.#decode(block);
    const newest: SourcedEvent[] = [];
    const rows = rowsOf(events);
    for (let at = rows.length - 1; at >= 0 && newest.length < count; at--) {
      if (!admitted.has(rows[at]!)) continue;
      const event = sourced(events, rows[at]!, label, 0);
      if (event.receivedMs < beforeMs) newest.push({ ...event, id: events.id(rows[at]!) });
    }
    return newest.reverse();
  }

  #decode(block: StoredBlock) {
    const { events, rejected } = this.#decoder.decode(block);
    const selections = this.#router.select(events);
    const { labelId } = this.#o.label;
    const selected = selections.rows(labelId);
    const admitted = new Set(selected === 'all' ? rowsOf(events) : selected === 'none' ? [] : selected);
    return { events, rejected, admitted, label: selections.name(labelId) };
  }
}

/** A row apart, which shares the row table of its batch. `label`: through which it entered; undefined: through none. */
function sourced(batch: BatchView, row: number, label: string | undefined, event: number): SourcedEvent {
  const one = narrow(batch, Int32Array.of(row));
  return {
    event,
    view: label === undefined ? one : fork(one, { label }),
    receivedMs: Number((batch.time(row, internalSlots.received) ?? 0n) / nsPerMs),
    as: label === undefined ? 'unlabelled' : 'event',
  };
}

function someFrames(block: StoredBlock, first: number, end: number): StoredBlock {
  return { ...block, frames: block.frames.subarray(first * frameWords, end * frameWords), frameCount: end - first };
}

const rowsOf = (view: BatchView): number[] => Array.from(view.rows.subarray(0, view.count));
