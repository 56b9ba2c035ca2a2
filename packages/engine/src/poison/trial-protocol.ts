import type { StoredBlock } from '@acequia/journal';
import type { DeployedListener, DeployedPipeline } from '@acequia/pipeline';

/** One block to be run again apart. Serialised as structured clones. */
export interface TrialCase {
  readonly block: StoredBlock;
  readonly listener: DeployedListener;
  /** Settings of earlier revisions that the block may refer to. */
  readonly revisions: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  /** Undefined: only the listener's own part is run. */
  readonly pipeline: DeployedPipeline | undefined;
  readonly cluster: string;
  readonly worker: string;
}

/** What of a block a process does not survive: events by id for a version, frames by number for a listener. */
export type Guilty = 'all' | readonly string[];

/**
 * Runs a block again in processes that may die. Rejects when it cannot be set up there, and when the signal aborts; then its
 * process has ended, or is about to.
 */
export type TryBlock = (trial: TrialCase, signal: AbortSignal) => Promise<Guilty>;

export interface LookupName {
  readonly id: string;
  readonly version: number | undefined;
}

export type ToTrial =
  | { readonly type: 'case'; readonly case: TrialCase }
  | {
      readonly type: 'have';
      readonly secrets: ReadonlyMap<string, string>;
      /** Each with the file that holds its table. */
      readonly lookups: readonly (LookupName & { readonly file: string })[];
    }
  /** Items by their place in `ids`. `each`: one by one, each number written to the standard output before it is run. */
  | { readonly type: 'run' | 'each'; readonly items: readonly number[] };

export type FromTrial =
  | { readonly type: 'needs'; readonly secrets: readonly string[]; readonly lookups: readonly LookupName[] }
  /** Events by id for a version, frames by number for a listener. */
  | { readonly type: 'ready'; readonly ids: readonly string[] }
  | { readonly type: 'survived' }
  | { readonly type: 'failed'; readonly reason: string };
