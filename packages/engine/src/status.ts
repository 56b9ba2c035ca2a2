import type { RefusalCount } from '@acequia/base';
/** What runs now; read by the worker's reports and the command line. Plain data. */
export interface EngineStatus {
  readonly deployment: string | undefined;
  readonly listeners: readonly ListenerStatus[];
  readonly pipelines: readonly PipelineStatus[];
  readonly replays: readonly ReplayStatus[];
}

/** A replay on this worker. */
export interface ReplayStatus {
  readonly id: string;
  readonly tenantId: string;
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  /** Why it failed; while it runs, what it waits for. */
  readonly error: (Fault & { readonly node?: string }) | undefined;
  /** Of the listener's journal. */
  readonly blocks: number;
  readonly blocksDone: number;
  /** Blocks that were removed, or damaged, before their turn came. */
  readonly missedBlocks: number;
  readonly waitingEvents: number;
  /** Events that entered the version, over the last 10 s. */
  readonly eventsPerSecond: number;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  /** All that was counted, by counter as in `LedgerRow`. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What a replay of a time would read. */
export interface ReplayEstimate {
  /** Records as they arrived; most hold one event. */
  readonly frames: number;
  /** As they lie in the journal. */
  readonly bytes: number;
  /** When the oldest record that is still kept was received, ms since 1970, if the range reaches back to it: older ones may be gone. */
  readonly keptFromMs: number | undefined;
}

export interface Fault {
  readonly code: string;
  readonly message?: string;
}

export interface ListenerStatus {
  readonly id: string;
  readonly revision: number;
  readonly state: 'starting' | 'running' | 'error' | 'stopped';
  /** Why it does not run; while it runs, what a person should look after. */
  readonly error?: Fault;
  /** When the engine starts it again, ms since 1970, where `state` is `error`. Absent: only a change of the listener can help. */
  readonly retryAtMs?: number;
  readonly addresses: readonly { readonly protocol: 'tcp' | 'udp'; readonly host: string; readonly port: number }[];
  /** Why intake pushes back now. */
  readonly busy: false | 'behind' | 'quota';
  /** Whom it turned away within the last hour; absent: nobody. */
  readonly refusals?: readonly RefusalCount[];
}

/** What the journal holds of a listener, in bytes. */
export interface ListenerJournal {
  readonly listenerId: string;
  readonly keptBytes: number;
  /** When the oldest of it was written, ms since 1970; null: nothing is kept. */
  readonly oldestMs: number | null;
  /** Not yet committed by every running version; an estimate. */
  readonly undeliveredBytes: number;
  /** From 90 % of it on, undelivered, intake pushes back. */
  readonly limitBytes: number;
}

export interface PipelineStatus {
  readonly id: string;
  readonly versionId: string;
  /** `draining`: replaced or stopped, its branches empty themselves. */
  readonly state: 'running' | 'draining' | 'error';
  readonly error?: Fault & { readonly node?: string };
  /** Blocks of the listener's journal not yet processed. */
  readonly lagBlocks: number;
  readonly straggler: boolean;
  readonly branches: readonly BranchStatus[];
}

export interface BranchStatus {
  readonly node: string;
  readonly datasinkId: string;
  /** `retrying`: the destination refuses or cannot be reached for the moment; `misconfigured`: a person must act. */
  readonly state: 'connecting' | 'open' | 'retrying' | 'misconfigured' | 'closed';
  readonly error?: Fault;
  /** When the last attempt failed, ms since 1970; absent: none has since it worked last. */
  readonly failedAt?: number;
  /** When the next attempt is made, ms since 1970; absent while none is waited for. */
  readonly nextTryAt?: number;
  /** With those that wait in the listener's journal, where the version has no other branch. */
  readonly waitingEvents: number;
  /** Their size in memory and in the journal, estimated. */
  readonly waitingBytes: number;
  /** When the oldest event that waits was received, ms since 1970; absent while none has come to the branch. */
  readonly oldestMs?: number;
  readonly spilledBytes: number;
  /** Its limit is reached; `whenFull` decides what happens. */
  readonly full: boolean;
}

/** One attempt to deliver a batch, or to connect. */
export interface DeliveryAttempt {
  /** When it ended, ms since 1970. */
  readonly atMs: number;
  readonly tookMs: number;
  /** `rejected`: the destination will never take these events. `failed`: they are sent again, or expire. */
  readonly outcome: 'delivered' | 'rejected' | 'failed';
  /** 0: it was to connect only. */
  readonly events: number;
  /** Of all that was not delivered. */
  readonly code?: string;
  /** That an HTTP server answered. */
  readonly status?: number;
}

export interface ApplyReport {
  readonly hash: string;
  readonly listeners: readonly { readonly id: string; readonly result: ApplyResult; readonly error?: Fault }[];
  readonly pipelines: readonly {
    readonly id: string;
    readonly versionId: string;
    readonly result: ApplyResult;
    readonly error?: Fault & { readonly node?: string };
  }[];
}

export type ApplyResult = 'unchanged' | 'started' | 'switched' | 'stopped' | 'failed';

/** Approximate, absolute since the engine's start (engine decision 43). */
export interface LiveCounters {
  readonly listeners: Readonly<
    Record<
      string,
      {
        readonly received: number;
        readonly bytes: number;
        readonly decoded: number;
        readonly rejected: number;
        readonly empty: number;
        readonly kernelDrops: number;
      }
    >
  >;
  readonly pipelines: Readonly<Record<string, PipelineCounters>>;
}

export interface PipelineCounters {
  readonly pipelineId: string;
  /** Events that came into a node, and bytes (estimated for actions, encoded for datasinks). */
  readonly nodes: Readonly<Record<string, { readonly events: number; readonly bytes: number }>>;
  /** Events that left by a port, keyed `<node>.<port>`. */
  readonly ports: Readonly<Record<string, { readonly events: number; readonly bytes: number }>>;
  /** Events that ended at a node, keyed `<node>.<outcome>`, or `<node>.<outcome>:<reason>`. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly inFlight: number;
}

/**
 * One minute of the ledger, or several that could not be told for long; absolute, from commits only. A row is reported again until it
 * has arrived and newer ones need its place; the higher `report` wins.
 */
export interface LedgerRow {
  /** Journal generation in which it was counted. */
  readonly generation: number;
  /** Start of the first minute, ms since 1970. */
  readonly minute: number;
  readonly subject:
    | { readonly kind: 'listener'; readonly id: string }
    | { readonly kind: 'version'; readonly pipelineId: string; readonly versionId: string }
    | { readonly kind: 'replay'; readonly id: string; readonly pipelineId: string; readonly versionId: string };
  readonly tenantId: string;
  /** Node of the version, or empty. */
  readonly node: string;
  /** Of a datasink node, else empty. */
  readonly datasinkId: string;
  /** Outcome (with reason after a colon) → events; also `receivedBytes`, `enteredBytes`, `deliveredBytes` (encoded) and `wireBytes`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly report: number;
}

/** Counts of a subject over all minutes and nodes, by counter as in `LedgerRow`. */
export type LedgerTotals = Pick<LedgerRow, 'subject' | 'counts'>;

/** A recent event at a node, for the console. */
export interface SampleRecord {
  readonly id: string;
  readonly atMs: number;
  readonly direction: 'in' | 'out';
  readonly port: string;
  /** Name, type and value as template text; internal fields last. */
  readonly fields: readonly { readonly name: string; readonly type: string; readonly value: string }[];
}
