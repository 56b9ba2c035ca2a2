import { crc32 } from 'node:zlib';
import type { ScannedSegment } from './scan-segment.ts';
import { recordKinds } from './record-format.ts';
import { parseNote } from './group-note.ts';

/** Blocks of one stream in one segment, in order; arrays run in parallel. */
export interface StreamIndex {
  readonly blocks: number[];
  readonly offsets: number[];
  readonly sizes: number[];
  readonly frames: number[];
  readonly framesBefore: number[];
  readonly logNumbers: number[];
  /** When they were written, ms since 1970. */
  readonly times: number[];
  oldestMs: number;
}

/** Where everything of a segment lies. Kept for few segments at a time; a cache that can be made again from the segment. */
export interface SegmentIndex {
  readonly streams: Map<string, StreamIndex>;
  /** Newest source state of each stream. */
  readonly states: Map<string, Uint8Array>;
  /** Idempotency key hashes with the time of their group. */
  readonly keys: [hash: string, atMs: number][];
}

export function emptyIndex(): SegmentIndex {
  return { streams: new Map(), states: new Map(), keys: [] };
}

export interface IndexedBlock {
  readonly block: number;
  readonly offset: number;
  readonly size: number;
  readonly frames: number;
  readonly framesBefore: number;
  readonly logNumber: number;
  readonly writtenMs: number;
}

export function addBlock(index: SegmentIndex, stream: string, block: IndexedBlock): void {
  let of = index.streams.get(stream);
  if (of === undefined) {
    of = { blocks: [], offsets: [], sizes: [], frames: [], framesBefore: [], logNumbers: [], times: [], oldestMs: block.writtenMs };
    index.streams.set(stream, of);
  }
  of.blocks.push(block.block);
  of.offsets.push(block.offset);
  of.sizes.push(block.size);
  of.frames.push(block.frames);
  of.framesBefore.push(block.framesBefore);
  of.logNumbers.push(block.logNumber);
  of.times.push(block.writtenMs);
}

/** The index of a scanned segment. `payloadOf` reads a note's payload. */
export function indexOf(scanned: ScannedSegment, payloadOf: (offset: number) => Uint8Array): SegmentIndex {
  const index = emptyIndex();
  for (const { offset, head } of scanned.records) {
    if (head.kind === recordKinds.note) {
      const note = parseNote(payloadOf(offset));
      if (note === undefined) continue;
      for (const hash of note.keys) index.keys.push([hash, head.writtenMs]);
      if (note.state !== undefined) index.states.set(note.state.stream, note.state.bytes);
      continue;
    }
    const known = index.streams.get(head.stream)?.blocks;
    if (known !== undefined && known.length > 0 && known[known.length - 1]! >= head.block) continue;
    addBlock(index, head.stream, {
      block: head.block,
      offset,
      size: head.recordBytes,
      frames: head.frameCount,
      framesBefore: head.framesBefore,
      logNumber: head.logNumber,
      writtenMs: head.writtenMs,
    });
  }
  return index;
}

/** Place of the first block ≥ `block`; the array's length when there is none. */
export function firstAtLeast(blocks: readonly number[], block: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]! < block) low = middle + 1;
    else high = middle;
  }
  return low;
}

const cacheVersion = 2;

interface CachedIndex {
  readonly version: typeof cacheVersion;
  readonly identity: string;
  readonly streams: readonly (readonly [string, StreamIndex])[];
  readonly states: readonly (readonly [string, string])[];
  readonly keys: [string, number][];
}

/** Ties an index file to one segment file of one length. */
export function segmentIdentity(header: Buffer, segmentBytes: number): string {
  return `${header.toString('hex', 0, 32)}-${segmentBytes}`;
}

/** The index file beside a sealed segment: CRC u32, then JSON. */
export function encodeIndex(index: SegmentIndex, identity: string): Buffer {
  const cached: CachedIndex = {
    version: cacheVersion,
    identity,
    streams: [...index.streams],
    states: [...index.states].map(([stream, bytes]) => [stream, Buffer.from(bytes).toString('base64')]),
    keys: index.keys,
  };
  const text = Buffer.from(JSON.stringify(cached));
  const out = Buffer.alloc(4 + text.length);
  out.set(text, 4);
  out.writeUInt32LE(crc32(text), 0);
  return out;
}

/** Undefined when the file is damaged or speaks of another segment: then the segment is scanned. */
export function decodeIndex(file: Buffer, identity: string): SegmentIndex | undefined {
  if (file.length < 4 || crc32(file.subarray(4)) !== file.readUInt32LE(0)) return undefined;
  const cached = JSON.parse(file.toString('utf8', 4)) as CachedIndex;
  if (cached.version !== cacheVersion || cached.identity !== identity) return undefined;
  return {
    streams: new Map(cached.streams),
    states: new Map(cached.states.map(([stream, text]) => [stream, Buffer.from(text, 'base64')])),
    keys: [...cached.keys],
  };
}
