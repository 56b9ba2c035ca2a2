import type { Clock, Log, Random } from '@acequia/base';
import type { Kernels } from '@acequia/batch';
import type { ActionDefinition, DatasinkDefinition, ListenerDefinition } from '@acequia/component-sdk/definition';
import type { ActionRuntime, DatasinkRuntime, ListenerRuntime } from '@acequia/component-sdk/runtime';
import type { Journal } from '@acequia/journal';
import type { ClusterEgress } from '@acequia/pipeline';
import type { CrashOptions } from './poison/crash-options.ts';

export interface ListenerComponent {
  readonly definition: ListenerDefinition;
  readonly runtime: ListenerRuntime<never>;
}

export interface ActionComponent {
  readonly definition: ActionDefinition;
  readonly runtime: ActionRuntime<never>;
}

export interface DatasinkComponent {
  readonly definition: DatasinkDefinition;
  readonly runtime: DatasinkRuntime<never, never>;
}

/** The catalogue as the process has it; `version` is what the deployment asks for. Undefined: this worker lacks it. */
export interface Components {
  listener(id: string, version: string): ListenerComponent | undefined;
  action(id: string, version: string): ActionComponent | undefined;
  datasink(id: string, version: string): DatasinkComponent | undefined;
}

export interface EngineLimits {
  /** Memory a branch may hold before it spills to the journal. */
  readonly branchMemoryBytes: number;
  /** Memory that all branches of the worker may hold beyond that, so that batches larger than it fill. */
  readonly gatherBytes: number;
  /** Undelivered bytes of one branch in the journal (engine decision 22). */
  readonly branchBytes: number;
  /** Bytes that may wait in the listener's journal for a version with one branch before the branch spills. */
  readonly lagBytes: number;
  /** Undelivered bytes of one listener; intake pushes back from 90 % on. */
  readonly listenerBytes: number;
  /** Dead letters of one tenant: the oldest fall out above these bytes, or when they are older than this (catalogue 2.6). */
  readonly deadLetterBytes: number;
  readonly deadLetterMs: number;
  /** Blocks kept in memory between intake and a lane, per partition. */
  readonly ringBytes: number;
  /** Processed frames stay for replay until they are older than this, or the stream larger than `retentionBytes`. */
  readonly retentionMs: number;
  readonly retentionBytes: number;
  /** The same of a listener that makes its events up. */
  readonly madeBytes: number;
  readonly commitIntervalMs: number;
  /** Delivered batches of a branch after which a commit is made early. */
  readonly commitAfterBatches: number;
  /** Between two copies of a version's state pass at least this time, or this many bytes of events (engine decision 21). */
  readonly checkpointIntervalMs: number;
  readonly checkpointBytes: number;
  /** Memory all keyed state of a version may take, about (catalogue 2.8). */
  readonly stateBytes: number;
  /** The same of all versions of a lane: tenants have equal parts, and the versions of a tenant equal parts of its own. */
  readonly laneStateBytes: number;
  /** Longest run of one lane without letting sockets and timers in. */
  readonly quantumMs: number;
  /** Time between probes of a misconfigured destination. */
  readonly probeIntervalMs: number;
  readonly ackDeliveredTimeoutMs: number;
  /** Files that data sinks of all lanes together keep open. */
  readonly sinkFiles: number;
  /** How long a version that begins is kept waiting for its destinations; it then begins while they still connect. */
  readonly sinkOpenMs: number;
  /** How long anything waits for a listener that starts; after that it goes on starting by itself. */
  readonly listenerStartMs: number;
  /** Waits before a listener that could not start is started again: the first, doubled each time, and the longest. */
  readonly listenerRetryFirstMs: number;
  readonly listenerRetryMaxMs: number;
}

/** Lanes on threads of their own. They go by the system's clock and randomness. */
export interface LaneThreads {
  readonly count: number;
  /** Address of a module that exports `components: Components`: what `EngineOptions.components` is, for those threads. */
  readonly componentsModule: string;
  /** A lane's thread has ended because its heap was full; another takes its place. */
  readonly onOutOfMemory?: () => void;
}

export interface EngineOptions {
  readonly journal: Journal;
  readonly components: Components;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Shown to events as `_worker`. */
  readonly worker: string;
  /** Plain value of a secret reference of a tenant; undefined when the bundle lacks it. */
  secret(reference: string, tenantId: string): string | undefined;
  /** Table of a lookup of a tenant, of a version or of the one in force; asked at each batch. Undefined when the worker has none. */
  lookup?(id: string, version: number | undefined, tenantId: string): SharedArrayBuffer | undefined;
  /** Overrides the deployment's rule (used by the command line). */
  readonly egress?: ClusterEgress;
  /** Folders datasinks may write below, by name; overrides the deployment's list, whose entries are `name=/path`, or a path that is its own name. */
  readonly fileRoots?: Readonly<Record<string, string>>;
  /** Folders whose files listeners may read; `{tenant}` in them stands for the tenant's id. None: no file may be read. */
  readonly readRoots?: readonly string[];
  readonly limits?: Partial<EngineLimits>;
  /** Absent, or a count of 0: one lane, on the engine's own thread. */
  readonly lanes?: LaneThreads;
  /** Absent: an event that ends the process does so again at each start. */
  readonly crashes?: CrashOptions;
  /** Default: the compiled ones, or their JavaScript form with a warning when they are missing. */
  readonly kernels?: Kernels['form'];
  /** Whether a tenant may take in `bytes` more now. */
  quota?(tenantId: string, bytes: number): boolean;
  /** After each change of what `status()` says. */
  onStatus?(): void;
}
