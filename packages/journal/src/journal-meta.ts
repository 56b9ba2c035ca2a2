import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JournalFailed, JournalTooNew } from './errors.ts';
import type { Writer } from './writer-jobs.ts';

/** Version of the directory as a whole. */
const directoryVersion = 1;

/** What `journal.json` says of a journal's directory. */
export interface JournalMeta {
  readonly version: number;
  /** Openings so far. */
  readonly generation: number;
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
  const { version, generation } = meta;
  if (!Number.isSafeInteger(version) || !Number.isSafeInteger(generation)) return undefined;
  if (version > directoryVersion) throw new JournalTooNew(`${path} has version ${version}, this program reads up to ${directoryVersion}`);
  return { version, generation };
}

/** Writes down, durably, that an opening has begun: no birth name of a block is ever given twice. Rejects with `JournalFailed`. */
export async function writeMeta(directory: string, generation: number, writer: Writer): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ version: directoryVersion, generation } satisfies JournalMeta));
  const reply = await writer.run({ kind: 'file', path: join(directory, 'journal.json'), bytes, sync: true });
  if (reply.outcome !== 'done') throw new JournalFailed(`the journal directory ${directory} cannot be used: ${reply.code}`);
}
