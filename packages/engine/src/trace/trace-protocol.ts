import type { StoredBlock } from '@acequia/journal';
import type { DeployedListener, PipelineDocument } from '@acequia/pipeline';
import type { EventInput } from './find-event.ts';
import type { TraceFacts } from './run-trace.ts';
import type { SearchInput } from './search-blocks.ts';
import type { TraceInput, TraceResult } from './trace.ts';

/** The newest events of the label among what the listener keeps, received before a time (ms since 1970). */
export interface RetainedInput {
  readonly kind: 'retained';
  readonly count: number;
  readonly beforeMs: number | null;
  /** Only those received from then on. */
  readonly sinceMs?: number | undefined;
}

/** One question for a process. Serialised as structured clones. */
export interface TraceCase {
  readonly document: PipelineDocument;
  readonly listener: DeployedListener | undefined;
  readonly revisions: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  readonly input: TraceInput | RetainedInput | EventInput | SearchInput;
  readonly upTo: string | undefined;
  readonly frozenMs: number | undefined;
  readonly facts: TraceFacts;
  readonly secrets: Readonly<Record<string, string>>;
}

export interface TracedLookup {
  readonly id: string;
  readonly version: number | undefined;
}

export type ToTrace =
  | { readonly type: 'case'; readonly case: TraceCase }
  /** Files of those asked for; undefined: not here. */
  | { readonly type: 'lookups'; readonly tables: readonly (TracedLookup & { readonly file: string | undefined })[] }
  /** Newest last; none: there are no older ones. */
  | { readonly type: 'blocks'; readonly blocks: readonly StoredBlock[] };

export type FromTrace =
  | { readonly type: 'ready' }
  | { readonly type: 'lookups'; readonly names: readonly TracedLookup[] }
  /** Blocks before those it has. */
  | { readonly type: 'older' }
  | { readonly type: 'done'; readonly result: TraceResult }
  | { readonly type: 'failed'; readonly reason: string };
