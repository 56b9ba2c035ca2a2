import type { StoredBlock } from '@acequia/journal';
import type { DeployedListener, PipelineDocument } from '@acequia/pipeline';
import type { EventInput } from './find-event.ts';
import type { TraceFacts } from './run-trace.ts';
import type { TraceInput, TraceResult } from './trace.ts';

/** The newest events of the label among what the listener keeps, received before a time (ms since 1970). */
export interface RetainedInput {
  readonly kind: 'retained';
  readonly count: number;
  readonly beforeMs: number | null;
  /** Only those received from then on. */
  readonly sinceMs?: number | undefined;
}

/** One question for a thread. Serialised as structured clones. */
export interface TraceCase {
  readonly document: PipelineDocument;
  readonly listener: DeployedListener | undefined;
  readonly revisions: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  readonly input: TraceInput | RetainedInput | EventInput;
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
  /** Those asked for; undefined: not here. */
  | { readonly type: 'lookups'; readonly tables: readonly (TracedLookup & { readonly table: SharedArrayBuffer | undefined })[] }
  /** Newest last; none: there are no older ones. */
  | { readonly type: 'blocks'; readonly blocks: readonly StoredBlock[] };

export type FromTrace =
  | { readonly type: 'lookups'; readonly names: readonly TracedLookup[] }
  /** Blocks before those it has. */
  | { readonly type: 'older' }
  | { readonly type: 'done'; readonly result: TraceResult }
  | { readonly type: 'failed'; readonly reason: string };

const lengthAt = 0;
const textAt = 4;

/** The node at work, in memory that threads share: it can be told when the thread no longer can. */
export class NodeSlot {
  readonly memory: SharedArrayBuffer;
  readonly #length: Int32Array;
  readonly #text: Uint8Array;

  constructor(memory = new SharedArrayBuffer(128)) {
    this.memory = memory;
    this.#length = new Int32Array(memory, lengthAt, 1);
    this.#text = new Uint8Array(memory, textAt);
  }

  get node(): string {
    return Buffer.from(this.#text.slice(0, Atomics.load(this.#length, 0))).toString();
  }

  set node(id: string) {
    const { written } = new TextEncoder().encodeInto(id, this.#text);
    Atomics.store(this.#length, 0, written);
  }
}
