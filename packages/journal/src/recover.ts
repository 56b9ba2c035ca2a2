import { closeSync, ftruncateSync, openSync, readFileSync, readSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Log } from '@acequia/base';
import { keyLifeMs, type KeyTable } from './key-table.ts';
import { scanSegment, type LostRecord } from './scan-segment.ts';
import { encodeIndex, indexOf, decodeIndex, segmentIdentity, type SegmentIndex } from './segment-index.ts';
import { headerSequence, indexName, segmentHeaderBytes, segmentSequence } from './segment-format.ts';
import { notePayload, Segment } from './segment.ts';
import { addShare, countLostTails, streamOf, type StreamTally } from './stream-tally.ts';
import type { DiskCommitLog } from './disk-commit-log.ts';
import type { Writer } from './writer-jobs.ts';

/** What a journal knew and lost when it was opened. */
export interface Recovered extends StreamTally {
  readonly segments: Segment[];
  /** Newest state of each pull listener and the segment it lies in; undefined = in the commit log. */
  readonly states: Map<string, { readonly bytes: Uint8Array; readonly segment: Segment | undefined }>;
  /** Removed streams whose marks are needed no longer. */
  readonly forgotten: string[];
}

/** What the commit log keeps of a stream under `trim/<stream>`: its first block, the frames before it, and whether it was removed. */
export interface TrimMark {
  readonly block: number;
  readonly frames: number;
  readonly droppedAt?: number;
}

interface FoundSegment {
  readonly segment: Segment;
  readonly index: SegmentIndex;
  readonly lost: readonly LostRecord[];
}

/** Streams and segments of a directory as its files tell. Cuts torn tails, writes missing index files, sets damage aside and counts it. Throws only `JournalTooNew`. */
export async function recover(
  directory: string,
  commits: DiskCommitLog,
  keys: KeyTable,
  writer: Writer,
  clock: Clock,
  log: Log,
): Promise<Recovered> {
  const names = readdirSync(directory).filter((name) => segmentSequence(name) !== undefined);
  const found: FoundSegment[] = [];
  for (const name of names) {
    const one = await findSegment(directory, name, writer, log);
    if (found.some((other) => other.segment.sequence === one.segment.sequence))
      log.error({ segment: name }, 'journal: a second file of the same segment is left aside');
    else found.push(one);
  }
  found.sort((a, b) => a.segment.sequence - b.segment.sequence);

  const result: Recovered = {
    segments: found.map((one) => one.segment),
    streams: new Map(),
    states: new Map(),
    lostFrames: 0,
    lostBlocks: 0,
    forgotten: [],
  };
  for (const [stream, text] of commits.own('state/')) {
    if (typeof text === 'string') result.states.set(stream, { bytes: Buffer.from(text, 'base64'), segment: undefined });
  }
  const marks = new Map(commits.own('trim/').map(([stream, mark]) => [stream, mark as unknown as TrimMark]));
  for (const { segment, index } of found) {
    for (const [stream, of] of index.streams) addShare(result, segment, stream, of);
    for (const [stream, bytes] of index.states) {
      if ((marks.get(stream)?.droppedAt ?? -1) < segment.sequence) result.states.set(stream, { bytes, segment });
    }
    for (const [hash, at] of index.keys) if (at > clock.now() - keyLifeMs) keys.add([hash], at);
    segment.index = undefined;
  }
  const oldest = found[0]?.segment.sequence ?? Number.POSITIVE_INFINITY;
  for (const [stream, mark] of marks) applyMark(result, stream, mark, oldest);
  countLostTails(result, found);
  if (result.lostBlocks > 0) log.error({ blocks: result.lostBlocks, frames: result.lostFrames }, 'journal: damaged blocks were set aside');
  return result;
}

async function findSegment(directory: string, name: string, writer: Writer, log: Log): Promise<FoundSegment> {
  const path = join(directory, name);
  const bytes = statSync(path).size;
  const cached = readIfThere(indexName(path));
  if (cached !== undefined) {
    const header = readStart(path, segmentHeaderBytes);
    const index = decodeIndex(cached, segmentIdentity(header, bytes));
    if (index !== undefined)
      return { segment: new Segment(headerSequence(header) ?? segmentSequence(name)!, path, bytes, true, undefined), index, lost: [] };
  }
  const file = readFileSync(path);
  const scanned = scanSegment(file, name);
  if (scanned.length < bytes) {
    log.warn({ segment: name, bytes: bytes - scanned.length }, 'journal: an unfinished append was cut');
    const fd = openSync(path, 'r+');
    ftruncateSync(fd, scanned.length);
    closeSync(fd);
  }
  if (scanned.damagedBytes > 0) log.error({ segment: name, bytes: scanned.damagedBytes }, 'journal: unreadable bytes were passed over');
  const index = indexOf(scanned, (offset) => notePayload(file, offset));
  const sequence = headerSequence(file) ?? segmentSequence(name)!;
  const length = Math.min(bytes, scanned.length);
  if (scanned.lost.length === 0 && scanned.damagedBytes === 0) {
    const cache = encodeIndex(index, segmentIdentity(file.subarray(0, segmentHeaderBytes), length));
    await writer.run({ kind: 'file', path: indexName(path), bytes: cache, sync: false });
  }
  return { segment: new Segment(sequence, path, length, true, undefined), index, lost: scanned.lost };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function readStart(path: string, bytes: number): Buffer {
  const fd = openSync(path, 'r');
  try {
    const start = Buffer.alloc(bytes);
    return start.subarray(0, readSync(fd, start, 0, bytes, 0));
  } finally {
    closeSync(fd);
  }
}

/** A removed stream is forgotten when no segment can hold anything of it. */
function applyMark(result: Recovered, stream: string, mark: TrimMark, oldest: number): void {
  const hasBlocks = result.streams.has(stream);
  if (mark.droppedAt !== undefined && mark.droppedAt < oldest && !hasBlocks) {
    result.forgotten.push(stream);
    return;
  }
  const state = streamOf(result.streams, stream);
  if (mark.block > state.head) {
    state.head = mark.block;
    state.framesNext = Math.max(state.framesNext, mark.frames);
  }
  state.trim({ block: mark.block, frame: 0 });
  if (state.shares.length === 0) state.droppedAt = mark.droppedAt;
}
