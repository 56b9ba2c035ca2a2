import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commitNumber, readCommits } from './commit-format.ts';
import type { CommitValue } from './journal.ts';
import { readMeta, readOwnership } from './journal-meta.ts';
import type { LogIdentity } from './log-identity.ts';
import { lockHolder } from './lock-file.ts';
import { isWhole, lessDamaged, otherPlace, readBlock, wantedAt } from './read-block.ts';
import { isBlock, scanSegment, type LostRecord, type ScannedSegment } from './scan-segment.ts';
import { headerSequence, segmentHeaderBytes, segmentSequence } from './segment-format.ts';
import { indexOf, type SegmentIndex } from './segment-index.ts';
import type { TrimMark } from './recover.ts';
import { cachedIndex, notePayload, Segment } from './segment.ts';
import { addSkip, isSkipped, type SkipRanges } from './skip-ranges.ts';
import { bySequence, type NamedSegment } from './segment-order.ts';
import { removeStrays, type SegmentContent } from './strays.ts';
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
  /** Frames of blocks that nobody can read; those in damaged chunks are counted by `verifyJournal` only. */
  readonly damagedFrames: number;
  /** Blocks that are missing, and those with damaged frames as far as these were counted; what `skip` may give up. */
  readonly unreadable: SkipRanges;
  /** Blocks that a person has given up. */
  readonly skipped: SkipRanges;
}

/** State of a journal's directory as its files tell. */
export interface JournalReport {
  readonly directory: string;
  readonly version: number;
  readonly generation: number;
  /** Absent from journals of before logs had identities. */
  readonly log?: LogIdentity;
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
  const all = names.filter((name) => segmentSequence(name) !== undefined).map((name) => findFile(directory, name));
  const files = [...bySequence(all)].map(([sequence, found]): FoundSegment => {
    const segment = new Segment(sequence, found.name, found.file.length, true, found.index);
    return { ...found, segment };
  });
  removeStrays(files, ({ file }) => file);
  const tally: StreamTally = { streams: new Map(), lostFrames: 0, lostBlocks: 0 };
  const frames = new Map<string, number>();
  const present = new Map<string, number[]>();
  const damaged = new Map<string, DamagedBlock[]>();
  const commits = readNewestCommits(directory, names);
  const isCommitsWhole = commits.file !== undefined && commits.damaged === 0;
  for (const { segment, index } of files) {
    for (const [stream, of] of index.streams) {
      present.set(stream, [...(present.get(stream) ?? []), ...of.blocks]);
      const mark = commits.values.get(`\0trim/${stream}`) as TrimMark | undefined;
      const isUntrimmed = isCommitsWhole && mark === undefined;
      addShare(tally, segment, stream, of, { isUntrimmed, trimmedTo: mark?.block ?? 0, skips: skipsOf(commits, stream) });
      frames.set(
        stream,
        of.frames.reduce((sum, count) => sum + count, frames.get(stream) ?? 0),
      );
    }
  }
  countLostTails(tally, files);
  for (const found of files) findDamage(found, tally, bodies, commits, damaged);
  const streams = [...tally.streams.values()].map((state): StreamReport => {
    const usage = state.usage();
    const ownDamage = damaged.get(state.name) ?? [];
    const skipped = skipsOf(commits, state.name) ?? [];
    const missing = gapsIn(present.get(state.name) ?? [], usage.tail.block, state.head - 1);
    return {
      stream: state.name,
      blocks: usage.blocks,
      frames: frames.get(state.name) ?? 0,
      bytes: usage.bytes,
      firstBlock: usage.tail.block,
      lastBlock: state.head - 1,
      damagedFrames: framesIn(ownDamage),
      unreadable: ownDamage
        .reduce((ranges, { block }) => addSkip(ranges, block, block), missing)
        .filter(([from, to]) => !isSkipped(skipped, from, to)),
      skipped,
    };
  });
  const log = readOwnership(directory);
  const allDamage = [...damaged.values()].flat();
  return {
    directory,
    version: meta.version,
    generation: meta.generation,
    ...(typeof log === 'string' ? {} : { log: { id: log.id, number: log.number, workerId: log.workerId, installation: log.installation } }),
    holderPid: lockHolder(directory),
    segments: all
      .map((one) => segmentReport(one, files.find(({ name }) => name === one.name)?.segment.sequence ?? one.headerSequence!))
      .sort((a, b) => a.sequence - b.sequence),
    streams,
    lost: { frames: tally.lostFrames + framesIn(allDamage), blocks: tally.lostBlocks + allDamage.length },
    commits: {
      file: commits.file,
      keys: [...commits.values.keys()].filter((key) => !key.startsWith('\0')),
      damagedRecords: commits.damaged,
    },
  };
}

function segmentReport({ name, file, scanned }: FoundFile, sequence: number): SegmentReport {
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

interface DamagedBlock {
  readonly block: number;
  readonly frames: number;
}

const framesIn = (blocks: readonly DamagedBlock[]): number => blocks.reduce((sum, { frames }) => sum + frames, 0);

/** Runs of numbers from `first` to `last` that are not among the given. */
function gapsIn(numbers: readonly number[], first: number, last: number): SkipRanges {
  const gaps: [number, number][] = [];
  let next = first;
  for (const number of [...numbers.toSorted((a, b) => a - b), last + 1]) {
    if (number > next) gaps.push([next, Math.min(number - 1, last)]);
    next = Math.max(next, number + 1);
  }
  return gaps;
}

interface FoundFile extends NamedSegment, SegmentContent {
  readonly file: Buffer;
  readonly scanned: ScannedSegment;
  readonly lost: readonly LostRecord[];
}

interface FoundSegment extends FoundFile {
  readonly segment: Segment;
}

/** With the index as the journal knows it: of its index file, else of the segment. */
function findFile(directory: string, name: string): FoundFile {
  const path = join(directory, name);
  const file = readFileSync(path);
  const scanned = scanSegment(file, name);
  const cached = cachedIndex(path, file.subarray(0, segmentHeaderBytes), file.length);
  return {
    name,
    headerSequence: headerSequence(file),
    file,
    generation: scanned.generation,
    scanned,
    index: cached ?? scannedIndex(file, scanned),
    lost: cached === undefined ? scanned.lost : [],
  };
}

const scannedIndex = (file: Buffer, scanned: ScannedSegment): SegmentIndex => indexOf(scanned, (offset) => notePayload(file, offset));

/** Adds each stream's blocks that cannot be read, or with `bodies` those with any damage. Blocks that a later segment has too, and those given up, do not count. */
function findDamage(
  { file, scanned, segment, index }: FoundSegment,
  { streams }: StreamTally,
  bodies: boolean,
  commits: NewestCommits,
  damaged: Map<string, DamagedBlock[]>,
): void {
  let others: SegmentIndex | undefined;
  for (const [stream, of] of index.streams) {
    const share = streams.get(stream)?.shares.find((one) => one.segment === segment);
    for (const [place, block] of of.blocks.entries()) {
      if (share === undefined || block > share.last || isSkipped(skipsOf(commits, stream), block)) continue;
      const wanted = wantedAt(stream, of, place);
      let read = readBlock(file, of.offsets[place]!, wanted);
      if (!isWhole(read)) {
        const other = otherPlace((others ??= scannedIndex(file, scanned)), of.offsets[place]!, wanted);
        if (other !== undefined) read = lessDamaged(read, readBlock(file, other.offset, wanted));
      }
      const frames = read === undefined ? of.frames[place]! : bodies ? read.damagedFrames.length : 0;
      if (frames > 0) damaged.set(stream, [...(damaged.get(stream) ?? []), { block, frames }]);
    }
  }
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
