import type { CommitValue, JournalStreams } from '@acequia/journal';
import type { DeployedLabel, DeployedReplay } from '@acequia/pipeline';
import type { Counts } from '../outcomes/ledger.ts';
import type { CompileFault } from '../steps/compile-version.ts';

/** A replay as its commit record keeps it (`p/<replay>`); how far it is stands in the record of its version run. */
export interface StoredReplay {
  readonly id: string;
  readonly tenantId: string;
  readonly listenerId: string;
  readonly pipelineId: string;
  /** Of the version that was chosen. */
  readonly versionId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly keys: DeployedReplay['keys'];
  readonly eventsPerSecond: number;
  /** Revision of the settings that decode every block; null: the one that framed it. Blocks run again after a crash must give the same events. */
  readonly revision: number | null;
  /** As they were at the beginning, for the same reason. */
  readonly labels: readonly DeployedLabel[];
  /** Blocks `first … end − 1` hold what is wanted. */
  readonly first: number;
  readonly end: number;
  /** Blocks that were no longer there when their turn came. */
  readonly missed: number;
  readonly startedMs: number;
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly endedMs: number | null;
  /** Why it failed. */
  readonly fault: CompileFault | null;
  /** Of the ledger, once it has ended. */
  readonly counts: Counts;
}

const prefix = 'p/';

export const replayKey = (id: string): string => prefix + id;

export function storedReplays(journal: JournalStreams): StoredReplay[] {
  return journal.commits.keys(prefix).map((key) => journal.commits.get(key) as unknown as StoredReplay);
}

export function replayRecord(replay: StoredReplay): CommitValue {
  return { ...replay, labels: replay.labels, fault: replay.fault && { ...replay.fault } } as unknown as CommitValue;
}
