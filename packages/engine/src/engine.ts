import type { DeployedLookup, Deployment } from '@acequia/pipeline';
import type { DeadLetterDesk } from './dead-letters/dead-letter-desk.ts';
import { RunningEngine } from './control/running-engine.ts';
import type { EngineOptions } from './options.ts';
import type { RecordedBlocks } from './shadow/recorded-blocks.ts';
import type {
  ApplyReport,
  DeliveryAttempt,
  EngineStatus,
  ListenerJournal,
  LedgerRow,
  LedgerTotals,
  LiveCounters,
  ReplayEstimate,
  SampleRecord,
} from './status.ts';
import type { Newest, WholeStream } from './trace/newest-blocks.ts';

export interface Engine {
  /**
   * Makes what runs equal to the deployment; touches only what differs. Calls are taken one after the other. `waiting`: tenants of which
   * nothing has been taken up since the start, nor is yet. All that the journal has of them stays, their versions go on from there when
   * they are not named any more, and until then their listeners that went on before take events in.
   */
  apply(deployment: Deployment, waiting?: ReadonlySet<string>): Promise<ApplyReport>;
  status(): EngineStatus;
  counters(): LiveCounters;
  /** Ledger rows to be told, as committed: of each ledger 15 minutes; what is newer waits until the server has them. */
  ledger(): readonly LedgerRow[];
  /** The server has these rows, as they are. */
  ledgerTold(rows: readonly LedgerRow[]): void;
  /** Counts of every listener and version since its first event, as committed; the minutes may be gone long since. */
  totals(): readonly LedgerTotals[];
  /** Recent events at a node, newest last; asking keeps the taking alive for 30 s. */
  samples(pipelineId: string, node: string): readonly SampleRecord[];
  readonly deadLetters: DeadLetterDesk;
  /** What the journal holds of each listener. */
  journals(): readonly ListenerJournal[];
  /** What a replay of what a listener received from `fromMs` on and before `toMs` would read; nothing of a listener that is not here. */
  estimateReplay(listenerId: string, fromMs: number, toMs: number): Promise<ReplayEstimate>;
  /** What the listener keeps, from a time backwards, with the settings its blocks may refer to; undefined when the tenant has none of this id here. Without `whole` only so far as previews need. */
  newest(tenantId: string, listenerId: string, beforeMs: number | null, whole?: WholeStream): Newest | undefined;
  /** What a tenant's listener received from `fromMs` on and before `toMs`, as far as it is still held; undefined when it is not here, or not the tenant's. */
  recorded(tenantId: string, listenerId: string, fromMs: number, toMs: number): Promise<RecordedBlocks | undefined>;
  /** Tries a destination again at once; with `listener`, opens it again. */
  retryNow(subject: { readonly pipelineId: string; readonly node: string } | { readonly listenerId: string }): Promise<void>;
  /** The last attempts of a data sink node to deliver, the newest first; kept in memory, failures longer than successes. */
  attempts(pipelineId: string, node: string): Promise<readonly DeliveryAttempt[]>;
  /** Secrets have changed: what uses them is opened again. */
  secretsChanged(): Promise<void>;
  /**
   * Tables that what runs may still ask for beside those of the deployment: of versions of lookups that events taken in before
   * an activation meet, and those that versions and replays keep to. A version each; from the commit log, so also before the first `apply`.
   */
  tablesInUse(): readonly DeployedLookup[];
  /** The process has given tables up that are not in use: threads let go of theirs. */
  tablesReleased(): void;
  /** Stops listeners and delivers all that was taken in, at most until the deadline. */
  drain(options: { readonly deadlineMs: number }): Promise<boolean>;
  /** Stops listeners first, lets sends under way end until the deadline, commits, closes. The journal stays open. */
  stop(options: { readonly deadlineMs: number }): Promise<void>;
  /** Blocks decoded by a listener's decoder since the start. */
  decodeCalls(listenerId: string): number;
}

export function createEngine(options: EngineOptions): Engine {
  return new RunningEngine(options);
}
