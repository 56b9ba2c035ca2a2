import type { Clock } from '@acequia/base';
import type { DatasinkBatching, DeliveryDetail, OpenDatasink } from '@acequia/component-sdk/runtime';
import { isDone, type Entry } from '../outboxes/entry.ts';
import type { Outbox } from '../outboxes/outbox.ts';
import { RecordBatch, RecordScratch } from './record-buffer.ts';

const openGroupsMax = 1000;

export interface BatcherOptions {
  readonly clock: Clock;
  readonly outbox: Outbox;
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
  #cancelTimer: (() => void) | undefined;

  constructor(options: BatcherOptions) {
    this.#o = options;
  }

  get readyCount(): number {
    return this.#ready.length;
  }

  get empty(): boolean {
    return this.#ready.length === 0 && this.#open.size === 0;
  }

  take(): RecordBatch | undefined {
    return this.#ready.shift();
  }

  /** Encodes until `readyMax` batches stand ready or nothing waits. */
  fill(datasink: OpenDatasink, readyMax: number): void {
    while (this.#ready.length < readyMax) {
      const entry = this.#o.outbox.peek();
      if (!entry) break;
      this.#encode(datasink, entry, readyMax);
    }
    this.#closeOld();
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

  #encode(datasink: OpenDatasink, entry: Entry, readyMax: number): void {
    const scratch = this.#scratch;
    while (entry.next < entry.count && this.#ready.length < readyMax) {
      const view = entry.view;
      if (!view) return;
      const row = entry.next++;
      if (isDone(entry, row)) continue;
      scratch.reset();
      try {
        datasink.encode(view, view.rows[row]!, scratch);
      } catch {
        scratch.reject('DELIVERY_ENCODE_FAILED');
      }
      if (scratch.outcome === 'commit') this.#append(entry, row);
      else this.#o.onRefused(entry, row, scratch.outcome === 'reject' ? scratch.code : 'DELIVERY_ENCODE_FAILED', scratch.detail);
    }
  }

  #append(entry: Entry, row: number): void {
    const { group, context, record } = this.#scratch;
    const { maxEvents, maxBytes, order } = this.#o.batching;
    let batch = this.#open.get(group);
    if (batch && batch.size + record.length > maxBytes) {
      this.#close(batch);
      batch = undefined;
    }
    if (!batch) {
      if (order !== 'none') this.flush();
      if (this.#open.size >= openGroupsMax) this.#close(this.#open.values().next().value!);
      batch = new RecordBatch(group, context, this.#o.clock.monotonic(), this.#o.keyOf);
      this.#open.set(group, batch);
    }
    batch.append(record, entry, row);
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
