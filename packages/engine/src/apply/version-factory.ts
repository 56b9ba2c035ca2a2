import { parseConfig } from '@acequia/component-sdk/definition';
import { err, MiB, ok, type Clock, type Log, type Random, type Result } from '@acequia/base';
import { readImage, writeImage, type SlotTable } from '@acequia/batch';
import { Disconnected, Misconfigured, type DatasinkContext } from '@acequia/component-sdk/runtime';
import type { JournalStreams } from '@acequia/journal';
import type { DeployedDatasink, DeployedPipeline } from '@acequia/pipeline';
import { Checkpoint } from '../commit/checkpoint.ts';
import type { StoredVersion } from '../commit/records.ts';
import { stateStream } from '../commit/state-file.ts';
import { redrivenStream } from '../dead-letters/redriven-stream.ts';
import { DeliveryQueue } from '../delivery/delivery-queue.ts';
import { BlockPool } from '../intake/block-pool.ts';
import { Backlog } from '../lanes/backlog.ts';
import type { MadeEntry } from '../lanes/made-queue.ts';
import { VersionRun, type ReplayOf } from '../lanes/version-run.ts';
import type { Place } from '../epochs/lookup-epochs.ts';
import { gatherBatches, gatherFromBytes, sinkAbortedMs, sinkSendsMs } from '../limits.ts';
import type { Components, DatasinkComponent, EngineLimits } from '../options.ts';
import type { DeadLetters } from '../outcomes/dead-letters.ts';
import { Ledger } from '../outcomes/ledger.ts';
import type { CrashGuard } from '../poison/crash-guard.ts';
import { LoadBudget } from '../delivery/load-budget.ts';
import { SpillStore, type Images } from '../delivery/spill-store.ts';
import type { Samples } from '../samples/samples.ts';
import { compileVersion, faultOf, faultText, type CompileFault } from '../steps/compile-version.ts';
import type { CompiledNode, CompiledVersion } from '../steps/compiled-version.ts';
import { GraphRunner } from '../steps/run-graph.ts';
import type { RuntimeServices } from './runtime-services.ts';
import type { StateBudget } from './state-budget.ts';

export interface VersionFactoryOptions {
  readonly journal: JournalStreams;
  readonly components: Components;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly worker: string;
  readonly limits: EngineLimits;
  readonly deadLetters: DeadLetters;
  readonly samples: Samples;
  readonly services: RuntimeServices;
  readonly crashes: CrashGuard | undefined;
  readonly stateBudget: StateBudget;
  /** Where the version at work says where it is. */
  readonly place: Place;
  cluster(): string;
  /** Where versions that have ended still hold the place of a pipeline's node: resolves when they have let go of it. */
  placeHeld(pipelineId: string, place: { readonly node: string; readonly datasinkId: string }): Promise<void> | undefined;
  wake(): void;
  /** Does work of a tenant at once, and notes for whom the time it takes was spent. */
  account<T>(tenantId: string, work: () => T): T;
  /** Does work of a tenant when its turn comes. */
  later(tenantId: string, work: () => void): void;
  onBatch(queue: DeliveryQueue): void;
  /** A branch sends nothing more before the next commit. */
  onBound(): void;
  /** Which version of a pipeline delivers to a place may have to change. */
  onTurn(pipelineId: string): void;
  onStatus(): void;
}

export interface VersionPlan {
  readonly deployed: DeployedPipeline;
  readonly slots: SlotTable;
  /** The datasink as it is now; asked for at each opening, so that changed settings take effect. */
  datasink(id: string): DeployedDatasink | undefined;
  readonly stored: StoredVersion | undefined;
  /** In which all runs of the version count; absent: the stored one's own. */
  readonly ledger?: Ledger;
  /** Nodes whose place an earlier version has. */
  readonly standBy: ReadonlySet<string>;
  restored(node: string, fingerprint: string): Uint8Array | 'lost' | undefined;
  /** Events made out of state that the checkpoint holds. */
  readonly made?: readonly MadeEntry[];
  readonly replay?: ReplayOf;
  /** The version of a followed lookup that the events at hand meet; undefined: the one in force on the worker. */
  lookupVersion(id: string): number | undefined;
}

const branchIdBytes = 12;

/** Unused memory kept for images that are on their way to the journal. */
const imageMemoryBytes = 2 * MiB;

export const imagesFor = (slots: SlotTable): Images => ({
  write: (view, into) => writeImage(view, into ? { into } : {}),
  read: (image) => readImage(image, { slots }),
});

/** Makes versions ready to run: compiled, with a delivery queue per datasink node. */
export class VersionFactory {
  readonly #o: VersionFactoryOptions;
  readonly #runner: GraphRunner;
  readonly #budget: LoadBudget;
  readonly #imageMemory = new BlockPool(imageMemoryBytes);

  constructor(options: VersionFactoryOptions) {
    this.#o = options;
    this.#budget = new LoadBudget(options.limits.gatherBytes);
    this.#runner = new GraphRunner(options.clock, options.log, options.crashes?.slot);
  }

  compile(plan: VersionPlan): Result<CompiledVersion, CompileFault> {
    const { components, clock, random, worker, services } = this.#o;
    return compileVersion(plan.deployed, {
      components,
      clock,
      random,
      kernels: services.kernels,
      worker,
      logNumber: this.#o.journal.logNumber,
      cluster: this.#o.cluster(),
      slots: plan.slots,
      secret: (reference) => services.secret(reference, plan.deployed.tenantId),
      lookup: (id, version) => services.lookup(id, version, plan.deployed.tenantId, () => plan.lookupVersion(id)),
      stateBytes: () => this.#o.stateBudget.of(plan.deployed.tenantId),
      restored: (node, fingerprint) => plan.restored(node, fingerprint),
    });
  }

  /** Nothing runs yet: the run has no position. */
  create(plan: VersionPlan, compiled: CompiledVersion): Result<VersionRun, CompileFault> {
    const { journal, clock, deadLetters, samples } = this.#o;
    const ledger = plan.ledger ?? new Ledger(clock, journal.generation, plan.stored?.ledger);
    const branches = new Map<string, DeliveryQueue>();
    const sinks = compiled.nodes.filter(({ datasink }) => datasink !== undefined);
    const holder: { run?: VersionRun } = {};
    const redriven = redrivenStream(plan.deployed);
    for (const node of sinks) {
      const branch = this.#branch(plan, node, sinks.length === 1, holder);
      if (!branch.ok) return err({ ...branch.error, node: node.id });
      branches.set(node.id, branch.value);
    }
    const run = new VersionRun({
      deployed: plan.deployed,
      compiled,
      branches,
      ledger,
      deadLetters,
      samples,
      runner: this.#runner,
      clock,
      log: this.#o.log,
      stored: plan.stored,
      backlog: new Backlog(journal, clock, plan.stored?.backlog),
      replay: plan.replay,
      crashes: this.#o.crashes,
      redriven: plan.replay ? undefined : { stream: redriven, head: journal.head(redriven).block },
      checkpoint: compiled.keyed ? this.#checkpoint(plan) : undefined,
      slots: plan.slots,
      place: this.#o.place,
      made: plan.made ?? [],
    });
    holder.run = run;
    return ok(run);
  }

  /** Says, until it is done, that work on the state of a version is under way. */
  inState<T>(versionId: string, work: () => T): T {
    const { crashes } = this.#o;
    return crashes ? crashes.slot.inState(versionId, 0, work) : work();
  }

  #checkpoint(plan: VersionPlan): Checkpoint {
    const { journal, clock, log, limits } = this.#o;
    const { stored } = plan;
    return new Checkpoint({
      journal,
      clock,
      log,
      stream: stateStream(plan.deployed),
      intervalMs: limits.checkpointIntervalMs,
      intervalBytes: limits.checkpointBytes,
      stored: stored?.state ?? (stored && { positions: stored.cursors, kept: 'none' }),
      atWork: (work) => this.inState(plan.deployed.versionId, work),
      onMade: () => this.#o.onBound(),
    });
  }

  /**
   * Connects every branch once. Only what a person must mend is a fault. A destination that has not answered after `sinkOpenMs` keeps
   * nothing waiting: its branch goes on connecting, and tells later what is wrong.
   */
  async open(run: VersionRun): Promise<CompileFault | undefined> {
    const late = Promise.withResolvers<undefined>();
    let isLate = false;
    const cancel = this.#o.clock.after(this.#o.limits.sinkOpenMs, () => {
      isLate = true;
      late.resolve(undefined);
    });
    const prepare = async ([node, branch]: readonly [string, DeliveryQueue]): Promise<CompileFault | undefined> => {
      try {
        await branch.prepare();
        return undefined;
      } catch (error) {
        return { ...faultOf(error), node };
      } finally {
        if (isLate) branch.pump();
      }
    };
    const results = await Promise.all([...run.branches].map((branch) => Promise.race([prepare(branch), late.promise])));
    cancel();
    return results.find((fault) => fault !== undefined);
  }

  async #placeFree(pipelineId: string, place: { readonly node: string; readonly datasinkId: string }): Promise<void> {
    const held = this.#o.placeHeld(pipelineId, place);
    if (!held) return;
    const over = new AbortController();
    const late = this.#o.clock.sleep(sinkAbortedMs, over.signal).then(
      () => true,
      () => false,
    );
    const isLate = await Promise.race([held.then(() => false), late]);
    over.abort();
    if (isLate) throw new Disconnected('DELIVERY_SINK_STUCK');
  }

  #branch(plan: VersionPlan, node: CompiledNode, alone: boolean, holder: { run?: VersionRun }): Result<DeliveryQueue, CompileFault> {
    const { journal, clock, random, limits } = this.#o;
    const { tenantId, id: pipelineId, versionId } = plan.deployed;
    const datasinkNode = node.datasink!;
    const component = this.#o.components.datasink(datasinkNode.component, datasinkNode.version)!;
    const settings = readSettings(component, plan.datasink(datasinkNode.datasinkId), datasinkNode.config);
    if (!settings.ok) return settings;
    const batching = component.runtime.batching(settings.value.creation as never, settings.value.node as never);
    const log = this.#o.log.child({ pipeline: pipelineId, version: versionId, node: node.id });
    const stored = plan.stored?.branches[node.id];
    const id = stored?.id ?? Buffer.from(random.bytes(branchIdBytes)).toString('hex');
    const made: { branch?: DeliveryQueue } = {};
    const store = new SpillStore({
      journal,
      clock,
      log,
      stream: outboxStream(plan.deployed, node.id),
      images: imagesFor(plan.slots),
      blocks: this.#imageMemory,
      memoryBytes: limits.branchMemoryBytes,
      ...(batching.maxBytes > gatherFromBytes ? { gather: { bytes: gatherBatches * batching.maxBytes, budget: this.#budget } } : {}),
      limitBytes: limits.branchBytes,
      whenFull: batching.whenFull,
      ...(alone && batching.whenFull === 'wait'
        ? { lags: () => !holder.run!.replaying && holder.run!.backlog.bytes(holder.run!.positions) < limits.lagBytes }
        : {}),
      stored: stored?.outbox,
      onDropped: (count, reason) => holder.run!.counts.add(node.id, `dropped:${reason}`, count),
      onWork: () => made.branch?.pump(),
      onResume: () => this.#o.wake(),
      onStatus: () => this.#o.onStatus(),
    });
    const services = () => this.#o.services.context(tenantId, { pipeline: pipelineId, node: node.id });
    const current = () => {
      const now = readSettings(component, plan.datasink(datasinkNode.datasinkId), datasinkNode.config);
      if (!now.ok) throw new Misconfigured(now.error.code, now.error.message === undefined ? {} : { message: now.error.message });
      return now.value;
    };
    made.branch = new DeliveryQueue({
      id,
      node: node.id,
      datasinkId: datasinkNode.datasinkId,
      pipelineId,
      store,
      batching,
      clock,
      random,
      log,
      counts: { add: (name, counter, count) => holder.run!.counts.add(name, counter, count) },
      probeIntervalMs: limits.probeIntervalMs,
      closing: { sendsMs: sinkSendsMs, abortedMs: sinkAbortedMs },
      standsBy: plan.standBy.has(node.id),
      settings: () => this.#o.services.fingerprint(tenantId, [plan.datasink(datasinkNode.datasinkId)?.creation, datasinkNode.config]),
      revision: () => plan.datasink(datasinkNode.datasinkId)?.revision,
      repeats: component.definition.effect !== 'once',
      checkpoint: stored?.checkpoint ?? undefined,
      restored: stored !== undefined && !plan.replay,
      open: async (checkpoint) => {
        await this.#placeFree(pipelineId, { node: node.id, datasinkId: datasinkNode.datasinkId });
        const { creation, node: config } = current();
        const branch = { tenantId, pipelineId, node: node.id, id };
        const replay = plan.replay ? { replay: plan.replay.id } : {};
        const context: DatasinkContext = { ...services(), slots: plan.slots, checkpoint, branch, ...replay };
        return component.runtime.open(creation as never, config as never, context);
      },
      probe: async () => component.runtime.probe(current().creation as never, services(), AbortSignal.timeout(30_000)),
      reroute: (view, entry, rows, port, kind, attempts) =>
        this.#o.account(tenantId, () => holder.run!.reroute(view, entry, rows, port, kind, node.id, attempts)),
      onBatch: (events, bytes) => {
        holder.run!.live.port(node.id, 'delivered', events, bytes);
        this.#o.onBatch(made.branch!);
      },
      onStatus: () => this.#o.onStatus(),
      onBound: () => this.#o.onBound(),
      onTurn: () => this.#o.onTurn(pipelineId),
      account: (work) => this.#o.account(tenantId, work),
      slice: { ms: limits.quantumMs, later: (work) => this.#o.later(tenantId, work) },
    });
    return ok(made.branch);
  }
}

function readSettings(
  component: DatasinkComponent,
  datasink: DeployedDatasink | undefined,
  nodeConfig: unknown,
): Result<{ creation: unknown; node: unknown }, CompileFault> {
  if (!datasink) return err({ code: 'DATASINK_MISSING' });
  const creation = parseConfig(component.definition.creation, datasink.creation);
  if (!creation.ok) return err({ code: 'CONFIG_INVALID', message: faultText(creation.error) });
  const node = parseConfig(component.definition.node, nodeConfig);
  if (!node.ok) return err({ code: 'CONFIG_INVALID', message: faultText(node.error) });
  return ok({ creation: creation.value, node: node.value });
}

export const outboxStream = (pipeline: DeployedPipeline, node: string): string =>
  `ob/${pipeline.tenantId}/${pipeline.id}/${pipeline.versionId}/${node}`;
