import type { DeliveryDetail, EncodedBatch, RecordWriter } from '@acequia/component-sdk/runtime';
import { createHash } from 'node:crypto';
import { copyBytes } from '@acequia/base';
import { identityBytes } from '@acequia/batch';
import type { Entry } from './entry.ts';

/** Where a record came from. Consecutive rows of one entry share a run. */
export interface RecordRun {
  readonly entry: Entry;
  readonly from: number;
  to: number;
}

/** What a batch outgrows is garbage outside the heap, which stays long: a factor of 2 leaves three times as much as 4. */
const growth = 4;
const firstBytes = 16 * 1024;

/** What the records of a batch lie in; used again by a later batch, it is no garbage outside the heap. */
export interface RecordMemory {
  readonly bytes: Buffer;
  readonly offsets: Uint32Array;
}

/** Records of one group that will travel together, with the rows they were made of. */
export class RecordBatch implements EncodedBatch {
  readonly group: string;
  readonly context: unknown;
  readonly openedAt: number;
  readonly runs: RecordRun[] = [];
  #bytes: Buffer;
  #offsets: Uint32Array;
  #count = 0;
  readonly #maxBytes: number;
  readonly #keyOf: (batch: RecordBatch) => string;
  #key: string | undefined;

  /**
   * Its memory grows beyond `maxBytes` for a single record that is larger, and for no other reason. `memory`: of an earlier batch that
   * is done with, to begin with.
   */
  constructor(
    group: string,
    context: unknown,
    openedAt: number,
    maxBytes: number,
    keyOf: (batch: RecordBatch) => string,
    memory: RecordMemory = { bytes: Buffer.allocUnsafe(firstBytes), offsets: new Uint32Array(64) },
  ) {
    this.#bytes = memory.bytes;
    this.#offsets = memory.offsets;
    this.#offsets[0] = 0;
    this.#maxBytes = maxBytes;
    this.group = group;
    this.context = context;
    this.openedAt = openedAt;
    this.#keyOf = keyOf;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#offsets[this.#count]);
  }

  get offsets(): Uint32Array {
    return this.#offsets.subarray(0, this.#count + 1);
  }

  get count(): number {
    return this.#count;
  }

  get size(): number {
    return this.#offsets[this.#count]!;
  }

  /** The memory of the records, which nobody may look at any more. */
  takeMemory(): RecordMemory {
    const memory = { bytes: this.#bytes, offsets: this.#offsets };
    this.#bytes = Buffer.alloc(0);
    this.#offsets = new Uint32Array(1);
    this.#count = 0;
    return memory;
  }

  get idempotencyKey(): string {
    return (this.#key ??= this.#keyOf(this));
  }

  append(bytes: Uint8Array, entry: Entry, row: number): void {
    this.#room(bytes.length, 1);
    const start = this.size;
    this.#bytes.set(bytes, start);
    this.#offsets[++this.#count] = start + bytes.length;
    this.#note(entry, row, row + 1);
  }

  /** The records `from … to − 1` of `bytes`, whose ends are given; they were made of consecutive rows from `row` on. */
  appendRun(bytes: Uint8Array, ends: Int32Array, from: number, to: number, entry: Entry, row: number): void {
    const first = from === 0 ? 0 : ends[from - 1]!;
    const length = ends[to - 1]! - first;
    this.#room(length, to - from);
    const size = this.size;
    copyBytes(this.#bytes, size, bytes.subarray(first, first + length));
    const offsets = this.#offsets;
    const shift = size - first;
    const place = this.#count + 1 - from;
    for (let record = from; record < to; record++) offsets[place + record] = ends[record]! + shift;
    this.#count += to - from;
    this.#note(entry, row, row + to - from);
  }

  #room(bytes: number, records: number): void {
    const start = this.size;
    if (start + bytes > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(start + bytes, Math.min(this.#bytes.length * growth, this.#maxBytes)));
      this.#bytes.copy(grown, 0, 0, start);
      this.#bytes = grown;
    }
    if (this.#count + records + 1 > this.#offsets.length) {
      const grown = new Uint32Array(Math.max(this.#count + records + 1, this.#offsets.length * 2));
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
  }

  #note(entry: Entry, from: number, to: number): void {
    const run = this.runs.at(-1);
    if (run && run.entry === entry && run.to === from) run.to = to;
    else this.runs.push({ entry, from, to });
  }

  /** The records `wanted(i)` as a batch of their own. */
  pick(wanted: (record: number) => boolean): RecordBatch {
    const picked = new RecordBatch(this.group, this.context, this.openedAt, this.#maxBytes, this.#keyOf);
    this.forEach((record, entry, row) => {
      if (wanted(record)) picked.append(this.#bytes.subarray(this.#offsets[record], this.#offsets[record + 1]), entry, row);
    });
    return picked;
  }

  forEach(visit: (record: number, entry: Entry, row: number) => void): void {
    let record = 0;
    for (const { entry, from, to } of this.runs) for (let row = from; row < to; row++) visit(record++, entry, row);
  }

  /** Since when the oldest of the records waits in the branch, ms since 1970. */
  get oldestMs(): number {
    return this.runs.reduce((oldest, { entry }) => Math.min(oldest, entry.atMs), Number.POSITIVE_INFINITY);
  }
}

/** 128 bits over the events' keys (engine decision 26): ids, pipeline and datasink node; the version is not part. */
export function batchKey(batch: RecordBatch, pipelineId: string, node: string): string {
  const hash = createHash('sha256').update(`${pipelineId}\n${node}`);
  for (const { entry, from, to } of batch.runs) if (entry.view) hash.update('\n').update(identityBytes(entry.view, from, to));
  return hash.digest('hex').slice(0, 32);
}

/** Takes one record at a time from a datasink's encoder. */
export class RecordScratch implements RecordWriter {
  #bytes: Buffer = Buffer.allocUnsafe(64 * 1024);
  #end = 0;
  outcome: 'none' | 'commit' | 'reject' = 'none';
  group = '';
  context: unknown;
  code = '';
  detail: DeliveryDetail | undefined;

  reset(): void {
    this.#end = 0;
    this.outcome = 'none';
    this.group = '';
    this.context = undefined;
  }

  get record(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }

  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  text(text: string): void {
    this.#room(text.length * 3);
    this.#end += this.#bytes.write(text, this.#end, 'utf8');
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#end++] = value;
  }

  commit(group = '', context?: unknown): void {
    this.outcome = 'commit';
    this.group = group;
    this.context = context;
  }

  reject(code: string, detail?: DeliveryDetail): void {
    this.outcome = 'reject';
    this.code = code;
    this.detail = detail;
  }

  #room(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#end + bytes, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#end);
    this.#bytes = grown;
  }
}
