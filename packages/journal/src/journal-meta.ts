import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commitNumber, readCommits } from './commit-format.ts';
import { ownPrefix } from './disk-commit-log.ts';
import { failureOf, JournalForeign, JournalTooNew } from './errors.ts';
import { isKeptIdentity, unnumberedLog, type KeptIdentity, type LogIdentity, type Ownership } from './log-identity.ts';
import { segmentSequence } from './segment-format.ts';
import type { Writer } from './writer-jobs.ts';

/** Version of the directory as a whole: 2 has the log's identity. */
const directoryVersion = 2;

/** What `journal.json` says of a journal's directory. */
export interface JournalMeta {
  readonly version: number;
  /** Openings so far. */
  readonly generation: number;
  readonly log?: KeptIdentity;
}

/** Undefined when the file is missing or damaged: the commit log and the segments know the generation too. Throws `JournalTooNew`. */
export function readMeta(directory: string): JournalMeta | undefined {
  const path = join(directory, 'journal.json');
  if (!existsSync(path)) return undefined;
  let meta: JournalMeta;
  try {
    meta = JSON.parse(readFileSync(path, 'utf8')) as JournalMeta;
  } catch {
    return undefined;
  }
  const { version, generation, log } = meta;
  if (!Number.isSafeInteger(version) || !Number.isSafeInteger(generation)) return undefined;
  if (version > directoryVersion) throw new JournalTooNew(`${path} has version ${version}, this program reads up to ${directoryVersion}`);
  if (version === 1) return { version, generation };
  return isKeptIdentity(log) ? { version, generation, log } : undefined;
}

/** Writes down, durably, that an opening has begun: no birth name of a block is ever given twice. Rejects with `JournalFailed` or `JournalFull`. */
export async function writeMeta(directory: string, generation: number, log: KeptIdentity | undefined, writer: Writer): Promise<void> {
  const meta: JournalMeta = log === undefined ? { version: 1, generation } : { version: directoryVersion, generation, log };
  const bytes = Buffer.from(JSON.stringify(meta));
  const reply = await writer.run({ kind: 'file', path: join(directory, 'journal.json'), bytes, sync: true });
  if (reply.outcome !== 'done')
    throw failureOf(reply.outcome === 'full', `the journal directory ${directory} cannot be used: ${reply.code}`);
}

/** Whose log the directory holds, as `journal.json` says, or where that is damaged the commit log. Changes nothing; throws `JournalTooNew`. */
export function readOwnership(directory: string): Ownership {
  const meta = readMeta(directory);
  if (meta !== undefined) return meta.log ?? 'unnumbered';
  const names = readdirSync(directory);
  const holdsBlocks = names.some((name) => segmentSequence(name) !== undefined);
  const newest = Math.max(0, ...names.map((name) => commitNumber(name) ?? 0));
  if (newest === 0) return holdsBlocks || names.includes('journal.json') ? 'unreadable' : 'none';
  const name = names.find((one) => commitNumber(one) === newest)!;
  const { values, damaged } = readCommits(readFileSync(join(directory, name)), name);
  const log = values.get(`${ownPrefix}log`);
  if (isKeptIdentity(log)) return log;
  // The first opening ended between its empty commit log and `journal.json`.
  const isUnbegun = values.size === 0 && damaged === 0 && !holdsBlocks && !names.includes('journal.json');
  return isUnbegun ? 'none' : 'unreadable';
}

export interface LogClaim {
  readonly identity: LogIdentity;
  /** Openings of this log that its holder remembers, in whatever folder. */
  readonly openings: number;
  /** The holder joined before logs had identities, so a journal without one is its own. */
  readonly adopts: boolean;
}

/** What the folder is to keep from its opening number `generation` on. Throws `JournalForeign`. */
export function claimLog(directory: string, found: Ownership, { identity, openings, adopts }: LogClaim, generation: number): KeptIdentity {
  const { id, number, workerId, installation } = identity;
  const asFound = (since: number): KeptIdentity => ({ id, number, workerId, installation, since });
  if (found === 'none') return asFound(1);
  if (found === 'unnumbered' && adopts) return asFound(generation);
  // Damage took the name. Who has opened this log before has had no other folder to do it in.
  if (found === 'unreadable' && (adopts || openings > 0)) return asFound(adopts ? generation : 1);
  if (typeof found === 'string') throw new JournalForeign(directory, found, identity);
  if (found.id !== id || found.number !== number || found.installation !== installation)
    throw new JournalForeign(directory, found, identity);
  return asFound(found.since);
}

/** The number of blocks in a folder that says no log of its own. */
export const unnumbered = { number: unnumberedLog, since: 1 } as const;
