import { MiB, type Clock } from '@acequia/base';
import type { BatchView } from '@acequia/batch';
import type { DatasinkBatching, DeliveryDetail, OpenDatasink } from '@acequia/component-sdk/runtime';
import { isDone, type Entry } from './entry.ts';
import type { SpillStore } from './spill-store.ts';
import { RecordBatch, RecordScratch, type RecordMemory } from './record-buffer.ts';

const openGroupsMax = 1000;
/** Of all memory kept for later batches: four of 4 MiB. */
const spareBytesMax = 16 * MiB;

export interface BatcherOptions {
  readonly clock: Clock;
  readonly store: SpillStore;
  readonly batching: DatasinkBatching;
  keyOf(batch: RecordBatch): string;
  /** A row the encoder refused; it must be settled by the receiver. */
  onRefused(entry: Entry, row: number, code: string, detail: DeliveryDetail | undefined): void;
  /** An open batch has become ready by age. */
  onReady(): void;
}

/** Encodes waiting events into batches; a batch closes by events, bytes or age, whichever comes first. */
export class Batcher {
  readonly #o: BatcherOptions;
  readonly #open = new Map<string, RecordBatch>();
  readonly #ready: RecordBatch[] = [];
  readonly #scratch = new RecordScratch();
  /** Memory of batches that were delivered. */
  readonly #spare: RecordMemory[] = [];
  #spareBytes = 0;
  /** On the monotonic clock: when the encoding under way is to end. */
  #untilMs = Number.POSITIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;

  constructor(options: BatcherOptions) {
    this.#o = options;
  }

  /** Those that `take` gives, in order. */
  get ready(): readonly RecordBatch[] {
    return this.#ready;
  }

  get empty(): boolean {
    return this.#ready.length === 0 && this.#open.size === 0;
  }

  take(): RecordBatch | undefined {
    return this.#ready.shift();
  }

  /**
   * Encodes until `readyMax` batches stand ready or nothing waits, or for `sliceMs` and what takes longest then: an event, or the rows
   * that a data sink encodes at once. True: the time was over first.
   */
  fill(datasink: OpenDatasink, readyMax: number, sliceMs: number): boolean {
    this.#untilMs = sliceMs === Number.POSITIVE_INFINITY ? sliceMs : this.#o.clock.monotonic() + sliceMs;
    let entry: Entry | undefined;
    while (this.#ready.length < readyMax && (entry = this.#o.store.peek())) {
      this.#encode(datasink, entry, readyMax);
      if (this.#isOver) break;
    }
    this.#closeOld();
    return this.#isOver && this.#ready.length < readyMax && this.#o.store.peek() !== undefined;
  }

  get #isOver(): boolean {
    return this.#untilMs !== Number.POSITIVE_INFINITY && this.#o.clock.monotonic() >= this.#untilMs;
  }

  /** The batch was delivered and nobody looks at its bytes any more. */
  recycle(batch: RecordBatch): void {
    const memory = batch.takeMemory();
    if (this.#spareBytes + memory.bytes.length > spareBytesMax) return;
    this.#spareBytes += memory.bytes.length;
    this.#spare.push(memory);
  }

  /** The rows of a batch that have no outcome, in their order, encoded by another data sink. */
  encodeAgain(datasink: OpenDatasink, batch: RecordBatch): RecordBatch[] {
    const other = new Batcher(this.#o);
    batch.forEach((_, entry, row) => {
      if (entry.view) other.#encodeRow(datasink, entry, entry.view, row);
    });
    other.flush();
    return other.#ready;
  }

  /** Closes all open batches now. */
  flush(): void {
    for (const batch of this.#open.values()) this.#ready.push(batch);
    this.#open.clear();
    this.#closeOld();
  }

  stop(): void {
    this.#cancelTimer?.();
  }

  /** An entry that no outcome has touched yet goes through the kernels whole; others row by row. */
  #encode(datasink: OpenDatasink, entry: Entry, readyMax: number): void {
    if (entry.next === 0 && entry.left === entry.count) this.#encodeRows(datasink, entry);
    while (entry.next < entry.count && this.#ready.length < readyMax) {
      const view = entry.view;
      if (!view) return;
      this.#encodeRow(datasink, entry, view, entry.next++);
      if (this.#isOver) return;
    }
  }

  #encodeRow(datasink: OpenDatasink, entry: Entry, view: BatchView, row: number): void {
    const scratch = this.#scratch;
    if (isDone(entry, row)) return;
    scratch.reset();
    try {
      datasink.encode(view, view.rows[row]!, scratch);
    } catch {
      scratch.reject('DELIVERY_ENCODE_FAILED');
    }
    if (scratch.outcome === 'commit') {
      const batch = this.#batchFor(scratch.group, scratch.context, scratch.record.length);
      batch.append(scratch.record, entry, row);
      this.#closeWhenFull(batch);
    } else this.#o.onRefused(entry, row, scratch.outcome === 'reject' ? scratch.code : 'DELIVERY_ENCODE_FAILED', scratch.detail);
  }

  #encodeRows(datasink: OpenDatasink, entry: Entry): void {
    while (entry.view && entry.next < entry.count) {
      const encoded = this.#tryRows(datasink, entry.view, entry.next, entry.count);
      if (!encoded) return;
      const first = entry.next;
      const { bytes, ends, states, count } = encoded.rows;
      const skipped = states.indexOf(1) >= 0;
      const own = skipped ? { bytes: bytes.slice(), ends: ends.slice(), states: states.slice() } : { bytes, ends, states };
      for (let at = 0; at < count;) {
        if (own.states[at] === 1) {
          this.#encodeRow(datasink, entry, entry.view, first + at++);
          if (this.#isOver) {
            entry.next = first + at;
            return;
          }
          continue;
        }
        const end = skipped ? endOfRun(own.states, at) : count;
        at = this.#appendRun(encoded, entry, first, own.bytes, own.ends, at, end);
      }
      entry.next = first + count;
    }
  }

  /** Undefined: row by row, also where the data sink has failed at it or has encoded no row. */
  #tryRows(datasink: OpenDatasink, view: BatchView, from: number, to: number): ReturnType<NonNullable<OpenDatasink['encodeRows']>> {
    try {
      const encoded = datasink.encodeRows?.(view, from, to);
      return encoded && encoded.rows.count > 0 && encoded.rows.count <= to - from ? encoded : undefined;
    } catch {
      return undefined;
    }
  }

  /** Puts records into batches from `at` on; returns the first one that did not fit the batch filled. */
  #appendRun(
    { group, context }: { readonly group: string; readonly context?: unknown },
    entry: Entry,
    first: number,
    bytes: Uint8Array,
    ends: Int32Array,
    at: number,
    end: number,
  ): number {
    const { maxEvents, maxBytes } = this.#o.batching;
    const start = at === 0 ? 0 : ends[at - 1]!;
    const batch = this.#batchFor(group, context, ends[at]! - start);
    const last = Math.min(end, at + maxEvents - batch.count);
    let to = at + 1;
    while (to < last && batch.size + ends[to]! - start <= maxBytes) to++;
    batch.appendRun(bytes, ends, at, to, entry, first + at);
    this.#closeWhenFull(batch);
    return to;
  }

  /** The group's open batch, if `bytes` more fit into it, else a new one. */
  #batchFor(group: string, context: unknown, bytes: number): RecordBatch {
    const { maxBytes, order } = this.#o.batching;
    let batch = this.#open.get(group);
    if (batch && batch.size + bytes > maxBytes) {
      this.#close(batch);
      batch = undefined;
    }
    if (!batch) {
      if (order === 'key' || order === 'strict') this.flush();
      if (this.#open.size >= openGroupsMax) this.#close(this.#open.values().next().value!);
      const memory = this.#spare.pop();
      if (memory) this.#spareBytes -= memory.bytes.length;
      batch = new RecordBatch(group, context, this.#o.clock.monotonic(), maxBytes, this.#o.keyOf, memory);
      this.#open.set(group, batch);
    }
    return batch;
  }

  #closeWhenFull(batch: RecordBatch): void {
    const { maxEvents, maxBytes } = this.#o.batching;
    if (batch.count >= maxEvents || batch.size >= maxBytes) this.#close(batch);
  }

  #close(batch: RecordBatch): void {
    this.#open.delete(batch.group);
    this.#ready.push(batch);
  }

  #closeOld(): void {
    const now = this.#o.clock.monotonic();
    let next = Number.POSITIVE_INFINITY;
    for (const batch of this.#open.values()) {
      const left = batch.openedAt + this.#o.batching.maxWaitMs - now;
      if (left <= 0) this.#close(batch);
      else next = Math.min(next, left);
    }
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (next !== Number.POSITIVE_INFINITY) this.#cancelTimer = this.#o.clock.after(Math.ceil(next), () => this.#onTimer());
  }

  #onTimer(): void {
    this.#cancelTimer = undefined;
    this.#closeOld();
    this.#o.onReady();
  }
}

function endOfRun(states: Uint8Array, from: number): number {
  const end = states.indexOf(1, from);
  return end < 0 ? states.length : end;
}
