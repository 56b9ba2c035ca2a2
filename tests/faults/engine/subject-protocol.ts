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
}

export type ToSubject =
  | { readonly type: 'publish'; readonly version: number }
  | { readonly type: 'clock'; readonly offsetMs: number }
  | { readonly type: 'totals' }
  /** Power cut: what survives is written to `into`, then the subject kills itself. */
  | { readonly type: 'cut'; readonly into: string; readonly seed: number };

/** Committed counts of a listener or a version, by counter. */
export interface SubjectTotals {
  readonly subject: string;
  readonly counts: Readonly<Record<string, number>>;
}

export type FromSubject =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'published'; readonly version: number }
  | { readonly type: 'totals'; readonly totals: readonly SubjectTotals[] };
