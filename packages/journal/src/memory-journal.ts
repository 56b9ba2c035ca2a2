import { systemClock, type Clock } from '@acequia/base';
import { originOf, prepareGroup } from './append-batch.ts';
import { JournalFailed, JournalFull } from './errors.ts';
import type {
  AppendGroup,
  AppendReceipt,
  CommitLog,
  CommitValue,
  Durability,
  Journal,
  Position,
  StoredBlock,
  StreamName,
  StreamSpan,
  StreamUsage,
} from './journal.ts';
import { KeyTable, keyHash } from './key-table.ts';
import { addToSpan, noSpan } from './stream-span.ts';

export interface MemoryJournalOptions {
  /** Of the log; default 1. Two journals whose events meet need two. */
  readonly logNumber?: number;
  readonly clock?: Clock;
  readonly limitBytes?: number;
  /** Every n-th block of a stream is missing when read, as if damaged. */
  readonly gapEvery?: number;
  /** Every n-th read begins with the block before the one asked for, as a redelivering log does. */
  readonly repeatEvery?: number;
}

interface MemoryStream {
  head: number;
  tail: Position;
  blocks: { readonly block: StoredBlock; readonly bytes: number; readonly atMs: number }[];
  dropped: boolean;
}

/** A journal without a disk, for tests of what stands on one. Appends are visible at once. */
export function createMemoryJournal(options: MemoryJournalOptions = {}): Journal {
  return new MemoryJournal(options);
}

class MemoryJournal implements Journal {
  readonly generation = 1;
  readonly logNumber: number;
  readonly commits: CommitLog = memoryCommits();
  readonly #options: MemoryJournalOptions;
  readonly #clock: Clock;
  readonly #streams = new Map<string, MemoryStream>();
  readonly #states = new Map<string, Uint8Array>();
  readonly #keys = new KeyTable();
  readonly #listeners = new Set<(stream: StreamName) => void>();
  #bytes = 0;
  #reads = 0;
  #logNumber = 0;
  #closed = false;

  constructor(options: MemoryJournalOptions) {
    this.#options = options;
    this.logNumber = options.logNumber ?? 1;
    this.#clock = options.clock ?? systemClock;
  }

  async append(group: AppendGroup): Promise<AppendReceipt> {
    if (this.#closed) throw new JournalFailed('the journal is closed');
    const prepared = prepareGroup(group, true);
    await Promise.resolve();
    if (this.#bytes + prepared.bytes > this.#limit) throw new JournalFull(`the journal holds ${this.#bytes} of ${this.#limit} bytes`);
    const receipts = prepared.blocks.map((input) => {
      const stream = this.#stream(input.stream);
      stream.dropped = false;
      const block = stream.head++;
      const origin = originOf(this.logNumber, this.generation, ++this.#logNumber);
      const { bytes, codec, meta, frames, frameCount } = input;
      stream.blocks.push({
        block: { stream: input.stream, block, origin, codec, meta, frames, frameCount, bytes, damagedFrames: [] },
        bytes: bytes.length + frameCount * 20,
        atMs: this.#clock.now(),
      });
      this.#bytes += bytes.length + frameCount * 20;
      return { stream: input.stream, block, origin };
    });
    this.#keys.add(prepared.keys, this.#clock.now());
    if (group.sourceState !== undefined) this.#states.set(group.sourceState.stream, group.sourceState.bytes.slice());
    for (const stream of new Set(receipts.map((one) => one.stream))) for (const listen of this.#listeners) listen(stream);
    return { blocks: receipts };
  }

  read(name: StreamName, from: Position, maxBytes: number): Promise<readonly StoredBlock[]> {
    const stream = this.#stream(name, false);
    const { gapEvery, repeatEvery } = this.#options;
    const repeat = repeatEvery !== undefined && ++this.#reads % repeatEvery === 0;
    const first = Math.max(from.block - (repeat ? 1 : 0), stream.tail.block);
    const found: StoredBlock[] = [];
    let bytes = 0;
    for (const entry of stream.blocks) {
      if (entry.block.block < first || (gapEvery !== undefined && entry.block.block % gapEvery === 0)) continue;
      if (found.length > 0 && bytes >= maxBytes) break;
      found.push(entry.block);
      bytes += entry.bytes;
    }
    return Promise.resolve(found);
  }

  head(name: StreamName): Position {
    return { block: this.#stream(name, false).head, frame: 0 };
  }

  tail(name: StreamName): Position {
    return this.#stream(name, false).tail;
  }

  trim(name: StreamName, before: Position): void {
    const stream = this.#stream(name, false);
    if (before.block < stream.tail.block || (before.block === stream.tail.block && before.frame <= stream.tail.frame)) return;
    stream.tail = before.block >= stream.head ? { block: stream.head, frame: 0 } : before;
    while (stream.blocks.length > 0 && stream.blocks[0]!.block.block < stream.tail.block) this.#bytes -= stream.blocks.shift()!.bytes;
  }

  drop(name: StreamName): void {
    const stream = this.#streams.get(name);
    if (stream === undefined) return;
    this.trim(name, { block: stream.head, frame: 0 });
    this.#states.delete(name);
    stream.dropped = true;
  }

  streams(): readonly StreamName[] {
    return [...this.#streams].filter(([, stream]) => !stream.dropped).map(([name]) => name);
  }

  usage(name: StreamName): StreamUsage {
    const stream = this.#stream(name, false);
    return {
      bytes: stream.blocks.reduce((sum, entry) => sum + entry.bytes, 0),
      blocks: stream.blocks.length,
      tail: stream.tail,
      head: { block: stream.head, frame: 0 },
      oldestMs: stream.blocks[0]?.atMs,
    };
  }

  span(name: StreamName, fromMs: number, toMs: number): Promise<StreamSpan> {
    const stream = this.#stream(name, false);
    const inside = stream.blocks.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    return Promise.resolve(
      inside.reduce((span, { block, bytes }) => addToSpan(span, block.block, block.frameCount, bytes), noSpan(stream.tail.block)),
    );
  }

  space(): { readonly bytes: number; readonly limit: number; readonly full: boolean } {
    return { bytes: this.#bytes, limit: this.#limit, full: this.#bytes >= this.#limit };
  }

  durability(): Durability {
    return 'memory';
  }

  sourceState(stream: StreamName): Uint8Array | undefined {
    return this.#states.get(stream);
  }

  knowsKey(key: string): boolean {
    return this.#keys.has(keyHash(key), this.#clock.now());
  }

  onAppend(listen: (stream: StreamName) => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  close(): Promise<void> {
    this.#closed = true;
    return Promise.resolve();
  }

  get #limit(): number {
    return this.#options.limitBytes ?? Number.MAX_SAFE_INTEGER;
  }

  #stream(name: string, keep = true): MemoryStream {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    const made: MemoryStream = { head: 1, tail: { block: 1, frame: 0 }, blocks: [], dropped: false };
    if (keep) this.#streams.set(name, made);
    return made;
  }
}

function memoryCommits(): CommitLog {
  const values = new Map<string, CommitValue>();
  return {
    async commit(changes) {
      const copy = structuredClone(changes);
      await Promise.resolve();
      for (const [key, value] of copy) {
        if (value === null) values.delete(key);
        else values.set(key, value);
      }
    },
    get: (key) => values.get(key),
    keys: (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
  };
}
