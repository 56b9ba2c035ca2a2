import { parseConfig } from '@acequia/component-sdk/definition';
import type { Clock, Log } from '@acequia/base';
import { createSlotTable, type SlotTable } from '@acequia/batch';
import type { FrameDecoder, RunningListener } from '@acequia/component-sdk/runtime';
import type { CommitValue, Journal } from '@acequia/journal';
import type { DeployedListener } from '@acequia/pipeline';
import { undeliveredBytes } from '../commit/retention.ts';
import { IntakePartition } from '../intake/intake-partition.ts';
import { readIntakeSettings } from '../intake/intake-settings.ts';
import { createIntake } from '../intake/listener-intake.ts';
import { compileLabels } from '../labels/compile-labels.ts';
import type { LabelRouter } from '../labels/label-router.ts';
import { ListenerDecoder, type ListenerFacts } from '../lanes/listener-decoder.ts';
import { Partition, type StoredPartition } from '../lanes/partition.ts';
import type { VersionRun } from '../lanes/version-run.ts';
import type { EngineLimits, ListenerComponent } from '../options.ts';
import type { DeadLetters } from '../outcomes/dead-letters.ts';
import { Ledger } from '../outcomes/ledger.ts';
import type { Fault, ListenerStatus } from '../status.ts';
import { faultOf, faultText } from '../steps/compile-version.ts';
import type { RuntimeServices } from './runtime-services.ts';

export interface ListenerHostOptions {
  readonly deployed: DeployedListener;
  readonly component: ListenerComponent;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly worker: string;
  readonly cluster: string;
  readonly limits: EngineLimits;
  readonly deadLetters: DeadLetters;
  readonly services: RuntimeServices;
  /** Settings of earlier revisions that blocks may still refer to. */
  readonly revisions: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  readonly storedPartition: StoredPartition | undefined;
  readonly storedLedger: CommitValue | undefined;
  runs(): readonly VersionRun[];
  /** First block of a stream that something still needs, as committed. */
  committedCursor(stream: string): number;
  quota(tenantId: string, bytes: number): boolean;
  wake(): void;
  onStatus(): void;
}

const measureEveryMs = 100;

/** One listener of the deployment: its partitions, labels and decoders, and its running half when it is started. */
export class ListenerHost {
  readonly slots: SlotTable = createSlotTable();
  readonly partition: Partition;
  readonly ledger: Ledger;
  readonly decoder: ListenerDecoder;
  deployed: DeployedListener;
  readonly #o: ListenerHostOptions;
  readonly #decoders = new Map<number, FrameDecoder>();
  readonly #revisions: Map<number, Readonly<Record<string, unknown>>>;
  #router: LabelRouter;
  #labelsText: string;
  #intake: IntakePartition | undefined;
  #running: RunningListener | undefined;
  #abort = new AbortController();
  #state: ListenerStatus['state'] = 'stopped';
  #error: Fault | undefined;
  #overQuota = false;
  #received = 0;
  #receivedBytes = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #behind = false;

  constructor(options: ListenerHostOptions) {
    this.#o = options;
    this.deployed = options.deployed;
    this.#revisions = new Map(options.revisions);
    this.#revisions.set(options.deployed.revision, options.deployed.config);
    this.#router = compileLabels(options.deployed.labels, this.slots, options.clock);
    this.#labelsText = JSON.stringify(options.deployed.labels);
    this.ledger = new Ledger(options.clock, options.journal.generation, options.storedLedger);
    const { id, tenantId } = options.deployed;
    this.decoder = new ListenerDecoder({
      slots: this.slots,
      pool: options.services.pool,
      blocks: options.services.blocks,
      facts: () => this.#facts(),
      clock: options.clock,
      log: options.log,
      decoderOf: (revisionOfBlock) => this.#decoderOf(revisionOfBlock),
    });
    this.partition = new Partition({
      stream: listenerStream(tenantId, id, 0),
      tenantId,
      listenerId: id,
      journal: options.journal,
      clock: options.clock,
      log: options.log,
      ringBytes: options.limits.ringBytes,
      blocks: options.services.blocks,
      ledger: this.ledger,
      deadLetters: options.deadLetters,
      stored: options.storedPartition,
      router: () => this.#router,
      decoder: () => this.decoder,
      runs: options.runs,
      wake: options.wake,
    });
  }

  /** What makes a restart of the running half necessary when it differs. */
  static fingerprint(deployed: DeployedListener): string {
    return JSON.stringify([deployed.component, deployed.version, deployed.config, deployed.revision]);
  }

  /** Labels and names take effect at the next block; the settings only with `start`. */
  update(deployed: DeployedListener): void {
    this.deployed = deployed;
    this.#revisions.set(deployed.revision, deployed.config);
    const labelsText = JSON.stringify(deployed.labels);
    if (labelsText === this.#labelsText) return;
    this.#labelsText = labelsText;
    this.#router = compileLabels(deployed.labels, this.slots, this.#o.clock);
  }

  /** Opens the port or source. The reason of a failure stands in the status. */
  async start(): Promise<Fault | undefined> {
    const { component, log, clock, journal, limits, services } = this.#o;
    const { id, tenantId, config, revision } = this.deployed;
    const parsed = parseConfig(component.definition.config, config);
    if (!parsed.ok) return this.#fail({ code: 'CONFIG_INVALID', message: faultText(parsed.error) });
    this.#setState('starting', undefined);
    const settings = readIntakeSettings(parsed.value, revision);
    const intake = new IntakePartition({
      stream: this.partition.stream,
      listenerId: id,
      journal,
      blocks: services.blocks,
      clock,
      log,
      settings,
      ackDeliveredTimeoutMs: limits.ackDeliveredTimeoutMs,
      busy: () => this.#busy(),
      onBlock: (block) => {
        this.partition.ring.put(block);
        this.#o.wake();
      },
      watch: (block, onSettled) => this.partition.watch(block, onSettled),
      onReceived: (frames, bytes) => this.#note(frames, bytes),
    });
    this.#intake = intake;
    this.#abort = new AbortController();
    try {
      const context = {
        ...services.context(tenantId, { listener: id }),
        intake: createIntake([intake], settings, (count) => this.#empty(count)),
        signal: this.#abort.signal,
      };
      this.#running = await component.runtime.start(parsed.value as never, context);
    } catch (error) {
      await intake.stop();
      return this.#fail(faultOf(error));
    }
    this.#setState('running', undefined);
    return undefined;
  }

  /** New connections use the new values; one that could not open tries again. */
  async secretsChanged(): Promise<void> {
    if (this.#state === 'error') await this.start();
    else this.#running?.secretsChanged?.();
  }

  /** Stops accepting; resolves when what was taken in is durable. */
  async stop(signal?: AbortSignal): Promise<void> {
    const onAbort = () => this.#abort.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await this.#running?.stop();
    } catch (error) {
      this.#o.log.warn({ listener: this.deployed.id, error }, 'a listener failed while stopping');
    }
    this.#running = undefined;
    await this.#intake?.stop();
    this.#intake = undefined;
    this.#abort.abort(new Error('the listener has stopped'));
    signal?.removeEventListener('abort', onAbort);
    if (this.#state !== 'error') this.#setState('stopped', undefined);
  }

  status(): ListenerStatus {
    const error = this.#error ?? this.#running?.problem?.();
    return {
      id: this.deployed.id,
      revision: this.deployed.revision,
      state: this.#state,
      addresses: this.#running?.addresses ?? [],
      busy: this.#intake?.busy ?? false,
      ...(error ? { error } : {}),
    };
  }

  counters() {
    return {
      received: this.#received,
      bytes: this.#receivedBytes,
      decoded: this.ledger.total('decoded'),
      rejected: this.ledger.outcome('rejected'),
      empty: this.ledger.total('empty'),
      kernelDrops: this.#running?.counters?.().kernelDrops ?? 0,
    };
  }

  #facts(): ListenerFacts {
    const { id, tenantId, name, component, config, revision } = this.deployed;
    const { cluster, worker } = this.#o;
    return {
      tenantId,
      listenerId: id,
      listenerName: name,
      listenerType: component,
      cluster,
      worker,
      keepRaw: readIntakeSettings(config, revision).keepRaw,
    };
  }

  #decoderOf(revision: number): FrameDecoder | undefined {
    const known = this.#decoders.get(revision);
    if (known) return known;
    const config = this.#revisions.get(revision) ?? this.deployed.config;
    const parsed = parseConfig(this.#o.component.definition.config, config);
    if (!parsed.ok) return undefined;
    const decoder = this.#o.component.runtime.decoder(parsed.value as never, { slots: this.slots, kernels: this.#o.services.kernels });
    this.#decoders.set(revision, decoder);
    return decoder;
  }

  #busy(): false | 'behind' | 'quota' {
    const { journal, limits } = this.#o;
    if (this.#overQuota && !this.#o.quota(this.deployed.tenantId, 0)) return 'quota';
    this.#overQuota = false;
    if (journal.space().full) return 'behind';
    const { stream } = this.partition;
    const now = this.#o.clock.monotonic();
    if (now - this.#measuredAt >= measureEveryMs) {
      this.#measuredAt = now;
      this.#behind = undeliveredBytes(journal, stream, this.#o.committedCursor(stream)) >= limits.listenerBytes * 0.9;
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
    this.ledger.add('', 'received', count);
    this.ledger.add('', 'empty', count);
  }

  #fail(fault: Fault): Fault {
    this.#setState('error', fault);
    return fault;
  }

  #setState(state: ListenerStatus['state'], error: Fault | undefined): void {
    this.#state = state;
    this.#error = error;
    this.#o.onStatus();
  }
}

export const listenerStream = (tenantId: string, listenerId: string, partition: number): string =>
  `li/${tenantId}/${listenerId}/${partition}`;
