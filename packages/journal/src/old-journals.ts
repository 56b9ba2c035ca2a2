import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export const oldJournalStates = ['empty', 'blocks', 'undelivered', 'spilled', 'letters'] as const;

/** A journal of before logs had identities, as it was written then. */
export interface OldJournal {
  readonly files: Readonly<Record<string, string>>;
  /** `<stream> <block> <birth name>` of all that it holds. */
  readonly origins: readonly string[];
  /** Ids of the events in its dead letters. */
  readonly letters: readonly string[];
  /** What is left to deliver (its dead letters, once they are re-driven): idempotency key by line. */
  readonly keysAfter: Readonly<Record<string, string>>;
}

/** Puts the journal of this state into a folder, which is made. */
export function putOldJournal(state: (typeof oldJournalStates)[number], directory: string): OldJournal {
  const path = new URL('./fixtures/journals-without-log.json.gz', import.meta.url);
  const journal = (JSON.parse(gunzipSync(readFileSync(path)).toString()) as Record<string, OldJournal>)[state]!;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const [name, bytes] of Object.entries(journal.files)) writeFileSync(join(directory, name), Buffer.from(bytes, 'base64'));
  return journal;
}
