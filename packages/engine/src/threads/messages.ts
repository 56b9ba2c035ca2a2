import type { LogFields } from '@acequia/base';
import type { StoredBlock, StreamsPort, StreamsReply, StreamsSnapshot } from '@acequia/journal';
import type { MessagePort } from 'node:worker_threads';
import type { LaneLook, LaneShare } from '../apply/lane-link.ts';
import type { EngineLimits } from '../options.ts';
import type { ToldPieces } from '../outcomes/ledger.ts';
import type { LaneCrashOptions } from '../poison/crash-options.ts';
import type { Guilty, TrialCase } from '../poison/trial-protocol.ts';
import type { SampleRecord } from '../status.ts';

/** What passes between the engine's control and a lane on a thread of its own. Taken in order on each side. */

/** How a lane's thread begins. */
export interface LaneStart {
  /** Address of a module that exports `components: Components`. */
  readonly componentsModule: string;
  readonly worker: string;
  readonly limits: EngineLimits;
  readonly kernels: 'wasm' | 'script';
  readonly crashes: LaneCrashOptions | undefined;
  /** Where the watch over the thread says that it hangs, and at which `Place`; there is one with `crashes`. */
  readonly hung: MessagePort | undefined;
  /** Where the streams of the journal are served. */
  readonly journal: StreamsPort<StreamsReply>;
  readonly generation: number;
  readonly logNumber: number;
}

/** Values a lane's versions may ask for: replaced as a whole. */
export interface LaneHoldings {
  /** Plain secrets, only those that the lane's configurations name. */
  readonly secrets: readonly (readonly [tenantId: string, reference: string, value: string])[];
  readonly lookups: readonly (readonly [tenantId: string, id: string, version: number | undefined, table: SharedArrayBuffer])[];
}

/** Orders with a number are answered. */
export type LaneOrder =
  | {
      readonly kind: 'apply';
      readonly call: number;
      readonly share: LaneShare;
      readonly records: StreamsSnapshot;
      readonly holdings: LaneHoldings;
    }
  | { readonly kind: 'release'; readonly call: number; readonly listenerIds: readonly string[]; readonly pipelineIds: readonly string[] }
  | { readonly kind: 'secrets'; readonly call: number; readonly holdings: LaneHoldings }
  | { readonly kind: 'attempts'; readonly call: number; readonly pipelineId: string; readonly node: string }
  | { readonly kind: 'drain'; readonly call: number; readonly deadlineMs: number }
  | { readonly kind: 'stop'; readonly call: number; readonly deadlineMs: number }
  /** `memory`: number of the payload's memory, to be given back; 0 where it went over as a whole. */
  | { readonly kind: 'block'; readonly listenerId: string; readonly block: StoredBlock; readonly memory: number }
  /** A stream has got blocks, `bytes` in all as far as known, that the lane reads from the journal. */
  | { readonly kind: 'arrived'; readonly stream: string; readonly head: number; readonly bytes: number }
  | { readonly kind: 'when-delivered'; readonly listenerId: string; readonly from: number; readonly to: number; readonly wait: number }
  | { readonly kind: 'wait-no-longer'; readonly wait: number }
  | { readonly kind: 'empty'; readonly listenerId: string; readonly count: number }
  /** Some that were held are not needed any more. */
  | { readonly kind: 'lookups'; readonly lookups: LaneHoldings['lookups'] }
  /** The server has these pieces of ledgers. */
  | { readonly kind: 'told'; readonly ledgers: ReadonlyMap<string, ToldPieces> }
  | { readonly kind: 'retry'; readonly pipelineId: string; readonly node: string }
  | { readonly kind: 'samples'; readonly pipelineId: string; readonly node: string }
  | { readonly kind: 'tried'; readonly trial: number; readonly guilty: Guilty }
  | { readonly kind: 'not-tried'; readonly trial: number; readonly reason: string };

export type LaneNews =
  | { readonly kind: 'done'; readonly call: number; readonly result: unknown; readonly look: LaneLook }
  | { readonly kind: 'failed'; readonly call: number; readonly message: string; readonly look: LaneLook }
  | { readonly kind: 'look'; readonly look: LaneLook }
  | { readonly kind: 'committed'; readonly cursors: ReadonlyMap<string, number>; readonly holds: ReadonlyMap<string, number> }
  /** `delivered`: false when the lane does not have the listener. */
  | { readonly kind: 'settled'; readonly wait: number; readonly delivered: boolean }
  /** Memory nobody in the lane reads any more, and bytes that have left the ring of a stream. */
  | {
      readonly kind: 'returned';
      readonly memories: readonly number[];
      readonly left: readonly (readonly [stream: string, bytes: number])[];
    }
  | { readonly kind: 'samples'; readonly pipelineId: string; readonly node: string; readonly records: readonly SampleRecord[] }
  /** A trial is asked for, and answered once unless it is stopped before. */
  | { readonly kind: 'try'; readonly trial: number; readonly case: TrialCase }
  | { readonly kind: 'try-no-longer'; readonly trial: number }
  | { readonly kind: 'log'; readonly level: 'error' | 'warn' | 'info' | 'debug'; readonly fields: LogFields; readonly text: string };
