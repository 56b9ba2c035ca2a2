import type { StoredBlock } from '@acequia/journal';
import type { ClusterEgress, Deployment } from '@acequia/pipeline';
import type { ToldPieces } from '../outcomes/ledger.ts';
import type { ApplyReport, DeliveryAttempt, LiveCounters, PipelineStatus, ReplayStatus, SampleRecord } from '../status.ts';

/** What a lane is to run. */
export interface LaneShare {
  /** With the lane's own listeners only, and the pipelines that read them. */
  readonly deployment: Deployment;
  readonly egress: ClusterEgress;
  readonly fileRoots: Readonly<Record<string, string>>;
  readonly readRoots: readonly string[];
  /** Listeners new to the lane: what the commit log says of them and of their versions is taken up. */
  readonly adopted: readonly string[];
}

/** What a lane shows of itself; plain data. */
export interface LaneLook {
  readonly pipelines: readonly PipelineStatus[];
  readonly listeners: Readonly<Record<string, LaneListenerCounters>>;
  readonly counters: LiveCounters['pipelines'];
  readonly replays: readonly ReplayStatus[];
}

export interface LaneListenerCounters {
  readonly decoded: number;
  readonly rejected: number;
  readonly empty: number;
  /** Blocks decoded since the start. */
  readonly decodeCalls: number;
  /** As in `LaneLag`. */
  readonly blockBytes: number;
}

/** How a lane gets on with a listener's blocks. */
export interface LaneLag {
  /** Of blocks it still has in memory. */
  readonly bytes: number;
  /** Changes with each block that is run. */
  readonly progress: number;
  /** Payload a new block should have at most, so that nobody waits long for a unit of work. */
  readonly blockBytes: number;
}

/**
 * One lane as the engine's control meets it: a set of listeners with everything that comes after intake. It commits by
 * itself; what the committed cursors are it tells by `LaneEvents`.
 */
export interface LaneLink {
  /** Makes what the lane runs equal to its share. One call at a time. */
  apply(share: LaneShare): Promise<ApplyReport['pipelines']>;
  /**
   * Lets go of listeners and of the versions that read them, all committed, and of all that versions of pipelines which have ended
   * still hold: another lane may take them up.
   */
  release(listenerIds: readonly string[], pipelineIds: readonly string[]): Promise<void>;
  /** A block of a listener that has become durable. Its memory belongs to the lane until it says otherwise. */
  put(listenerId: string, block: StoredBlock): void;
  /** How far behind intake the lane is; of one on a thread of its own, as far as it was heard of. Undefined: it has nothing of the listener. */
  lag(listenerId: string): LaneLag | undefined;
  /** A stream that the lane reads has got blocks that are not put: its end is now before block `head`. */
  arrived(stream: string, head: number): void;
  /**
   * Calls `done` once: with `true` when everything made of the blocks `from … to` has an outcome, with `false` when the lane does not
   * have the listener, or not any more. Returns the cancellation.
   */
  whenDelivered(listenerId: string, from: number, to: number, done: (delivered: boolean) => void): () => void;
  /** Requests of a listener that held no event. */
  empty(listenerId: string, count: number): void;
  /** The server has these pieces of ledgers, by `ledgerKey`. */
  told(ledgers: ReadonlyMap<string, ToldPieces>): void;
  retryNow(pipelineId: string, node: string): void;
  /** The last attempts of a data sink node to deliver, of all versions at work. */
  attempts(pipelineId: string, node: string): Promise<readonly DeliveryAttempt[]>;
  /** What was opened with a secret is opened again. */
  secretsChanged(): Promise<void>;
  /** Tables of lookups that nothing needs are gone. */
  tablesReleased(): void;
  /** Recent events at a node, newest last; asking keeps the taking alive. */
  samples(pipelineId: string, node: string): readonly SampleRecord[];
  look(): LaneLook;
  /** Delivers all that intake took in, at most for this long. Intake has stopped. */
  drain(deadlineMs: number): Promise<boolean>;
  /** Lets sends under way end until the deadline, commits, closes. Intake has stopped. */
  stop(deadlineMs: number): Promise<void>;
}

/** What a lane tells the control. */
export interface LaneEvents {
  /** `look()` says something else now. */
  onStatus(): void;
  /** First block of each listener stream that something still needs, and of those that only replays still want, as committed. */
  onCommitted(cursors: ReadonlyMap<string, number>, holds: ReadonlyMap<string, number>): void;
}
