import { closeSync, fsyncSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { MiB, silentLog, type Clock } from '@acequia/base';
import type { DiskJournal } from './disk-journal.ts';
import { JournalFailed } from './errors.ts';
import type { Journal, StoredBlock } from './journal.ts';
import { openFoundJournal } from './open-journal.ts';
import { frameWords } from './record-format.ts';
import { segmentSequence } from './segment-format.ts';

/** Blocks of one stream; without an end, up to the head. */
export interface BlockRange {
  readonly stream: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A frame as it was received. */
export interface ExportedFrame {
  readonly stream: string;
  readonly block: number;
  readonly frame: number;
  readonly origin: string;
  /** Revision of the listener's settings that framed it. */
  readonly codec: number;
  readonly flags: number;
  readonly meta: unknown;
  /** The bytes as text when they are UTF-8, else in base64. */
  readonly text?: string;
  readonly base64?: string;
}

export interface ExportTotals {
  readonly frames: number;
  /** Frames in the range that nobody can read. */
  readonly damagedFrames: number;
}

export interface SkipOrder {
  readonly stream: string;
  readonly from: number;
  readonly to: number;
  /** Who ordered it, and why; kept for ever. */
  readonly who: string;
  readonly why: string;
}

/** What a person changes, and who and why. */
export type DoctorChange =
  | (SkipOrder & { readonly action: 'skip' })
  | {
      readonly action: 'redrive';
      /** Of the dead letters. */
      readonly stream: string;
      readonly filter: Readonly<Record<string, string>>;
      readonly into: string;
      readonly who: string;
      readonly why: string;
    };

/** A line of `audit.ndjson` in the journal's directory, written and synced before the change it tells of. */
export type DoctorAudit = DoctorChange & {
  /** ISO 8601, UTC. */
  readonly at: string;
};

const readBytes = 4 * MiB;
const auditName = 'audit.ndjson';

/** Gives each readable frame of a range to `take`, in order. Holds the journal meanwhile; rejects as `openJournal` does, and for a stream that is not there. */
export async function exportFrames(
  directory: string,
  range: BlockRange,
  clock: Clock,
  take: (frame: ExportedFrame) => void,
): Promise<ExportTotals> {
  return withJournal(directory, clock, async (journal) => {
    mustKnow(journal, range.stream);
    const head = journal.head(range.stream).block;
    const to = Math.min(range.to ?? head, head - 1);
    const totals = { frames: 0, damagedFrames: 0 };
    for (let next = Math.max(range.from ?? 1, journal.tail(range.stream).block); next <= to;) {
      const blocks = await journal.read(range.stream, { block: next, frame: 0 }, readBytes);
      if (blocks.length === 0) break;
      for (const block of blocks) {
        if (block.block > to) return totals;
        totals.damagedFrames += block.damagedFrames.length;
        totals.frames += exportBlock(block, take);
        next = block.block + 1;
      }
    }
    return totals;
  });
}

function exportBlock(block: StoredBlock, take: (frame: ExportedFrame) => void): number {
  const damaged = new Set(block.damagedFrames);
  let count = 0;
  for (let frame = 0; frame < block.frameCount; frame++) {
    if (damaged.has(frame)) continue;
    const [offset, length, meta, flags] = block.frames.subarray(frame * frameWords, (frame + 1) * frameWords) as unknown as number[];
    const bytes = Buffer.from(block.bytes.subarray(offset, offset! + length!));
    const { stream, origin, codec } = block;
    const content = isUtf8(bytes) ? { text: bytes.toString() } : { base64: bytes.toString('base64') };
    take({
      stream,
      block: block.block,
      frame,
      origin,
      codec,
      flags: flags!,
      meta: JSON.parse(block.meta[meta!] ?? 'null') as unknown,
      ...content,
    });
    count++;
  }
  return count;
}

/** Gives up blocks, whatever they hold: an audit line first, then the mark. Rejects as `exportFrames` does, and with `RangeError` for blocks the stream does not have. */
export async function skipBlocks(directory: string, order: SkipOrder, clock: Clock): Promise<void> {
  await withJournal(directory, clock, async (journal) => {
    const { stream, from, to } = order;
    mustKnow(journal, stream);
    const [first, last] = [journal.tail(stream).block, journal.head(stream).block - 1];
    if (!(from <= to && first <= from && to <= last)) throw new RangeError(`the stream ${stream} has blocks ${first} to ${last}`);
    keepAudit(directory, { action: 'skip', ...order }, clock);
    await journal.skip(stream, from, to);
  });
}

/** Does a change in a stopped worker's journal: an audit line first. Rejects as `openJournal` does, and as the work. */
export async function changeStopped<T>(
  directory: string,
  change: DoctorChange,
  clock: Clock,
  work: (journal: Journal) => Promise<T>,
): Promise<T> {
  return withJournal(directory, clock, async (journal) => {
    keepAudit(directory, change, clock);
    return work(journal);
  });
}

function keepAudit(directory: string, change: DoctorChange, clock: Clock): void {
  const line: DoctorAudit = { at: new Date(clock.now()).toISOString(), ...change };
  const fd = openSync(join(directory, auditName), 'a', 0o600);
  try {
    writeSync(fd, `${JSON.stringify(line)}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function mustKnow(journal: Journal, stream: string): void {
  const streams = journal.streams();
  if (!streams.includes(stream)) throw new JournalFailed(`There is no stream ${stream}. There are: ${streams.join(', ') || 'none'}.`);
}

/** A doctor makes no journal where there is none. */
function isJournal(directory: string): boolean {
  return readdirSync(directory).some((name) => name === 'journal.json' || segmentSequence(name) !== undefined);
}

async function withJournal<T>(directory: string, clock: Clock, work: (journal: DiskJournal) => Promise<T>): Promise<T> {
  if (!isJournal(directory)) throw new JournalFailed(`${directory} holds no journal`);
  const journal = await openFoundJournal({ directory, clock, log: silentLog });
  try {
    return await work(journal);
  } finally {
    await journal.close();
  }
}
