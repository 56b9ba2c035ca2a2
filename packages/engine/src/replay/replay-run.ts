import type { Clock, Log } from '@acequia/base';
import { fork, frameFlags, internalSlots, releaseBatch, type BatchView } from '@acequia/batch';
import type { JournalStreams, StoredBlock } from '@acequia/journal';
import type { LaneListener } from '../apply/lane-listener.ts';
import { compileLabels } from '../labels/compile-labels.ts';
import type { LabelRouter } from '../labels/label-router.ts';
import { BlockReader } from '../lanes/block-reader.ts';
import type { ListenerDecoder } from '../lanes/listener-decoder.ts';
import type { Straggler } from '../lanes/tenant-work.ts';
import { viewForVersion, type VersionRun } from '../lanes/version-run.ts';
import { receivedSpan } from './locate-range.ts';
import { Pace } from './pace.ts';
import type { StoredReplay } from './replay-records.ts';

export interface ReplayRunOptions {
  readonly replay: StoredReplay;
  readonly run: VersionRun;
  readonly listener: LaneListener;
  readonly journal: JournalStreams;
  readonly clock: Clock;
  readonly log: Log;
  wake(): void;
}

const nsPerMs = 1_000_000n;
const frameWords = 5;
const flagsWord = 3;

/**
 * A replay at work: a straggler that reads a listener's blocks with a decoder and labels of its own, so that nothing is
 * counted for the listener again, and hands the events on to a version of its own (engine decisions 14 and 15).
 */
export class ReplayRun implements Straggler {
  readonly tenantId: string;
  readonly run: VersionRun;
  /** Blocks that were no longer there when their turn came. */
  missed = 0;
  readonly #o: ReplayRunOptions;
  readonly #stream: string;
  readonly #reader: BlockReader;
  readonly #decoder: ListenerDecoder;
  readonly #router: LabelRouter;
  readonly #pace: Pace;
  #cancelWake: (() => void) | undefined;

  constructor(options: ReplayRunOptions) {
    const { replay, run, listener, journal, clock, log, wake } = options;
    this.#o = options;
    this.tenantId = replay.tenantId;
    this.run = run;
    this.#stream = listener.partition.stream;
    this.#reader = new BlockReader({ journal, clock, log, stream: this.#stream, ring: listener.partition.ring, onArrival: wake });
    this.#decoder = listener.decoderFor(replay.id, replay.revision ?? undefined);
    this.#router = compileLabels(replay.labels, listener.slots, clock);
    this.#pace = new Pace(clock, replay.eventsPerSecond);
  }

  /** Blocks behind it, of all. */
  get blocksDone(): number {
    return Math.max(0, (this.run.positions.get(this.#stream) ?? 0) - this.#o.replay.first);
  }

  get eventsPerSecond(): number {
    return this.#pace.rate;
  }

  /** Runs one block. False: nothing to do now; the lane is woken when there is. */
  help(): boolean {
    const { end } = this.#o.replay;
    if (!this.run.canRun || !this.run.hasWork(this.#stream, end) || this.#mustWait()) return false;
    const position = this.run.positions.get(this.#stream)!;
    const found = this.#reader.next(position);
    if (!found) return false;
    if (found.at > position) {
      this.missed += Math.min(found.at, end) - position;
      this.run.skipTo(this.#stream, Math.min(found.at, end));
    }
    if (found.block && found.at < end) this.#runBlock(found.block);
    return true;
  }

  stop(): void {
    this.#cancelWake?.();
  }

  #mustWait(): boolean {
    const { waitMs } = this.#pace;
    if (waitMs <= 0) return false;
    this.#cancelWake ??= this.#o.clock.after(Math.ceil(waitMs), () => {
      this.#cancelWake = undefined;
      this.#o.wake();
    });
    return true;
  }

  #runBlock(stored: StoredBlock): void {
    const { events, rejected } = this.#decoder.decode(this.#asWanted(stored));
    const { labelId } = this.run.compiled;
    const selections = this.#router.select(events, new Set([labelId]));
    const rows = selections.rows(labelId);
    const label = selections.name(labelId);
    const { fromMs, toMs } = this.#o.replay;
    const { firstMs, lastMs } = receivedSpan(stored);
    const whole = firstMs >= fromMs && lastMs < toMs;
    const selected = rows === 'none' ? undefined : viewForVersion(events, rows === 'all' ? undefined : rows, label);
    const refused = this.run.wantsRejected && rejected.count > 0 ? fork(rejected, { label }) : undefined;
    const inside = whole ? selected : this.#inRange(selected);
    const refusedInside = whole ? refused : this.#inRange(refused);
    const bytesPerEvent = stored.bytes.length / Math.max(1, stored.frameCount, events.count + rejected.count);
    this.run.run({
      stream: this.#stream,
      block: stored.block,
      events: inside,
      rejected: refusedInside,
      bytesPerEvent,
      watch: undefined,
    });
    this.#pace.took((inside?.count ?? 0) + (refusedInside?.count ?? 0));
    releaseBatch(events);
  }

  /** With a birth name of its own where other keys are wanted; without marks of another revision's checks. */
  #asWanted(stored: StoredBlock): StoredBlock {
    const { id, keys, revision } = this.#o.replay;
    const origin = keys === 'new' ? `${stored.origin}~${id}` : stored.origin;
    if (revision === null || revision === stored.codec) return { ...stored, origin };
    const frames = stored.frames.slice();
    for (let at = flagsWord; at < frames.length; at += frameWords) frames[at]! &= ~frameFlags.checked;
    return { ...stored, origin, frames };
  }

  #inRange(view: BatchView | undefined): BatchView | undefined {
    if (!view) return undefined;
    const { fromMs, toMs } = this.#o.replay;
    const rows = view.rows.subarray(0, view.count).filter((row) => {
      const receivedNs = view.time(row, internalSlots.received) ?? 0n;
      return receivedNs >= BigInt(fromMs) * nsPerMs && receivedNs < BigInt(toMs) * nsPerMs;
    });
    return rows.length === 0 ? undefined : fork(view, { rows: Int32Array.from(rows) });
  }
}
