import type { MutationId } from '../fault.ts';

/** What a subject is started with. */
export interface SubjectSettings {
  /** Folder of its journal. */
  readonly journal: string;
  /** Folder its file datasink writes to. */
  readonly files: string;
  readonly port: number;
  readonly destination: string;
  /** Publishes so far: the number of the version it begins with. */
  readonly version: number;
  /** Writes through a disk whose cache can be cut off. */
  readonly volatile: boolean;
  readonly mutation?: MutationId | undefined;
  /** Threads for what comes after intake; 0: its own. */
  readonly lanes: number;
  /** Where it notes what it may die of. */
  readonly crashes: string;
  /** Its pipeline lets each line pass once. */
  readonly dedupe: boolean;
  /** Version of the lookup that its pipeline searches and that is in force; absent: it searches none. */
  readonly activation?: number | undefined;
  /** Its pipeline dies of some events. */
  readonly poison: boolean;
  /** What the first tenant may take in; absent: as much as it likes. */
  readonly quotaBytesPerSecond?: number | undefined;
  readonly sideLines: readonly SideLine[];
}

/** A listener, a pipeline and a destination beside the first. */
export interface SideLine {
  readonly tenantId: string;
  readonly listener: 'http' | 'opentelemetry' | 'tcp';
  readonly port: number;
  readonly destination: string;
}

export type ToSubject =
  | { readonly type: 'publish'; readonly version: number }
  | { readonly type: 'activate'; readonly number: number }
  | { readonly type: 'clock'; readonly offsetMs: number }
  | { readonly type: 'totals' }
  | { readonly type: 'letters' }
  /** Power cut: what survives is written to `into`, then the subject kills itself. */
  | { readonly type: 'cut'; readonly into: string; readonly seed: number };

/** A dead letter of the first tenant. */
export interface DeadText {
  readonly code: string;
  readonly node: string;
  readonly message: string;
}

/** Committed counts of a listener or a version, by counter. */
export interface SubjectTotals {
  readonly subject: string;
  readonly counts: Readonly<Record<string, number>>;
}

export type FromSubject =
  /** `damagedBlocks`: what its journal counts as lost. */
  | { readonly type: 'ready'; readonly damagedBlocks: number }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'published'; readonly version: number }
  | { readonly type: 'activated'; readonly number: number }
  | { readonly type: 'letters'; readonly letters: readonly DeadText[] }
  | { readonly type: 'totals'; readonly totals: readonly SubjectTotals[] };
