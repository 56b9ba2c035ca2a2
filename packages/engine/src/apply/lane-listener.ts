import { parseConfig } from '@acequia/component-sdk/definition';
import type { Clock, Log } from '@acequia/base';
import { createSlotTable, type SlotTable } from '@acequia/batch';
import type { FrameDecoder } from '@acequia/component-sdk/runtime';
import type { CommitValue, JournalStreams } from '@acequia/journal';
import type { DeployedListener } from '@acequia/pipeline';
import type { BlockHolders } from '../intake/block-pool.ts';
import type { StoredListener } from '../commit/records.ts';
import { readIntakeSettings } from '../intake/intake-settings.ts';
import { compileLabels } from '../labels/compile-labels.ts';
import type { LabelRouter } from '../labels/label-router.ts';
import { ListenerDecoder, type ListenerFacts } from '../lanes/listener-decoder.ts';
import { Partition, type StoredPartition } from '../lanes/partition.ts';
import type { VersionRun } from '../lanes/version-run.ts';
import type { EngineLimits, ListenerComponent } from '../options.ts';
import type { DeadLetters } from '../outcomes/dead-letters.ts';
import { Ledger } from '../outcomes/ledger.ts';
import type { CrashGuard } from '../poison/crash-guard.ts';
import type { LaneListenerCounters } from './lane-link.ts';
import type { RuntimeServices } from './runtime-services.ts';

export interface LaneListenerOptions {
  readonly deployed: DeployedListener;
  readonly component: ListenerComponent;
  readonly journal: JournalStreams;
  readonly clock: Clock;
  readonly log: Log;
  readonly worker: string;
  readonly limits: EngineLimits;
  readonly blocks: BlockHolders;
  readonly deadLetters: DeadLetters;
  readonly services: RuntimeServices;
  readonly crashes: CrashGuard | undefined;
  /** Settings of earlier revisions that blocks may still refer to. */
  readonly revisions: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  readonly storedPartition: StoredPartition | undefined;
  readonly storedLedger: CommitValue | undefined;
  cluster(): string;
  runs(): readonly VersionRun[];
  wake(): void;
}

/** A listener from its journal on: its partition, labels and decoders. Whether its running half is started does not matter here. */
export class LaneListener {
  readonly slots: SlotTable = createSlotTable();
  readonly partition: Partition;
  readonly ledger: Ledger;
  readonly decoder: ListenerDecoder;
  deployed: DeployedListener;
  readonly #o: LaneListenerOptions;
  readonly #decoders = new Map<number, FrameDecoder>();
  readonly #revisions: Map<number, Readonly<Record<string, unknown>>>;
  #router: LabelRouter;
  #labelsText: string;
  #acknowledgesDelivered: boolean;

  constructor(options: LaneListenerOptions) {
    this.#o = options;
    this.deployed = options.deployed;
    this.#revisions = new Map(options.revisions);
    this.#revisions.set(options.deployed.revision, options.deployed.config);
    this.#router = compileLabels(options.deployed.labels, this.slots, options.clock, options.services.kernels);
    this.#labelsText = JSON.stringify(options.deployed.labels);
    this.#acknowledgesDelivered = acknowledgesDelivered(options.deployed);
    this.ledger = new Ledger(options.clock, options.journal.generation, options.storedLedger);
    const { id, tenantId } = options.deployed;
    this.decoder = new ListenerDecoder({
      slots: this.slots,
      pool: options.services.pool,
      blocks: options.blocks,
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
      blocks: options.blocks,
      ledger: this.ledger,
      deadLetters: options.deadLetters,
      stored: options.storedPartition,
      crashes: options.crashes,
      acknowledgesDelivered: () => this.#acknowledgesDelivered,
      router: () => this.#router,
      decoder: () => this.decoder,
      runs: options.runs,
      wake: options.wake,
    });
  }

  /** For a replay: its blocks are not the listener's to count, and its events carry its id. `revision`: of the settings; undefined: of the block's. */
  decoderFor(replay: string, revision: number | undefined): ListenerDecoder {
    const { services, blocks, clock, log } = this.#o;
    return new ListenerDecoder({
      slots: this.slots,
      pool: services.pool,
      blocks,
      facts: () => ({ ...this.#facts(), replay }),
      clock,
      log,
      decoderOf: (revisionOfBlock) => this.#decoderOf(revision ?? revisionOfBlock),
    });
  }

  /** Labels and names take effect at the next block. */
  update(deployed: DeployedListener): void {
    this.deployed = deployed;
    this.#revisions.set(deployed.revision, deployed.config);
    this.#acknowledgesDelivered = acknowledgesDelivered(deployed);
    const labelsText = JSON.stringify(deployed.labels);
    if (labelsText === this.#labelsText) return;
    this.#labelsText = labelsText;
    this.#router = compileLabels(deployed.labels, this.slots, this.#o.clock, this.#o.services.kernels);
  }

  empty(count: number): void {
    this.ledger.add('', 'received', count);
    this.ledger.add('', 'empty', count);
  }

  record(): StoredListener {
    const { tenantId, id } = this.deployed;
    return { tenantId, listenerId: id, partition: this.partition.store(), ledger: this.ledger.store() };
  }

  counters(): LaneListenerCounters {
    return {
      decoded: this.ledger.total('decoded'),
      rejected: this.ledger.outcome('rejected'),
      empty: this.ledger.total('empty'),
      decodeCalls: this.decoder.calls,
      blockBytes: this.partition.blockBytes,
    };
  }

  #facts(): ListenerFacts {
    const { id, tenantId, name, component, config, revision } = this.deployed;
    return {
      tenantId,
      listenerId: id,
      listenerName: name,
      listenerType: component,
      cluster: this.#o.cluster(),
      worker: this.#o.worker,
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
}

const acknowledgesDelivered = ({ config, revision }: DeployedListener): boolean =>
  readIntakeSettings(config, revision).ackWhen === 'delivered';

export const listenerStream = (tenantId: string, listenerId: string, partition: number): string =>
  `li/${tenantId}/${listenerId}/${partition}`;
