import type { Clock, Log } from '@acequia/base';
import type { Journal, StoredBlock } from '@acequia/journal';
import type { LaneEvents, LaneLag, LaneLink, LaneLook, LaneShare } from '../apply/lane-link.ts';
import { partOf } from '../apply/part-of-deployment.ts';
import { recordsOf } from '../commit/lane-records.ts';
import { blockBytesFirst, laneHealthyMs, laneRestartMs, placeDeathsMax } from '../limits.ts';
import type { BlockPool } from '../intake/block-pool.ts';
import type { EngineOptions } from '../options.ts';
import type { ToldPieces } from '../outcomes/ledger.ts';
import type { TryBlock } from '../poison/trial-protocol.ts';
import type { ApplyReport, DeliveryAttempt, Fault, SampleRecord } from '../status.ts';
import type { BeginThread } from './begin-thread.ts';
import { isFullHeap } from './full-heap.ts';
import { holdingsFor, lookupsFor } from './lane-holdings.ts';
import { LaneDied, LaneHung, LaneLife } from './lane-life.ts';
import type { LaneStart } from './messages.ts';

export interface ThreadLaneOptions {
  readonly start: Omit<LaneStart, 'journal' | 'generation' | 'logNumber' | 'hung'>;
  readonly values: Pick<EngineOptions, 'secret' | 'lookup'>;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly blocks: BlockPool;
  readonly begin: BeginThread;
  /** Stopped, with its process, when the lane's thread ends. Asked of only when there are `start.crashes`. */
  readonly tryBlock: TryBlock | undefined;
  readonly events: LaneEvents;
  /** Its thread has ended because its heap was full. */
  readonly onOutOfMemory?: (() => void) | undefined;
  /** Awaited before the thread hears of listeners that it has not had. */
  beforeTakingUp(listenerIds: readonly string[]): Promise<void>;
}

const nothing: LaneLook = { pipelines: [], listeners: {}, counters: {}, replays: [] };
const died: Fault = { code: 'LANE_DIED' };
/** A deployment is tried again when the lane died under it, which may have had another reason. */
const appliesMax = 2;
/** What a lane may take beyond a deadline before its thread is ended from outside. */
const graceMs = 5000;
const pollMs = 20;
/** Places at which the thread hung that are remembered. */
const placesMax = 1000;

/**
 * A lane on a thread of its own, begun when it gets its first listener. When the thread dies, another takes up from the last
 * commit what it had, as a process does after a crash; when that dies too, later each time. It begins again at once after a
 * step that hung: its version is held, and what hangs again and again is set aside.
 */
export class ThreadLane implements LaneLink {
  readonly #o: ThreadLaneOptions;
  readonly #listeners = new Set<string>();
  /** Those of them that the thread at work has taken up. */
  readonly #adopted = new Set<string>();
  readonly #samples = new Map<string, readonly SampleRecord[]>();
  #life: LaneLife | undefined;
  #share: LaneShare | undefined;
  #look = nothing;
  /** Its thread has ended, and no other one has taken up yet what it had. */
  #isAway = false;
  /** Of unknown cause, and when the thread was to begin again after the last of them. */
  #deaths = 0;
  #deathAt = -Infinity;
  /** How often it hung at a place. */
  readonly #hung = new Map<string, number>();
  #stopped = false;
  #turn: Promise<unknown> = Promise.resolve();
  #cancelRestart: () => void = () => undefined;

  constructor(options: ThreadLaneOptions) {
    this.#o = options;
  }

  apply(share: LaneShare): Promise<ApplyReport['pipelines']> {
    for (const id of share.adopted) this.#listeners.add(id);
    this.#share = share;
    return this.#inTurn(async () => {
      for (let attempt = 0; attempt < appliesMax; attempt++) {
        try {
          return await this.#apply(share);
        } catch (error) {
          this.#unlessDied(error);
          await this.#life?.ended;
        }
      }
      const { pipelines } = share.deployment;
      return pipelines.map(({ id, versionId }) => ({ id, versionId, result: 'failed', error: died }));
    });
  }

  release(listenerIds: readonly string[], pipelineIds: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      for (const id of listenerIds) {
        this.#listeners.delete(id);
        this.#adopted.delete(id);
      }
      // Another lane is about to have them: should this one begin again by then, it must not run them anew.
      const { deployment } = this.#share ?? {};
      if (deployment) this.#share = { ...this.#share!, deployment: partOf(deployment, (id) => !listenerIds.includes(id)) };
      const life = this.#life;
      // Two lanes must never have the same listener, nor the same place: one that cannot let go of it is ended.
      await life?.call({ kind: 'release', listenerIds, pipelineIds }).catch(() => life.kill());
      await life?.journal.idle();
      // Of a thread that has ended nobody tells any more what is gone.
      if (!this.#life) this.#look = nothing;
    });
  }

  put(listenerId: string, block: StoredBlock): void {
    if (this.#life) this.#life.lender.lend(listenerId, block);
    else this.#o.blocks.leave(block);
  }

  lag(listenerId: string): LaneLag | undefined {
    const ring = this.#life?.lender.ring(listenerId);
    const known = this.#look.listeners[listenerId];
    return ring && { bytes: ring.bytes, progress: ring.left + (known?.decodeCalls ?? 0), blockBytes: known?.blockBytes ?? blockBytesFirst };
  }

  arrived(stream: string, head: number): void {
    this.#life?.post({ kind: 'arrived', stream, head, bytes: 0 });
  }

  whenDelivered(listenerId: string, from: number, to: number, done: (delivered: boolean) => void): () => void {
    if (this.#life) return this.#life.whenDelivered(listenerId, from, to, done);
    done(false);
    return () => undefined;
  }

  empty(listenerId: string, count: number): void {
    this.#life?.post({ kind: 'empty', listenerId, count });
  }

  told(ledgers: ReadonlyMap<string, ToldPieces>): void {
    this.#life?.post({ kind: 'told', ledgers });
  }

  retryNow(pipelineId: string, node: string): void {
    this.#life?.post({ kind: 'retry', pipelineId, node });
  }

  /** Of a thread that has ended nobody knows any. */
  async attempts(pipelineId: string, node: string): Promise<readonly DeliveryAttempt[]> {
    try {
      return ((await this.#life?.call({ kind: 'attempts', pipelineId, node })) ?? []) as readonly DeliveryAttempt[];
    } catch (error) {
      this.#unlessDied(error);
      return [];
    }
  }

  /** In its turn, so that a deployment under way has the tables it was given. */
  tablesReleased(): void {
    void this.#inTurn(async () => {
      this.#life?.post({ kind: 'lookups', lookups: lookupsFor(this.#o.values, this.#o.journal, this.#share?.deployment) });
    });
  }

  secretsChanged(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#life?.call({ kind: 'secrets', holdings: this.#holdings() }).catch((error: unknown) => this.#unlessDied(error));
    });
  }

  /** As they were when the lane was last asked; each call asks anew. */
  samples(pipelineId: string, node: string): readonly SampleRecord[] {
    this.#life?.post({ kind: 'samples', pipelineId, node });
    return this.#samples.get(`${pipelineId}\n${node}`) ?? [];
  }

  look(): LaneLook {
    if (!this.#isAway || this.#stopped) return this.#look;
    const known = new Map(this.#look.pipelines.map((pipeline) => [pipeline.versionId, pipeline]));
    return {
      ...this.#look,
      pipelines: (this.#share?.deployment.pipelines ?? []).map(({ id, versionId }) => ({
        ...(known.get(versionId) ?? { lagBlocks: 0, straggler: false, branches: [] }),
        id,
        versionId,
        state: 'error',
        error: died,
      })),
    };
  }

  async drain(deadlineMs: number): Promise<boolean> {
    const { clock } = this.#o;
    const end = clock.monotonic() + deadlineMs;
    while (this.#listeners.size > 0) {
      const left = end - clock.monotonic();
      try {
        if (this.#life) return (await this.#life.call({ kind: 'drain', deadlineMs: Math.max(0, left) })) as boolean;
      } catch (error) {
        this.#unlessDied(error);
      }
      if (left <= 0) return false;
      await clock.sleep(pollMs);
    }
    return true;
  }

  async stop(deadlineMs: number): Promise<void> {
    this.#stopped = true;
    this.#cancelRestart();
    const over = new AbortController();
    const late = this.#o.clock.sleep(deadlineMs + graceMs, over.signal).catch(() => undefined);
    await Promise.race([this.#turn.catch(() => undefined), late]);
    const life = this.#life;
    if (life) {
      const stopped = life.call({ kind: 'stop', deadlineMs }).catch((error: unknown) => this.#unlessDied(error));
      await Promise.race([stopped, late]);
      await life.kill();
    }
    over.abort();
  }

  async #apply(share: LaneShare): Promise<ApplyReport['pipelines']> {
    if (this.#listeners.size === 0 && !this.#life) {
      this.#isAway = false;
      return [];
    }
    this.#cancelRestart();
    this.#samples.clear();
    const life = (this.#life ??= this.#begin());
    const adopted = [...this.#listeners].filter((id) => !this.#adopted.has(id));
    if (adopted.length > 0) await this.#o.beforeTakingUp(adopted);
    for (const id of adopted) this.#adopted.add(id);
    const { streams, keys } = recordsOf(this.#o.journal, new Set(adopted));
    const records = life.journal.snapshot(streams, keys);
    const order = { kind: 'apply', share: { ...share, adopted }, records, holdings: this.#holdings() } as const;
    const pipelines = (await life.call(order)) as ApplyReport['pipelines'];
    this.#isAway = false;
    return pipelines;
  }

  #begin(): LaneLife {
    const { events, ...options } = this.#o;
    this.#adopted.clear();
    const life: LaneLife = new LaneLife({
      ...options,
      onCommitted: (cursors, holds) => events.onCommitted(cursors, holds),
      onLook: (look) => {
        this.#look = look;
        events.onStatus();
      },
      onSamples: (pipelineId, node, records) => this.#samples.set(`${pipelineId}\n${node}`, records),
      onEnd: (reason) => this.#ended(life, reason),
    });
    return life;
  }

  #ended(life: LaneLife, reason: unknown): void {
    if (this.#life === life) this.#life = undefined;
    this.#isAway = true;
    if (this.#stopped) return;
    const { clock, log, events } = this.#o;
    const waitMs = this.#isTakenCareOf(reason) ? 0 : this.#countDeath();
    log.error({ error: reason, deaths: this.#deaths, waitMs }, 'a lane has died; another takes up its listeners from the last commit');
    if (isFullHeap(reason)) this.#o.onOutOfMemory?.();
    events.onStatus();
    this.#cancelRestart = clock.after(waitMs, () => void this.#restart());
  }

  /**
   * The thread hung at a place that the lane's guard knows: it holds the version there, and sets the block aside in the end. More
   * deaths at one place than that takes say that the guard could do nothing.
   */
  #isTakenCareOf(reason: unknown): boolean {
    if (!(reason instanceof LaneHung) || !reason.place) return false;
    const { stream, block, versionId } = reason.place;
    const place = `${stream}\n${block}\n${versionId}`;
    const times = (this.#hung.get(place) ?? 0) + 1;
    this.#hung.delete(place);
    this.#hung.set(place, times);
    if (this.#hung.size > placesMax) this.#hung.delete(this.#hung.keys().next().value!);
    return times <= placeDeathsMax;
  }

  /** How long to wait after it, in ms. */
  #countDeath(): number {
    const nowMs = this.#o.clock.monotonic();
    if (nowMs - this.#deathAt >= laneHealthyMs) this.#deaths = 0;
    const waitMs = laneRestartMs[Math.min(this.#deaths, laneRestartMs.length - 1)]!;
    this.#deaths++;
    this.#deathAt = nowMs + waitMs;
    return waitMs;
  }

  #restart(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#life || this.#stopped || !this.#share) return;
      await this.#apply(this.#share).catch(async (error: unknown) => {
        if (error instanceof LaneDied) return;
        this.#o.log.error({ error }, 'a lane cannot take up its listeners; it is tried again');
        await this.#life?.kill();
      });
      this.#o.events.onStatus();
    });
  }

  #holdings() {
    return holdingsFor(this.#o.values, this.#o.journal, this.#share?.deployment, this.#listeners);
  }

  #unlessDied(error: unknown): void {
    if (!(error instanceof LaneDied)) throw error;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.catch(() => undefined).then(work);
    this.#turn = turn;
    return turn;
  }
}
