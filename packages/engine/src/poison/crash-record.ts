import type { CommitValue, JournalStreams } from '@acequia/journal';
import type { Guilty } from './trial-protocol.ts';

/** What is known of a block that a process may have died of. */
export interface CrashRecord {
  readonly stream: string;
  readonly block: number;
  /** Empty: the listener's own part. */
  readonly versionId: string;
  /** The node at work; empty for the listener's own part. */
  readonly node: string;
  /** Processes that are known to have ended there. */
  readonly deaths: number;
  /** Opening of the journal in which the last of them was counted. */
  readonly generation: number;
  /** Events by id, or frames by number, that go to the dead letters; null: not yet tried. Of work on a state: all or none. */
  readonly guilty: Guilty | null;
}

/** What the keys of all of a version's begin with. */
export const crashesOf = (versionId: string): string => `c/${versionId}/`;

export const crashKey = ({ versionId, stream, block }: Pick<CrashRecord, 'versionId' | 'stream' | 'block'>): string =>
  `${crashesOf(versionId)}${stream}/${block}`;

export function readCrashes(journal: JournalStreams): CrashRecord[] {
  return journal.commits.keys('c/').map((key) => journal.commits.get(key) as unknown as CrashRecord);
}

export const storedCrash = (record: CrashRecord): CommitValue => ({ ...record });
