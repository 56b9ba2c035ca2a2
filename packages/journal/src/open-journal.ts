import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GiB, KiB, MiB, type Clock, type Log } from '@acequia/base';
import { DiskCommitLog } from './disk-commit-log.ts';
import { DiskJournal } from './disk-journal.ts';
import { failureOf } from './errors.ts';
import { openFilesCodes } from './file-calls.ts';
import { KeyTable } from './key-table.ts';
import { takeLock } from './lock-file.ts';
import { claimLog, readMeta, readOwnership, unnumbered, writeMeta, type LogClaim } from './journal-meta.ts';
import type { CommitValue } from './journal.ts';
import type { KeptIdentity, LogIdentity, Ownership } from './log-identity.ts';
import { newestGeneration, recover } from './recover.ts';
import { startWriterThread } from './start-writer.ts';
import { watchWrites } from './write-watch.ts';
import type { Reserve, Writer } from './writer-jobs.ts';

export interface JournalOptions {
  /** Made when missing. One process at a time. */
  readonly directory: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The log that is opened. A directory that holds another one is refused. */
  readonly identity: LogIdentity;
  /** Openings of this log that its holder remembers: where the directory knows of fewer, numbers go on from these. Default 0. */
  readonly openings?: number;
  /** Asked, once the directory is this process's alone, with the lowest number that the opening may have; gives the one it has. */
  readonly agree?: (lowest: number) => Promise<number>;
  /** A directory of before logs had identities becomes this log. Default false: it is refused. */
  readonly adopts?: boolean;
  /** Default 64 MiB. */
  readonly segmentBytes?: number;
  /** Of all segments together; default 20 GiB. */
  readonly limitBytes?: number;
  /** Kept on disk so that commits go on when it is full; default 8 MiB. */
  readonly reserveBytes?: number;
  /** Another writer than the thread. */
  readonly startWriter?: (reserve: Reserve) => Writer;
}

/**
 * Opens the journal of a directory: cuts what was never acknowledged, sets damage aside, begins a new generation. Rejects
 * with `JournalLocked` (another living process), `JournalForeign` (another log, nothing was changed), `JournalTooNew` (written
 * by a newer version), `JournalFull` (no space to begin with) or `JournalFailed` (the directory cannot be used; the cause says why).
 */
export function openJournal(options: JournalOptions): Promise<DiskJournal> {
  const { identity, openings = 0, adopts = false, agree } = options;
  return open(options, { identity, openings, adopts }, agree);
}

/** As `openJournal`, as whatever log the directory holds; for work on a stopped worker's journal. */
export const openFoundJournal = (options: Omit<JournalOptions, 'identity' | 'openings' | 'adopts' | 'agree'>): Promise<DiskJournal> =>
  open(options, undefined);

async function open(
  options: Omit<JournalOptions, 'identity'>,
  claim: LogClaim | undefined,
  agree = (lowest: number): Promise<number> => Promise.resolve(lowest),
): Promise<DiskJournal> {
  const { directory, clock, log } = options;
  const unlock = prepareDirectory(directory);
  let writer: Writer | undefined;
  try {
    const meta = readMeta(directory);
    const found = readOwnership(directory);
    if (claim !== undefined) claimLog(directory, found, claim, 0);
    const limitBytes = options.limitBytes ?? 20 * GiB;
    const reserve = { path: join(directory, 'reserve'), bytes: options.reserveBytes ?? 8 * MiB };
    const own = (options.startWriter ?? startWriterThread)(reserve);
    writer = own;
    const running = watchWrites(own, clock);
    const drafts = readdirSync(directory).filter((name) => name.endsWith('.new'));
    await running.run({ kind: 'remove', paths: drafts.map((name) => join(directory, name)) });
    const fillReserve = (): void => {
      if (existsSync(reserve.path)) return;
      own.run({ kind: 'reserve' }).then(
        (reply) => {
          if (reply.outcome !== 'done') log.warn({ error: reply.error }, 'journal: no space for the reserve');
        },
        () => undefined,
      );
    };
    const onReserveUsed = (): void => log.error({ directory }, 'journal: the disk is full, a commit lived from the reserve');
    const commits = await DiskCommitLog.open({ directory, writer: running, onReserveUsed });
    if (commits.damaged > 0) log.error({ records: commits.damaged }, 'journal: damaged commits were passed over');
    const counted = commits.ownValue('generation');
    const lowest =
      Math.max(meta?.generation ?? 0, typeof counted === 'number' ? counted : 0, newestGeneration(directory), claim?.openings ?? 0) + 1;
    const generation = Math.max(lowest, await agree(lowest));
    const kept = claim === undefined ? asFound(found) : claimLog(directory, found, claim, generation);
    // What damage took is not replaced by a word that the journal never had a name.
    if (kept !== undefined || found !== 'unreadable') await writeMeta(directory, generation, kept, running);
    await commits.commitOwn(new Map<string, CommitValue>([['generation', generation], ...(kept ? [['log', { ...kept }] as const] : [])]));
    const keys = new KeyTable();
    const recovered = await recover(directory, commits, keys, running, clock, log);
    const settled = [...recovered.forgotten.map((stream) => `trim/${stream}`), ...recovered.settledEnds];
    if (settled.length > 0) await commits.commitOwn(new Map(settled.map((name) => [name, null])));
    fillReserve();
    return new DiskJournal({
      directory,
      clock,
      log,
      writer: running,
      writeFault: () => running.fault,
      commits,
      keys,
      recovered,
      generation,
      unlock,
      identity: kept ?? unnumbered,
      segmentBytes: Math.min(options.segmentBytes ?? 64 * MiB, Math.max(64 * KiB, limitBytes / 8)),
      limitBytes,
      onFreed: fillReserve,
    });
  } catch (error) {
    await writer?.stop();
    unlock();
    throw error;
  }
}

const asFound = (found: Ownership): KeptIdentity | undefined => (typeof found === 'string' ? undefined : found);

function prepareDirectory(directory: string): () => void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return takeLock(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT' || openFilesCodes.has(String(error.code));
      throw failureOf(isFull, `the journal directory ${directory} cannot be used: ${String(error.code)}`, { cause: error });
    }
    throw error;
  }
}
