import { closeSync, openSync, readFileSync, readSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Log } from '@acequia/base';
import { failureOf } from './errors.ts';
import { keyLifeMs, type KeyTable } from './key-table.ts';
import { scanSegment, type LostRecord } from './scan-segment.ts';
import { encodeIndex, indexOf, segmentIdentity } from './segment-index.ts';
import { headerGeneration, headerSequence, indexName, segmentHeaderBytes, segmentSequence } from './segment-format.ts';
import { cachedIndex, notePayload, Segment } from './segment.ts';
import type { SkipRanges } from './skip-ranges.ts';
import { bySequence, type NamedSegment } from './segment-order.ts';
import { removeStrays, type SegmentContent } from './strays.ts';
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
  /** Names of the commit log's entries for files whose end is now as it says. */
  readonly settledEnds: string[];
}

/** What the commit log keeps of a stream under `trim/<stream>`: its first block, the frames before it, and whether it was removed. */
export interface TrimMark {
  readonly block: number;
  readonly frames: number;
  readonly droppedAt?: number;
}

/** Kept under `head/<stream>`: the next block and the frames before it, of a stream with blocks that may not have been synced. */
export interface HeadMark {
  readonly block: number;
  readonly frames: number;
}

interface FoundFile extends NamedSegment, SegmentContent {
  readonly path: string;
  readonly bytes: number;
  readonly lost: readonly LostRecord[];
  readonly hasCache: boolean;
  /** The index file to be written once the segment is durable; undefined when there is one, or damage that is to be counted again. */
  readonly newCache: Buffer | undefined;
}

interface FoundSegment extends FoundFile {
  readonly segment: Segment;
}

/** Streams and segments of a directory as its files tell. Cuts torn tails, writes missing index files, sets damage aside and counts it. Throws `JournalTooNew`; `JournalFailed` or `JournalFull` when the disk refuses a cut or a sync. */
export async function recover(
  directory: string,
  commits: DiskCommitLog,
  keys: KeyTable,
  writer: Writer,
  clock: Clock,
  log: Log,
): Promise<Recovered> {
  const names = segmentFiles(directory);
  const files: FoundFile[] = [];
  for (const name of names) files.push(await findFile(directory, name, commits, writer, log));
  const sequences = bySequence(files);
  const found = [...sequences].map(([sequence, file]) => ({
    ...file,
    segment: new Segment(sequence, file.path, file.bytes, true, undefined),
  }));
  for (const { name } of files)
    if (!found.some((one) => one.name === name)) log.error({ segment: name }, 'journal: a second file of the same segment is left aside');
  await makeDurable(found, writer);
  removeStrays(found, ({ segment }) => readFileSync(segment.path));

  const result: Recovered = {
    segments: found.map((one) => one.segment),
    streams: new Map(),
    states: new Map(),
    lostFrames: 0,
    lostBlocks: 0,
    forgotten: [],
    settledEnds: commits.own('end/').map(([sequence]) => `end/${sequence}`),
  };
  for (const [stream, text] of commits.own('state/')) {
    if (typeof text === 'string') result.states.set(stream, { bytes: Buffer.from(text, 'base64'), segment: undefined });
  }
  const marks = new Map(commits.own('trim/').map(([stream, mark]) => [stream, mark as unknown as TrimMark]));
  for (const { segment, index } of found) {
    for (const [stream, of] of index.streams) {
      const skips = commits.ownValue(`skip/${stream}`) as SkipRanges | undefined;
      addShare(result, segment, stream, of, {
        isUntrimmed: commits.isWhole && !marks.has(stream),
        trimmedTo: marks.get(stream)?.block ?? 0,
        skips,
      });
    }
    for (const [stream, bytes] of index.states) {
      if ((marks.get(stream)?.droppedAt ?? -1) < segment.sequence) result.states.set(stream, { bytes, segment });
    }
    for (const [hash, at] of index.keys) if (at > clock.now() - keyLifeMs) keys.add([hash], at);
    segment.index = undefined;
  }
  const oldest = found[0]?.segment.sequence ?? Number.POSITIVE_INFINITY;
  for (const [stream, mark] of marks) applyMark(result, stream, mark, oldest);
  countLostTails(result, found);
  for (const [stream, mark] of commits.own('head/')) applyHead(result, stream, mark as unknown as HeadMark);
  if (result.lostBlocks > 0) log.error({ blocks: result.lostBlocks, frames: result.lostFrames }, 'journal: damaged blocks were set aside');
  return result;
}

/**
 * What a killed process wrote and did not sync, or failed to, is read from now on, so it must not disappear in a power cut. Only then index
 * files are written: a segment that has one is known to have reached the disk.
 */
async function makeDurable(found: readonly FoundSegment[], writer: Writer): Promise<void> {
  if (found.length === 0) return;
  const pathsOf = (some: readonly FoundSegment[]): string[] => some.map(({ segment }) => segment.path);
  const [known, unknown] = [found.filter(({ hasCache }) => hasCache), found.filter(({ hasCache }) => !hasCache)];
  for (const job of [
    { kind: 'sync', paths: pathsOf(known) },
    { kind: 'rewrite', paths: pathsOf(unknown) },
  ] as const) {
    const reply = await writer.run(job);
    if (reply.outcome !== 'done') throw failureOf(reply.outcome === 'full', `the segments cannot be synced: ${reply.error}`);
  }
  for (const { segment, newCache } of found)
    if (newCache !== undefined) await writer.run({ kind: 'file', path: indexName(segment.path), bytes: newCache, sync: false });
}

async function cut(path: string, length: number, writer: Writer): Promise<void> {
  const reply = await writer.run({ kind: 'truncate', path, length });
  if (reply.outcome !== 'done')
    throw failureOf(reply.outcome === 'full', `what was never acknowledged cannot be cut from ${path}: ${reply.error}`);
}

/** The newest generation any segment was begun in; 0 without segments. The journal's own count may be damaged or gone. */
export function newestGeneration(directory: string): number {
  let newest = 0;
  for (const name of segmentFiles(directory)) {
    const header = readStart(join(directory, name), segmentHeaderBytes);
    newest = Math.max(newest, headerGeneration(header) ?? 0);
  }
  return newest;
}

function segmentFiles(directory: string): string[] {
  return readdirSync(directory).filter((name) => segmentSequence(name) !== undefined);
}

async function findFile(directory: string, name: string, commits: DiskCommitLog, writer: Writer, log: Log): Promise<FoundFile> {
  const path = join(directory, name);
  const header = readStart(path, segmentHeaderBytes);
  const end = commits.ownValue(`end/${headerSequence(header) ?? segmentSequence(name)!}`);
  if (typeof end === 'number' && end < statSync(path).size) await cut(path, end, writer);
  const bytes = statSync(path).size;
  const known = { name, headerSequence: headerSequence(header), path };
  const cached = cachedIndex(path, header, bytes);
  if (cached !== undefined)
    return { ...known, bytes, generation: headerGeneration(header), index: cached, lost: [], hasCache: true, newCache: undefined };
  const file = readFileSync(path);
  const scanned = scanSegment(file, name);
  if (scanned.length < bytes) {
    log.warn({ segment: name, bytes: bytes - scanned.length }, 'journal: an unfinished append was cut');
    await cut(path, scanned.length, writer);
  }
  if (scanned.damagedBytes > 0) log.error({ segment: name, bytes: scanned.damagedBytes }, 'journal: unreadable bytes were passed over');
  const index = indexOf(scanned, (offset) => notePayload(file, offset));
  const length = Math.min(bytes, scanned.length);
  const isSound = scanned.lost.length === 0 && scanned.damagedBytes === 0;
  const newCache = isSound ? encodeIndex(index, segmentIdentity(file.subarray(0, segmentHeaderBytes), length)) : undefined;
  return { ...known, bytes: length, generation: scanned.generation, index, lost: scanned.lost, hasCache: false, newCache };
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

/** Commits have spoken of blocks that never reached the disk: they are lost, and their numbers are not given again. */
function applyHead(result: Recovered, stream: string, mark: HeadMark): void {
  const state = streamOf(result.streams, stream);
  if (mark.block <= state.head) return;
  result.lostBlocks += mark.block - state.head;
  result.lostFrames += Math.max(0, mark.frames - state.framesNext);
  state.head = mark.block;
  state.framesNext = Math.max(state.framesNext, mark.frames);
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
