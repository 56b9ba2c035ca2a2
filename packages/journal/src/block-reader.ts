import { KiB, type Log } from '@acequia/base';
import { originOf } from './append-batch.ts';
import { logNumberOf } from './log-identity.ts';
import { JournalFailed } from './errors.ts';
import type { Position, StoredBlock, StreamSpan } from './journal.ts';
import { isWhole, lessDamaged, otherPlace, readBlock, wantedAt, type ReadBlock, type WantedBlock } from './read-block.ts';
import { firstAtLeast, type SegmentIndex, type StreamIndex } from './segment-index.ts';
import { loadIndex, scanIndex, type Segment } from './segment.ts';
import { addToSpan, noSpan } from './stream-span.ts';
import type { StreamState } from './stream-state.ts';

/** Sealed segments whose block tables are kept in memory. */
const indexesKept = 32;
const countedMax = 64 * KiB;

/** Acknowledged frames that cannot be given back, and the blocks they were in: found lost at the opening, or damaged when read since. */
export interface JournalDamage {
  readonly frames: number;
  readonly blocks: number;
}

export interface BlockReaderOptions {
  readonly identity: { readonly number: number; readonly since: number };
  readonly log: Log;
  /** Known when the journal was opened. */
  readonly lost: JournalDamage;
  /** Whether a person has given the block up. */
  readonly isSkipped: (stream: string, block: number) => boolean;
  /** False once the segment has been given up. */
  readonly isHeld: (segment: Segment) => boolean;
}

/** Reads blocks back from segment files; keeps the block tables of the segments last used; counts damage once. */
export class BlockReader {
  readonly #options: BlockReaderOptions;
  readonly #loaded = new Map<Segment, Promise<SegmentIndex>>();
  /** What segments hold in which damage was met. */
  readonly #scanned = new Map<Segment, Promise<SegmentIndex>>();
  readonly #counted = new Set<string>();
  #frames: number;
  #blocks: number;

  constructor(options: BlockReaderOptions) {
    this.#options = options;
    this.#frames = options.lost.frames;
    this.#blocks = options.lost.blocks;
  }

  get damage(): JournalDamage {
    return { frames: this.#frames, blocks: this.#blocks };
  }

  /** As `Journal.read`. */
  async read(state: StreamState, from: Position, maxBytes: number): Promise<readonly StoredBlock[]> {
    const stream = state.name;
    const blocks: StoredBlock[] = [];
    let wanted = Math.max(from.block, state.tail.block);
    let bytes = 0;
    while (bytes < maxBytes || blocks.length === 0) {
      const share = state.shares[state.shareOf(wanted)];
      if (share === undefined) break;
      const index = await this.#shareIndex(share.segment, stream);
      const first = index === undefined ? 0 : firstAtLeast(index.blocks, wanted);
      if (index === undefined || first >= index.blocks.length || index.blocks[first]! > share.last) {
        wanted = share.last + 1;
        continue;
      }
      let end = first + 1;
      let length = index.sizes[first]!;
      const last = firstAtLeast(index.blocks, share.last + 1);
      while (end < last && index.offsets[end] === index.offsets[first]! + length && bytes + length < maxBytes) {
        length += index.sizes[end++]!;
      }
      const run = await share.segment.read(index.offsets[first]!, length).catch((error: unknown) => this.#unlessGone(share.segment, error));
      if (run === undefined) {
        wanted = share.last + 1;
        continue;
      }
      let at = 0;
      for (let i = first; i < end; i++) {
        const isSkipped = this.#options.isSkipped(stream, index.blocks[i]!);
        const block = isSkipped ? undefined : await this.#readBlock(share.segment, run, at, wantedAt(stream, index, i), index.offsets[i]!);
        const damaged = block === undefined ? index.frames[i]! : block.damagedFrames.length;
        if (damaged > 0 && !isSkipped) this.#countDamage(stream, index.blocks[i]!, damaged);
        if (block !== undefined) blocks.push(this.#stored(block));
        at += index.sizes[i]!;
        wanted = index.blocks[i]! + 1;
      }
      bytes += length;
    }
    return blocks;
  }

  /** As `Journal.span`. */
  async span(state: StreamState, fromMs: number, toMs: number): Promise<StreamSpan> {
    let span = noSpan(state.tail.block);
    // A trim while an index is loaded takes shares away.
    const shares = state.shares.slice();
    for (const share of shares) {
      if (share.oldestMs >= toMs) continue;
      const index = await this.#shareIndex(share.segment, state.name);
      for (let i = 0; index !== undefined && i < index.blocks.length && index.blocks[i]! <= share.last; i++) {
        const block = index.blocks[i]!;
        if (block < share.first || block < state.tail.block || index.times[i]! < fromMs || index.times[i]! >= toMs) continue;
        span = addToSpan(span, block, index.frames[i]!, index.sizes[i]!);
      }
    }
    return span;
  }

  forget(segment: Segment): void {
    this.#loaded.delete(segment);
    this.#scanned.delete(segment);
  }

  #indexOf(segment: Segment): Promise<SegmentIndex> {
    if (!segment.sealed) return Promise.resolve(segment.index!);
    const known = this.#loaded.get(segment);
    const loading = known ?? loadIndex(segment.path, segment.bytes);
    this.keep(segment, loading);
    return loading;
  }

  /** Undefined when the segment has been given up meanwhile. */
  async #shareIndex(segment: Segment, stream: string): Promise<StreamIndex | undefined> {
    const index = await this.#indexOf(segment).catch((error: unknown) => this.#unlessGone(segment, error));
    return index?.streams.get(stream);
  }

  #unlessGone(segment: Segment, error: unknown): undefined {
    if (this.#options.isHeld(segment)) throw new JournalFailed(`${segment.path} cannot be read`, { cause: error });
    return undefined;
  }

  /** Remembers the block table of a sealed segment, and lets the one used longest ago go. */
  keep(segment: Segment, loading: Promise<SegmentIndex>): void {
    this.#loaded.delete(segment);
    this.#loaded.set(segment, loading);
    const store = (index: SegmentIndex): void => {
      if (this.#loaded.has(segment)) segment.index = index;
    };
    loading.then(store, () => this.#loaded.delete(segment));
    if (this.#loaded.size <= indexesKept) return;
    const oldest = this.#loaded.keys().next().value!;
    this.#loaded.delete(oldest);
    oldest.index = undefined;
  }

  /** The block at `at` of what was read from `offset` on; when it has damage, from where else in the segment it lies. */
  async #readBlock(segment: Segment, run: Buffer, at: number, wanted: WantedBlock, offset: number): Promise<ReadBlock | undefined> {
    const read = readBlock(run, at, wanted);
    if (isWhole(read) || !segment.sealed) return read;
    const scanned = await this.#scan(segment).catch((error: unknown) => this.#unlessGone(segment, error));
    const other = scanned === undefined ? undefined : otherPlace(scanned, offset, wanted);
    if (other === undefined) return read;
    const bytes = await segment.read(other.offset, other.bytes).catch((error: unknown) => this.#unlessGone(segment, error));
    return bytes === undefined ? read : lessDamaged(read, readBlock(bytes, 0, wanted));
  }

  #scan(segment: Segment): Promise<SegmentIndex> {
    const known = this.#scanned.get(segment);
    if (known !== undefined) return known;
    if (this.#scanned.size >= indexesKept) this.#scanned.clear();
    const scanning = scanIndex(segment.path);
    this.#scanned.set(segment, scanning);
    scanning.catch(() => this.#scanned.delete(segment));
    return scanning;
  }

  #stored({ head, meta, frames, payload, damagedFrames }: ReadBlock): StoredBlock {
    return {
      stream: head.stream,
      block: head.block,
      origin: originOf(logNumberOf(this.#options.identity, head.generation), head.generation, head.logNumber),
      codec: head.codec,
      meta,
      frames,
      frameCount: head.frameCount,
      bytes: payload,
      damagedFrames,
    };
  }

  #countDamage(stream: string, block: number, frames: number): void {
    const key = `${stream}\0${block}`;
    if (this.#counted.has(key)) return;
    if (this.#counted.size >= countedMax) this.#counted.clear();
    this.#counted.add(key);
    this.#blocks++;
    this.#frames += frames;
    this.#options.log.error({ stream, block, frames }, 'journal: damaged frames were set aside');
  }
}
