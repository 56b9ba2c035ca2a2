import type { FlatRecord } from '../compare/flat-record.ts';
import type { PinnedProcess } from '../measure/pinned-process.ts';
import type { Workload, WorkloadId } from '../workloads.ts';

/** Acequia's only tenant. */
export const benchTenant = 'TE_bench';

/** Folders and numbers of one run. */
export interface Place {
  /** The data file appears here once the system is ready. On the same file system as the data. */
  readonly input: string;
  /** Its name is the tenant's whose files Acequia writes into a folder of that name. */
  readonly output: string;
  /** State, configuration and logs. */
  readonly run: string;
  /** The lookup table in all its forms. */
  readonly lookup: string;
  readonly port: number;
  readonly cores: string;
}

/** A system that waits for its load. */
export interface RunningSystem {
  readonly group: number;
  readonly ended: PinnedProcess['ended'];
  readonly lastWords: PinnedProcess['lastWords'];
  /** Ends it; what it held back is written before it resolves. */
  stop(): Promise<void>;
}

export const systemIds = ['acequia', 'acequia-floor', 'rsyslog', 'syslog-ng', 'fluent-bit'] as const;
export type SystemId = (typeof systemIds)[number];

/** A program under test. */
export interface System {
  readonly id: SystemId;
  /** Why it cannot run a workload, in words; undefined when it can. */
  missing(workload: WorkloadId): string | undefined;
  /** Rejects with the program's own words when it does not start. Resolves when it takes events. */
  start(workload: Workload, place: Place): Promise<RunningSystem>;
  /** Brings its names for things into those of the expectations. */
  tidy(workload: WorkloadId, record: FlatRecord): FlatRecord;
}
