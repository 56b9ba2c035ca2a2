import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commitNumber, readCommits } from './commit-format.ts';
import type { CommitValue } from './journal.ts';
import { readMeta } from './journal-meta.ts';
import { lockHolder } from './lock-file.ts';
import { readBody } from './record-format.ts';
import { isBlock, scanSegment, type ScannedSegment } from './scan-segment.ts';
import { headerSequence, segmentSequence } from './segment-format.ts';
import { indexOf, type SegmentIndex } from './segment-index.ts';
import type { TrimMark } from './recover.ts';
import { notePayload, Segment } from './segment.ts';
import { isSkipped, type SkipRanges } from './skip-ranges.ts';
import { addShare, countLostTails, type StreamTally } from './stream-tally.ts';

export interface SegmentReport {
  readonly file: string;
  readonly sequence: number;
  readonly bytes: number;
  readonly blocks: number;
  readonly frames: number;
  /** Bytes between sound records that nothing can be read from. */
  readonly damagedBytes: number;
  /** Bytes at the end that were never acknowledged; the next opening cuts them. */
  readonly unfinishedBytes: number;
}

export interface StreamReport {
  readonly stream: string;
  readonly blocks: number;
  readonly frames: number;
  readonly bytes: number;
  readonly firstBlock: number;
  readonly lastBlock: number;
  /** Frames in damaged chunks; counted by `verifyJournal` only. */
  readonly damagedFrames: number;
  /** Blocks that a person has given up. */
  readonly skipped: SkipRanges;
}

/** State of a journal's directory as its files tell. */
export interface JournalReport {
  readonly directory: string;
  readonly version: number;
  readonly generation: number;
  /** The living process that holds the journal. */
  readonly holderPid: number | undefined;
  readonly segments: readonly SegmentReport[];
  readonly streams: readonly StreamReport[];
  /** Frames and blocks that were acknowledged and are lost. */
  readonly lost: { readonly frames: number; readonly blocks: number };
  readonly commits: { readonly file: string | undefined; readonly keys: readonly string[]; readonly damagedRecords: number };
}

/** Reads all heads of the journal in a directory. Changes nothing, takes no lock; what a running journal writes meanwhile may look unfinished. */
export function inspectJournal(directory: string): JournalReport {
  return report(directory, false);
}

/** As `inspectJournal`, and checks every byte against its CRC. */
export function verifyJournal(directory: string): JournalReport {
  return report(directory, true);
}

function report(directory: string, bodies: boolean): JournalReport {
  const names = readdirSync(directory);
  const meta = readMeta(directory) ?? { version: 0, generation: 0 };
  const files = names
    .filter((name) => segmentSequence(name) !== undefined)
    .map((name) => {
      const file = readFileSync(join(directory, name));
      return { name, file, sequence: headerSequence(file) ?? segmentSequence(name)!, scanned: scanSegment(file, name) };
    })
    .sort((a, b) => a.sequence - b.sequence);
  const tally: StreamTally = { streams: new Map(), lostFrames: 0, lostBlocks: 0 };
  const frames = new Map<string, number>();
  const damaged = new Map<string, number>();
  let damagedBlocks = 0;
  const commits = readNewestCommits(directory, names);
  const isWhole = commits.file !== undefined && commits.damaged === 0;
  for (const { name, file, sequence, scanned } of files) {
    const index = indexOf(scanned, (offset) => notePayload(file, offset));
    const segment = new Segment(sequence, name, file.length, true, index);
    for (const [stream, of] of index.streams) {
      const mark = commits.values.get(`\0trim/${stream}`) as TrimMark | undefined;
      const isUntrimmed = isWhole && mark === undefined;
      addShare(tally, segment, stream, of, { isUntrimmed, trimmedTo: mark?.block ?? 0, skips: skipsOf(commits, stream) });
      frames.set(
        stream,
        of.frames.reduce((sum, count) => sum + count, frames.get(stream) ?? 0),
      );
    }
    if (bodies) damagedBlocks += countDamage(file, scanned, index, commits, damaged);
  }
  countLostTails(
    tally,
    files.map(({ scanned }) => scanned),
  );
  const streams = [...tally.streams.values()].map((state): StreamReport => {
    const usage = state.usage();
    return {
      stream: state.name,
      blocks: usage.blocks,
      frames: frames.get(state.name) ?? 0,
      bytes: usage.bytes,
      firstBlock: usage.tail.block,
      lastBlock: state.head - 1,
      damagedFrames: damaged.get(state.name) ?? 0,
      skipped: skipsOf(commits, state.name) ?? [],
    };
  });
  const damagedFrames = [...damaged.values()].reduce((sum, count) => sum + count, 0);
  return {
    directory,
    ...meta,
    holderPid: lockHolder(directory),
    segments: files.map(({ name, file, sequence, scanned }) => segmentReport(name, file, sequence, scanned)),
    streams,
    lost: { frames: tally.lostFrames + damagedFrames, blocks: tally.lostBlocks + damagedBlocks },
    commits: {
      file: commits.file,
      keys: [...commits.values.keys()].filter((key) => !key.startsWith('\0')),
      damagedRecords: commits.damaged,
    },
  };
}

function segmentReport(name: string, file: Buffer, sequence: number, scanned: ScannedSegment): SegmentReport {
  const blocks = scanned.records.filter(isBlock);
  return {
    file: name,
    sequence,
    bytes: file.length,
    blocks: blocks.length,
    frames: blocks.reduce((sum, { head }) => sum + head.frameCount, 0),
    damagedBytes: scanned.damagedBytes,
    unfinishedBytes: file.length - Math.min(file.length, scanned.length),
  };
}

/** Adds each stream's damaged frames; returns the blocks that have some. Copies of blocks that stand elsewhere too, and blocks given up, do not count. */
function countDamage(
  file: Buffer,
  scanned: ScannedSegment,
  index: SegmentIndex,
  commits: NewestCommits,
  damaged: Map<string, number>,
): number {
  let blocks = 0;
  const counted = new Set([...index.streams.values()].flatMap(({ offsets }) => offsets));
  for (const record of scanned.records) {
    if (!isBlock(record) || !counted.has(record.offset)) continue;
    if (isSkipped(skipsOf(commits, record.head.stream), record.head.block)) continue;
    const found = readBody(file, record.offset, record.head).damagedFrames.length;
    if (found === 0) continue;
    blocks++;
    damaged.set(record.head.stream, (damaged.get(record.head.stream) ?? 0) + found);
  }
  return blocks;
}

const skipsOf = (commits: NewestCommits, stream: string): SkipRanges | undefined =>
  commits.values.get(`\0skip/${stream}`) as SkipRanges | undefined;

interface NewestCommits {
  readonly file: string | undefined;
  readonly values: ReadonlyMap<string, CommitValue>;
  readonly damaged: number;
}

function readNewestCommits(directory: string, names: readonly string[]): NewestCommits {
  const file = names
    .filter((name) => commitNumber(name) !== undefined)
    .toSorted()
    .at(-1);
  if (file === undefined) return { file, values: new Map(), damaged: 0 };
  return { file, ...readCommits(readFileSync(join(directory, file)), file) };
}
