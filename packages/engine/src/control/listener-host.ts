import { parseConfig } from '@acequia/component-sdk/definition';
import type { Clock, Log } from '@acequia/base';
import { Misconfigured, type RunningListener } from '@acequia/component-sdk/runtime';
import type { Journal, StoredBlock } from '@acequia/journal';
import type { DeployedListener } from '@acequia/pipeline';
import { listenerStream } from '../apply/lane-listener.ts';
import type { LaneLink } from '../apply/lane-link.ts';
import type { RuntimeServices } from '../apply/runtime-services.ts';
import { undeliveredBytes } from '../commit/retention.ts';
import type { BlockPool } from '../intake/block-pool.ts';
import type { DatagramBudget } from '../intake/datagram-budget.ts';
import { CatchingUp } from '../intake/catching-up.ts';
import { IntakePartition } from '../intake/intake-partition.ts';
import { readIntakeSettings } from '../intake/intake-settings.ts';
import { createIntake } from '../intake/listener-intake.ts';
import { blockBytesFirst, stoppingWaitMs } from '../limits.ts';
import type { EngineLimits, ListenerComponent } from '../options.ts';
import type { Fault, ListenerStatus } from '../status.ts';
import { faultOf, faultText } from '../steps/compile-version.ts';

export interface ListenerHostOptions {
  readonly deployed: DeployedListener;
  readonly component: ListenerComponent;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: EngineLimits;
  readonly blocks: BlockPool;
  readonly datagrams: DatagramBudget;
  readonly services: RuntimeServices;
  /** The lane that has the listener now. */
  lane(): Pick<LaneLink, 'put' | 'arrived' | 'whenDelivered' | 'empty' | 'lag'>;
  /** First block of the stream that something still needs, as committed. */
  committedCursor(stream: string): number;
  quota(tenantId: string, bytes: number): boolean;
  onStatus(): void;
  /** Calls `retry` of the host when nothing else of the deployment is under way. */
  onRetryDue(): void;
}

const measureEveryMs = 100;

/** The running half of a listener: from its port or source into the journal, and on to its lane. */
export class ListenerHost {
  deployed: DeployedListener;
  /** What it brings is made up. */
  readonly makesEvents: boolean;
  readonly stream: string;
  readonly #o: ListenerHostOptions;
  #intake: IntakePartition | undefined;
  #running: RunningListener | undefined;
  #abort = new AbortController();
  #state: ListenerStatus['state'] = 'stopped';
  #error: Fault | undefined;
  /** What the running half goes by. */
  #settings = '';
  #overQuota = false;
  #received = 0;
  #receivedBytes = 0;
  /** Starts that failed in a row. */
  #failures = 0;
  #retryAtMs: number | undefined;
  #cancelRetry: () => void = () => undefined;
  /** Counts starts and stops: a start that is overtaken by a stop ends what it has opened. */
  #turn = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #behind = false;

  constructor(options: ListenerHostOptions) {
    this.#o = options;
    this.deployed = options.deployed;
    this.makesEvents = options.component.definition.delivery === 'generator';
    this.stream = listenerStream(options.deployed.tenantId, options.deployed.id, 0);
  }

  /** What makes a restart of the running half necessary when it differs. */
  static fingerprint(deployed: DeployedListener): string {
    return JSON.stringify([deployed.component, deployed.version, deployed.config, deployed.revision]);
  }

  /**
   * Opens the port or source. The reason of a failure is in the status, and unless only a change can help it is tried again. One that
   * takes longer than `listenerStartMs` is not waited for: the status says that it is starting until it runs or has failed.
   */
  async start(): Promise<Fault | undefined> {
    const { clock, limits, log } = this.#o;
    const late = Promise.withResolvers<undefined>();
    const cancel = clock.after(limits.listenerStartMs, () => {
      log.warn({ listener: this.deployed.id, waitedMs: limits.listenerStartMs }, 'a listener takes long to start; nothing waits for it');
      late.resolve(undefined);
    });
    try {
      return await Promise.race([this.#open(), late.promise]);
    } finally {
      cancel();
    }
  }

  async #open(): Promise<Fault | undefined> {
    const { component, log, clock, journal, limits, services, blocks, datagrams } = this.#o;
    const { id, tenantId, config, revision } = this.deployed;
    this.#settings = this.#fingerprint();
    this.#cancelRetry();
    const turn = ++this.#turn;
    const parsed = parseConfig(component.definition.config, config);
    if (!parsed.ok) return this.#fail({ code: 'CONFIG_INVALID', message: faultText(parsed.error) }, undefined);
    this.#setState('starting', undefined);
    const settings = readIntakeSettings(parsed.value, revision);
    const lag = new CatchingUp(clock, () => this.#o.lane().lag(id));
    const intake = new IntakePartition({
      stream: this.stream,
      listenerId: id,
      journal,
      blocks,
      clock,
      log,
      settings,
      datagrams,
      ackDeliveredTimeoutMs: limits.ackDeliveredTimeoutMs,
      busy: () => this.#busy(),
      lagBytes: () => lag.bytes(),
      blockBytes: () => this.#o.lane().lag(id)?.blockBytes ?? blockBytesFirst,
      onBlock: (block) => this.#handOver(block),
      whenDelivered: (from, to, done) => this.#o.lane().whenDelivered(id, from, to, done),
      onReceived: (frames, bytes) => this.#note(frames, bytes),
    });
    this.#intake = intake;
    this.#abort = new AbortController();
    let running: RunningListener;
    try {
      const context = {
        ...services.context(tenantId, { listener: id }),
        tenantId,
        intake: createIntake([intake], settings, (count) => this.#empty(count)),
        signal: this.#abort.signal,
      };
      running = await component.runtime.start(parsed.value as never, context);
    } catch (error) {
      await intake.stop();
      return this.#turn === turn ? this.#fail(faultOf(error), error) : undefined;
    }
    if (this.#turn !== turn) {
      await running.stop();
      return undefined;
    }
    this.#running = running;
    if (this.#failures > 0) log.info({ listener: id, failures: this.#failures }, 'the listener runs again');
    this.#failures = 0;
    this.#setState('running', undefined);
    return undefined;
  }

  /** One more attempt, unless it runs, was stopped, or only a change can help. */
  async retry(): Promise<void> {
    if (this.#state === 'error' && this.#retryAtMs !== undefined) await this.start();
  }

  /** Does nothing unless a secret that it uses has changed. New connections use the new values; one that could not open tries again. */
  async secretsChanged(): Promise<void> {
    const settings = this.#fingerprint();
    if (settings === this.#settings) return;
    this.#settings = settings;
    if (this.#state === 'error') await this.retry();
    else this.#running?.secretsChanged?.();
  }

  #fingerprint(): string {
    return this.#o.services.fingerprint(this.deployed.tenantId, this.deployed.config);
  }

  /** Stops accepting; resolves when what was taken in is durable. It does not wait long for senders who wait for a delivery. */
  async stop(signal?: AbortSignal): Promise<void> {
    this.#turn++;
    this.#cancelRetry();
    const onAbort = () => {
      this.#intake?.endWaits();
      this.#abort.abort(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const cancelWaits = this.#o.clock.after(stoppingWaitMs, () => this.#intake?.endWaits());
    try {
      await this.#running?.stop();
    } catch (error) {
      this.#o.log.warn({ listener: this.deployed.id, error }, 'a listener failed while stopping');
    }
    cancelWaits();
    this.#running = undefined;
    await this.#intake?.stop();
    this.#intake = undefined;
    this.#abort.abort(new Error('the listener has stopped'));
    signal?.removeEventListener('abort', onAbort);
    this.#retryAtMs = undefined;
    if (this.#state !== 'error') this.#setState('stopped', undefined);
  }

  status(): ListenerStatus {
    const error = this.#error ?? this.#running?.problem?.();
    const refusals = this.#running?.refusals?.();
    return {
      id: this.deployed.id,
      revision: this.deployed.revision,
      state: this.#state,
      addresses: this.#running?.addresses ?? [],
      busy: this.#intake?.busy ?? false,
      ...(error ? { error } : {}),
      ...(refusals ? { refusals } : {}),
      ...(this.#retryAtMs === undefined ? {} : { retryAtMs: this.#retryAtMs }),
    };
  }

  counters() {
    return {
      received: this.#received,
      bytes: this.#receivedBytes,
      kernelDrops: this.#running?.counters?.().kernelDrops ?? 0,
    };
  }

  /** A block that cannot be given to the lane is read from the journal like one that fell out of memory. */
  #handOver(block: StoredBlock): void {
    const lane = this.#o.lane();
    try {
      lane.put(this.deployed.id, block);
    } catch (error) {
      lane.arrived(block.stream, block.block + 1);
      throw error;
    }
  }

  #busy(): false | 'behind' | 'quota' {
    const { journal, limits } = this.#o;
    if (this.#overQuota && !this.#o.quota(this.deployed.tenantId, 0)) return 'quota';
    this.#overQuota = false;
    if (journal.space().full) return 'behind';
    const now = this.#o.clock.monotonic();
    if (now - this.#measuredAt >= measureEveryMs) {
      this.#measuredAt = now;
      this.#behind = undeliveredBytes(journal, this.stream, this.#o.committedCursor(this.stream)) >= limits.listenerBytes * 0.9;
    }
    return this.#behind ? 'behind' : false;
  }

  #note(frames: number, bytes: number): void {
    this.#received += frames;
    this.#receivedBytes += bytes;
    if (!this.#o.quota(this.deployed.tenantId, bytes)) this.#overQuota = true;
  }

  #empty(count: number): void {
    this.#received += count;
    this.#o.lane().empty(this.deployed.id, count);
  }

  /** `error`: what `start` of the component threw; undefined: the configuration itself is wrong, and no later attempt can help. */
  #fail(fault: Fault, error: unknown): Fault {
    const { clock, limits, log } = this.#o;
    this.#retryAtMs = undefined;
    if (error !== undefined) {
      const soonMs = Math.min(limits.listenerRetryMaxMs, limits.listenerRetryFirstMs * 2 ** Math.min(this.#failures, 30));
      const waitMs = error instanceof Misconfigured ? limits.listenerRetryMaxMs : soonMs;
      if (this.#failures === 0) log.warn({ listener: this.deployed.id, error, waitMs }, 'the listener could not start; it is tried again');
      this.#failures++;
      this.#retryAtMs = clock.now() + waitMs;
      this.#cancelRetry = clock.after(waitMs, () => this.#o.onRetryDue());
    }
    this.#setState('error', fault);
    return fault;
  }

  #setState(state: ListenerStatus['state'], error: Fault | undefined): void {
    this.#state = state;
    this.#error = error;
    if (state !== 'error') this.#retryAtMs = undefined;
    this.#o.onStatus();
  }
}
