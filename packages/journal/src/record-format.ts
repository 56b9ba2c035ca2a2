import { crc32 } from 'node:zlib';
import { KiB } from '@acequia/base';

/**
 * A record of a segment file, little endian, 8-aligned (engine decisions 1, 2 and 6).
 *
 *     head    0 magic 'AQBK' u32      32 block number   f64     72 codec        u32
 *             4 version      u8       40 log number     f64     76 stream bytes u16
 *             5 kind         u8       48 group          f64     78 (zero)       u16
 *             6 flags        u16      56 written, ms    f64     80 meta bytes   u32
 *             8 CRC of 4…8 and 12… (version 1: of 12… alone) u32
 *                                       64 frames before  f64     84 chunks       u32
 *            12 head bytes   u32      88 stream name, meta (u32 length + text, each), CRC of each chunk; pad to 8
 *            16 body bytes   u32
 *            20 record bytes u32
 *            24 generation   u32
 *            28 frames       u32
 *     body   frame table (5 u32 a frame), payload; cut into chunks of 16 KiB with a CRC each; pad to 8
 *     foot   0 magic 'AQEN'  4 record bytes  8 block number f64  16 frames  20 CRC of stream name  24 generation  28 CRC of 0…28
 *
 * "frames before" counts the stream's frames in earlier blocks, and the foot repeats what the head says: so what a
 * damaged block held is still known.
 */
export const recordVersion = 2;
export const recordMagic = 0x4b425141;
const footMagic = 0x4e455141;
export const headFixedBytes = 88;
export const footBytes = 32;
export const chunkBytes = 16 * KiB;
export const frameWords = 5;
const frameBytes = frameWords * 4;

export const recordKinds = { block: 1, note: 2 } as const;
/** The last record of its group. */
export const groupEnd = 1;
/** The first record of what was written and synced at once (since version 2). */
export const batchStart = 2;

export const pad8 = (bytes: number): number => (bytes + 7) & ~7;

export interface RecordInput {
  readonly kind: number;
  readonly last: boolean;
  readonly startsBatch: boolean;
  readonly stream: string;
  readonly generation: number;
  readonly block: number;
  readonly logNumber: number;
  readonly group: number;
  readonly writtenMs: number;
  readonly framesBefore: number;
  readonly codec: number;
  readonly meta: readonly string[];
  readonly frames: Uint32Array;
  readonly frameCount: number;
  readonly payloadBytes: number;
}

/** Sizes of a record before it is written. */
export interface RecordSizes {
  readonly head: number;
  readonly body: number;
  readonly record: number;
}

export function recordSizes(input: RecordInput): RecordSizes {
  let meta = 0;
  for (const text of input.meta) meta += 4 + Buffer.byteLength(text);
  const body = input.frameCount * frameBytes + input.payloadBytes;
  const head = pad8(headFixedBytes + Buffer.byteLength(input.stream) + meta + 4 * Math.ceil(body / chunkBytes));
  return { head, body, record: head + pad8(body) + footBytes };
}

/** Writes head (without its CRCs) and frame table at `at`; returns the place after them, where the payload belongs. */
export function writeHead(out: Buffer, at: number, input: RecordInput, sizes: RecordSizes): number {
  out.fill(0, at, at + sizes.head);
  out.writeUInt32LE(recordMagic, at);
  out[at + 4] = recordVersion;
  out[at + 5] = input.kind;
  out.writeUInt16LE((input.last ? groupEnd : 0) | (input.startsBatch ? batchStart : 0), at + 6);
  out.writeUInt32LE(sizes.head, at + 12);
  out.writeUInt32LE(sizes.body, at + 16);
  out.writeUInt32LE(sizes.record, at + 20);
  out.writeUInt32LE(input.generation, at + 24);
  out.writeUInt32LE(input.frameCount, at + 28);
  out.writeDoubleLE(input.block, at + 32);
  out.writeDoubleLE(input.logNumber, at + 40);
  out.writeDoubleLE(input.group, at + 48);
  out.writeDoubleLE(input.writtenMs, at + 56);
  out.writeDoubleLE(input.framesBefore, at + 64);
  out.writeUInt32LE(input.codec, at + 72);
  const streamBytes = out.write(input.stream, at + headFixedBytes);
  out.writeUInt16LE(streamBytes, at + 76);
  let to = at + headFixedBytes + streamBytes;
  for (const text of input.meta) {
    const length = out.write(text, to + 4);
    out.writeUInt32LE(length, to);
    to += 4 + length;
  }
  out.writeUInt32LE(to - at - headFixedBytes - streamBytes, at + 80);
  out.writeUInt32LE(Math.ceil(sizes.body / chunkBytes), at + 84);
  const frames = new Uint8Array(input.frames.buffer, input.frames.byteOffset, input.frameCount * frameBytes);
  out.set(frames, at + sizes.head);
  return at + sizes.head + frames.length;
}

/** Zero padding and foot; returns the place after them. */
export function writeFoot(out: Buffer, at: number, input: RecordInput, sizes: RecordSizes): number {
  const foot = at + pad8(sizes.body) - sizes.body;
  out.fill(0, at, foot);
  out.writeUInt32LE(footMagic, foot);
  out.writeUInt32LE(sizes.record, foot + 4);
  out.writeDoubleLE(input.block, foot + 8);
  out.writeUInt32LE(input.frameCount, foot + 16);
  out.writeUInt32LE(crc32(input.stream), foot + 20);
  out.writeUInt32LE(input.generation, foot + 24);
  out.writeUInt32LE(crc32(out.subarray(foot, foot + 28)), foot + 28);
  return foot + footBytes;
}

/** Puts the CRCs of chunks and head in. `head` begins at the record and runs over its frame table; `payload` is the rest of the body. */
export function sealHead(head: Buffer, payload: Uint8Array): void {
  const headBytes = head.readUInt32LE(12);
  const bodyBytes = head.readUInt32LE(16);
  const tableBytes = bodyBytes - payload.length;
  const table = head.subarray(headBytes, headBytes + tableBytes);
  const chunks = head.readUInt32LE(84);
  const crcAt = headFixedBytes + head.readUInt16LE(76) + head.readUInt32LE(80);
  for (let chunk = 0; chunk < chunks; chunk++) {
    const from = chunk * chunkBytes;
    const to = Math.min(bodyBytes, from + chunkBytes);
    let crc = 0;
    if (from < tableBytes) crc = crc32(table.subarray(from, Math.min(to, tableBytes)), crc);
    if (to > tableBytes) crc = crc32(payload.subarray(Math.max(0, from - tableBytes), to - tableBytes), crc);
    head.writeUInt32LE(crc, crcAt + chunk * 4);
  }
  head.writeUInt32LE(headCrc(head, 0, headBytes), 8);
}

/** Covers everything but the magic and itself, so that no flipped bit looks like another kind, the end of a group or a newer version. */
function headCrc(file: Buffer, at: number, headBytes: number): number {
  const first = file[at + 4] === 1 ? 0 : crc32(file.subarray(at + 4, at + 8));
  return crc32(file.subarray(at + 12, at + headBytes), first);
}

/** What a sound head says. */
export interface RecordHead {
  readonly kind: number;
  readonly last: boolean;
  readonly startsBatch: boolean;
  readonly stream: string;
  readonly generation: number;
  readonly block: number;
  readonly logNumber: number;
  readonly group: number;
  readonly writtenMs: number;
  readonly framesBefore: number;
  readonly codec: number;
  readonly frameCount: number;
  readonly headBytes: number;
  readonly bodyBytes: number;
  readonly recordBytes: number;
  readonly metaAt: number;
  readonly metaEnd: number;
  readonly chunks: number;
}

const kindsAndSizes = (head: RecordHead): boolean =>
  head.recordBytes === head.headBytes + pad8(head.bodyBytes) + footBytes &&
  head.frameCount * frameBytes <= head.bodyBytes &&
  head.chunks === Math.ceil(head.bodyBytes / chunkBytes) &&
  pad8(head.metaEnd + head.chunks * 4) === head.headBytes;

/** Version of the record at `at`; undefined when there is none. */
export function recordVersionAt(file: Buffer, at: number): number | undefined {
  return at + headFixedBytes <= file.length && file.readUInt32LE(at) === recordMagic ? file[at + 4] : undefined;
}

/** The head at `at`, undefined when it is damaged, cut, or none. */
export function readHead(file: Buffer, at: number): RecordHead | undefined {
  if (at + headFixedBytes > file.length || file.readUInt32LE(at) !== recordMagic) return undefined;
  const headBytes = file.readUInt32LE(at + 12);
  if (headBytes < headFixedBytes || at + headBytes > file.length) return undefined;
  if (headCrc(file, at, headBytes) !== file.readUInt32LE(at + 8)) return undefined;
  const streamBytes = file.readUInt16LE(at + 76);
  const metaAt = headFixedBytes + streamBytes;
  const head: RecordHead = {
    kind: file[at + 5]!,
    last: (file.readUInt16LE(at + 6) & groupEnd) !== 0,
    startsBatch: (file.readUInt16LE(at + 6) & batchStart) !== 0,
    stream: file.toString('utf8', at + headFixedBytes, at + metaAt),
    generation: file.readUInt32LE(at + 24),
    block: file.readDoubleLE(at + 32),
    logNumber: file.readDoubleLE(at + 40),
    group: file.readDoubleLE(at + 48),
    writtenMs: file.readDoubleLE(at + 56),
    framesBefore: file.readDoubleLE(at + 64),
    codec: file.readUInt32LE(at + 72),
    frameCount: file.readUInt32LE(at + 28),
    headBytes,
    bodyBytes: file.readUInt32LE(at + 16),
    recordBytes: file.readUInt32LE(at + 20),
    metaAt,
    metaEnd: metaAt + file.readUInt32LE(at + 80),
    chunks: file.readUInt32LE(at + 84),
  };
  return kindsAndSizes(head) ? head : undefined;
}

/** What a sound foot says about the record that ends with it. */
export interface RecordFoot {
  readonly recordBytes: number;
  readonly block: number;
  readonly frameCount: number;
  readonly streamCrc: number;
}

export function readFoot(file: Buffer, at: number): RecordFoot | undefined {
  if (at + footBytes > file.length || file.readUInt32LE(at) !== footMagic) return undefined;
  if (crc32(file.subarray(at, at + 28)) !== file.readUInt32LE(at + 28)) return undefined;
  return {
    recordBytes: file.readUInt32LE(at + 4),
    block: file.readDoubleLE(at + 8),
    frameCount: file.readUInt32LE(at + 16),
    streamCrc: file.readUInt32LE(at + 20),
  };
}

/** Numbers of the body's damaged chunks. */
export function damagedChunks(file: Buffer, at: number, head: RecordHead): number[] {
  const bodyAt = at + head.headBytes;
  const bad: number[] = [];
  for (let chunk = 0; chunk < head.chunks; chunk++) {
    const from = bodyAt + chunk * chunkBytes;
    const to = Math.min(bodyAt + head.bodyBytes, from + chunkBytes);
    const wanted = file.readUInt32LE(at + head.metaEnd + chunk * 4);
    if (to > file.length || crc32(file.subarray(from, to)) !== wanted) bad.push(chunk);
  }
  return bad;
}

/** Meta dictionary, frame table and payload of the record at `at`. Frames that touch a damaged chunk are listed and have length 0. */
export function readBody(
  file: Buffer,
  at: number,
  head: RecordHead,
): { meta: string[]; frames: Uint32Array; payload: Buffer; damagedFrames: number[] } {
  const meta: string[] = [];
  for (let from = at + head.metaAt; from < at + head.metaEnd;) {
    const length = file.readUInt32LE(from);
    meta.push(file.toString('utf8', from + 4, from + 4 + length));
    from += 4 + length;
  }
  const bodyAt = at + head.headBytes;
  const tableBytes = head.frameCount * frameBytes;
  const table = new Uint8Array(tableBytes);
  table.set(file.subarray(bodyAt, bodyAt + tableBytes));
  const frames = new Uint32Array(table.buffer);
  const payload = file.subarray(bodyAt + tableBytes, bodyAt + head.bodyBytes);
  const bad = new Set(damagedChunks(file, at, head));
  const damagedFrames: number[] = [];
  if (bad.size > 0) {
    for (let frame = 0; frame < head.frameCount; frame++) {
      if (!touches(bad, frame, frames, tableBytes)) continue;
      damagedFrames.push(frame);
      frames.fill(0, frame * frameWords, (frame + 1) * frameWords);
    }
  }
  return { meta, frames, payload, damagedFrames };
}

function touches(bad: ReadonlySet<number>, frame: number, frames: Uint32Array, tableBytes: number): boolean {
  const entry = frame * frameBytes;
  if (bad.has(Math.floor(entry / chunkBytes)) || bad.has(Math.floor((entry + frameBytes - 1) / chunkBytes))) return true;
  const from = tableBytes + frames[frame * frameWords]!;
  const to = from + Math.max(1, frames[frame * frameWords + 1]!) - 1;
  for (let chunk = Math.floor(from / chunkBytes); chunk <= Math.floor(to / chunkBytes); chunk++) if (bad.has(chunk)) return true;
  return false;
}
