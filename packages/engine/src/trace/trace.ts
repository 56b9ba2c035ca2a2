import type { Expected } from '@acequia/event';

/** An event as people see it: its own fields as one JSON object in their order (integers exact to 64 bits), and the type of each. */
export interface TracedEvent {
  readonly json: string;
  readonly types: Readonly<Record<string, string>>;
  /** The text as it was received (`_raw`), where no field holds the same. */
  readonly raw?: string;
}

export type TraceOutcome =
  /** It left by a linked port. */
  | { readonly kind: 'left'; readonly port: string; readonly event: TracedEvent }
  /** In the ledger's words (`filtered:condition`, `dropped:unconnected`, `expired:late` …). With the port and what would have left by it where nothing is linked there. */
  | { readonly kind: 'ended'; readonly reason: string; readonly port?: string; readonly event?: TracedEvent }
  /** It goes by the port `error`, or to the dead letters. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message?: string;
      readonly expected?: Expected;
      readonly event: TracedEvent;
    }
  /** It is part of the node's state. */
  | { readonly kind: 'held' }
  /** At a datasink's branch; nothing is written. */
  | { readonly kind: 'arrived'; readonly event: TracedEvent };

/** One node's work on one event. */
export interface TraceStep {
  readonly node: string;
  readonly input: TracedEvent;
  readonly outcomes: readonly TraceOutcome[];
  /** The conditions the step checked, in their order; null: it cannot be evaluated. */
  readonly checked?: readonly { readonly port: string; readonly holds: boolean | null; readonly tests: readonly (boolean | null)[] }[];
  /** What they read, as JSON by the name of the field. */
  readonly values?: Readonly<Record<string, string>>;
  readonly tookUs: number;
}

/** The way of one event. `event` is its number among the inputs; made events name the node that made them. */
export interface EventTrace {
  readonly event: number;
  readonly madeBy?: string;
  /** Of an event the journal holds: its id, and when it was received, ms since 1970. */
  readonly born?: { readonly id: string; readonly receivedMs: number };
  readonly steps: readonly TraceStep[];
}

export interface NodeTotals {
  readonly in: number;
  readonly ports: Readonly<Record<string, number>>;
  readonly ended: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
  readonly tookUs: number;
}

export interface TraceFault {
  readonly node?: string;
  readonly code: string;
  readonly message?: string;
}

/** What a pipeline document did to given events, node by node. */
export interface TraceResult {
  readonly traces: readonly EventTrace[];
  readonly nodes: Readonly<Record<string, NodeTotals>>;
  readonly faults: readonly TraceFault[];
  /** Something was left out because of a limit: events, steps, or fields of a large event. */
  readonly cut: boolean;
  /** Of the one event that was asked for by its id. */
  readonly origin?: EventOrigin;
  /** Of a search. */
  readonly searched?: Searched;
}

/** How far a search came. */
export interface Searched {
  readonly blocks: number;
  /** As they lie in the journal. */
  readonly bytes: number;
  /** Everything received from then on was looked at, ms since 1970; absent when there was nothing. */
  readonly reachedMs?: number;
  /** Where it goes on; absent at the end. */
  readonly next?: SearchPlace;
}

/** In a listener's stream: a block, and how many of its findings, from the newest on, are given out. */
export interface SearchPlace {
  readonly block: number;
  readonly taken: number;
}

/** Where the bytes of an event came from. */
export interface EventOrigin {
  /** Of the listener's journal, with the number of the frame in it. */
  readonly block: number;
  readonly frame: number;
  /** ms since 1970. */
  readonly receivedMs: number;
  readonly transport: string;
  readonly sourceIp?: string;
  readonly sourcePort?: number;
  /** As received. */
  readonly bytes: number;
  /** Where in its source, such as a file, its first byte stands. */
  readonly position?: number;
  /** What the listener noted, such as the file and the place in it. */
  readonly attributes: Readonly<Record<string, string>>;
}

/**
 * Where the events come from. `raw`: texts as the listener receives them, decoded with its settings and labelled, with the
 * protocol facts its decoder reads (`FrameMeta.attributes`); `events`: JSON objects, which enter by the label whatever it says.
 */
export type TraceInput =
  | {
      readonly kind: 'raw';
      readonly frames: readonly string[];
      readonly receivedMs?: readonly number[] | undefined;
      readonly attributes?: Readonly<Record<string, string>> | undefined;
    }
  | { readonly kind: 'events'; readonly json: readonly string[] };
