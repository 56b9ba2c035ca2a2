import type { DeliveryDetail, EncodedBatch, RecordWriter } from '@acequia/component-sdk/runtime';
import { createHash } from 'node:crypto';
import type { Entry } from '../outboxes/entry.ts';

/** Where a record came from. Consecutive rows of one entry share a run. */
export interface RecordRun {
  readonly entry: Entry;
  readonly from: number;
  to: number;
}

/** Records of one group that will travel together, with the rows they were made of. */
export class RecordBatch implements EncodedBatch {
  readonly group: string;
  readonly context: unknown;
  readonly openedAt: number;
  readonly runs: RecordRun[] = [];
  #bytes: Buffer = Buffer.allocUnsafe(16 * 1024);
  #offsets = new Uint32Array(64);
  #count = 0;
  readonly #keyOf: (batch: RecordBatch) => string;
  #key: string | undefined;

  constructor(group: string, context: unknown, openedAt: number, keyOf: (batch: RecordBatch) => string) {
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

  get idempotencyKey(): string {
    return (this.#key ??= this.#keyOf(this));
  }

  append(bytes: Uint8Array, entry: Entry, row: number): void {
    const start = this.#offsets[this.#count]!;
    if (start + bytes.length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(start + bytes.length, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, start);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, start);
    if (this.#count + 2 > this.#offsets.length) {
      const grown = new Uint32Array(this.#offsets.length * 2);
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    this.#offsets[++this.#count] = start + bytes.length;
    const run = this.runs.at(-1);
    if (run && run.entry === entry && run.to === row) run.to++;
    else this.runs.push({ entry, from: row, to: row + 1 });
  }

  /** The records `wanted(i)` as a batch of their own. */
  pick(wanted: (record: number) => boolean): RecordBatch {
    const picked = new RecordBatch(this.group, this.context, this.openedAt, this.#keyOf);
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
  batch.forEach((_record, entry, row) => {
    if (entry.view) hash.update('\n').update(entry.view.id(entry.view.rows[row]!));
  });
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
