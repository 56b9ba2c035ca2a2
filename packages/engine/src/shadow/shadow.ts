import type { DeployedListener, PipelineDocument } from '@acequia/pipeline';
import type { CompileFault } from '../steps/compile-version.ts';

/** A draft beside the running version, over the same events. Serialised as a structured clone. */
export interface ShadowCase {
  readonly running: PipelineDocument;
  readonly draft: PipelineDocument;
  /** Whose events they take; both of the same. */
  readonly listener: DeployedListener;
  /** Settings of earlier revisions that blocks may refer to. */
  readonly revisions: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  readonly pipelineId: string;
  readonly cluster: string;
  readonly worker: string;
  /** Events received from here on and before `toMs`, ms since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The time both versions read. */
  readonly frozenMs: number;
  readonly eventsMax: number;
  readonly secrets: Readonly<Record<string, string>>;
}

/** The table of a lookup; without version, the one in force. */
export interface ShadowLookup {
  readonly id: string;
  readonly version: number | undefined;
}

/** What one of the two versions did. Bytes as JSON. */
export interface ShadowSide {
  /** Events by what has become of them, in the ledger's words; `delivered` would have gone to datasinks. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** By datasink id. */
  readonly datasinks: Readonly<Record<string, { readonly events: number; readonly bytes: number }>>;
  readonly bytesOut: number;
  /** Refused events by node and code. */
  readonly errors: readonly { readonly node: string; readonly code: string; readonly count: number }[];
  readonly usPerEvent: number;
}

/** Where an event ended: at a datasink, or refused by a node (`code`). */
export interface ShadowEnd {
  readonly datasinkId?: string;
  readonly node: string;
  readonly code?: string;
  readonly json: string;
}

export interface ShadowDifference {
  /** The event's birth id. */
  readonly event: string;
  readonly receivedMs: number;
  readonly input: string;
  /** Nothing: it arrives nowhere. */
  readonly running: readonly ShadowEnd[];
  readonly draft: readonly ShadowEnd[];
}

export interface ShadowOutcome {
  /** Events that either version takes. */
  readonly events: number;
  readonly bytesIn: number;
  /** `eventsMax` was reached: what came later was not run. */
  readonly cut: boolean;
  readonly running: ShadowSide;
  readonly draft: ShadowSide;
  readonly differing: number;
  /** The first of them. */
  readonly differences: readonly ShadowDifference[];
}

/** One of the two cannot run. */
export interface ShadowFault extends CompileFault {
  readonly of: 'running' | 'draft';
}
