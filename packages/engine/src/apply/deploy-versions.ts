import { err, type Result } from '@acequia/base';
import { createSlotTable } from '@acequia/batch';
import type { DeployedDatasink, DeployedPipeline, Deployment } from '@acequia/pipeline';
import type { CommitValue } from '@acequia/journal';
import type { Changes } from '../commit/committer.ts';
import { committedLedger } from '../commit/committed-ledgers.ts';
import { listenerOfVersion } from '../commit/lane-records.ts';
import {
  listenerOf,
  listenerOfStream,
  nextRunId,
  readDeployed,
  readVersion,
  recordKeys,
  storedVersions,
  versionOf,
  withoutPartial,
  type StoredVersion,
} from '../commit/records.ts';
import { readStates, stateFor, stateStream, statesOf, type VersionState } from '../commit/state-file.ts';
import { redrivenStream } from '../dead-letters/redriven-stream.ts';
import type { LookupActivator } from '../epochs/activate-lookups.ts';
import type { Partition } from '../lanes/partition.ts';
import type { VersionRun } from '../lanes/version-run.ts';
import { Ledger } from '../outcomes/ledger.ts';
import type { CrashScene } from '../poison/crash-guard.ts';
import type { ApplyReport, ApplyResult } from '../status.ts';
import type { CompileFault } from '../steps/compile-version.ts';
import { carriedNodes } from '../steps/compiled-version.ts';
import type { DeployerOptions } from './deployer.ts';
import type { EngineState } from './engine-state.ts';
import type { VersionPlan } from './version-factory.ts';

const holdTimeoutMs = 10_000;

/** Brings the running versions to what the deployment says: prepare beside the old one, then switch at a block border (engine decision 24). */
export class VersionDeployer {
  readonly #o: DeployerOptions;
  readonly #state: EngineState;

  readonly #activator: LookupActivator;
  /** Runs that cannot be taken up, and why. */
  readonly #toldBehind = new Map<string, string>();

  constructor(options: DeployerOptions, activator: LookupActivator) {
    this.#o = options;
    this.#state = options.state;
    this.#activator = activator;
  }

  /** Versions of the last commit that read these listeners and are not taken up, each with all the streams it reads. */
  readersOf(listenerIds: ReadonlySet<string>): CrashScene['versions'] {
    return this.#behind((id) => listenerIds.has(id)).map(({ deployed: { pipeline }, stored }) => {
      const listenerId = listenerOf(pipeline);
      const streams = Object.keys(stored.cursors).filter((stream) => (listenerOfStream(stream) ?? listenerId) === listenerId);
      return { pipeline, streams: [...streams, redrivenStream(pipeline)] };
    });
  }

  /** Takes up what the last commit says of the versions that read these listeners: they go on until the deployment says otherwise. */
  async recover(listenerIds: ReadonlySet<string>): Promise<void> {
    for (const { deployed, stored } of this.#behind((id) => listenerIds.has(id)))
      await this.#restore(deployed.pipeline, deployed.datasinks, stored);
    await this.#keepBehind(listenerIds);
    for (const [id, { partition }] of this.#state.listeners) {
      if (!listenerIds.has(id)) continue;
      const { stream, next } = partition;
      const cursors = this.#state.runs.flatMap((run) => run.positions.get(stream) ?? []).filter((position) => next - position <= 256);
      partition.rewind(Math.min(next, ...cursors));
    }
  }

  /**
   * Takes up versions that could not be, where they stood: what they need may have come by now, a table of a lookup for one. One that
   * still cannot be changes nothing, nor does one beside which another has begun.
   */
  async takeUpLate(): Promise<void> {
    const { slots, adopting } = this.#state;
    for (const { deployed, stored } of this.#behind((id) => slots.has(id) && !adopting.has(id)))
      if (stored.stopAt !== null || !this.#state.runningOf(deployed.pipeline.id))
        await this.#restore(deployed.pipeline, deployed.datasinks, stored);
  }

  /** What the last commit says of versions that read such a listener and are not taken up, those that have ended first. */
  #behind(isOurs: (listenerId: string) => boolean): readonly Behind[] {
    const { journal } = this.#o.options;
    const taken = new Set(this.#state.runs.map(({ deployed }) => deployed.versionId));
    const versions = storedVersions(journal).flatMap((versionId) => {
      if (taken.has(versionId)) return [];
      const deployed = readDeployed(journal, versionId);
      const stored = readVersion(journal, versionId);
      return deployed && stored && !stored.replay && isOurs(listenerOf(deployed.pipeline)) ? [{ deployed, stored }] : [];
    });
    return versions.sort((one, other) => Number(one.stored.stopAt === null) - Number(other.stored.stopAt === null));
  }

  /** Versions that cannot be taken up stay where they are when their partitions go on. */
  async #keepBehind(listenerIds: ReadonlySet<string>): Promise<void> {
    const { journal } = this.#o.options;
    const running = new Set(this.#state.runs.map(({ deployed }) => deployed.versionId));
    const changes: Changes = new Map();
    for (const versionId of storedVersions(journal)) {
      const stored = readVersion(journal, versionId);
      if (running.has(versionId) || !stored?.rides?.length || !listenerIds.has(listenerOfVersion(journal, versionId) ?? '')) continue;
      changes.set(recordKeys.version(versionId), { ...stored, rides: [] } as unknown as CommitValue);
    }
    if (changes.size > 0) await journal.commits.commit(changes);
  }

  async #restore(pipeline: DeployedPipeline, datasinks: readonly DeployedDatasink[], stored: StoredVersion): Promise<void> {
    for (const datasink of datasinks) if (!this.#state.datasinks.has(datasink.id)) this.#state.datasinks.set(datasink.id, datasink);
    const { factory, crashes, options } = this.#o;
    const endsByState = crashes?.endsByState(pipeline.versionId) ?? false;
    if (endsByState)
      options.log.error(
        { pipeline: pipeline.id, version: pipeline.versionId },
        'work on the state of a version has ended the process; it is taken up without its state and waits for another version',
      );
    let states: VersionState | undefined;
    try {
      states = endsByState ? undefined : await this.#readStates(pipeline, stored);
    } catch (error) {
      this.#leaveBehind(pipeline, stored, { code: 'JOURNAL_FAILED', message: String(error) });
      return;
    }
    const restored: VersionPlan['restored'] = (node, fingerprint) => (states ? stateFor(states.nodes, node, fingerprint) : 'lost');
    const plan = { ...this.#planFor(pipeline, states ? stored : withoutPartial(stored), restored), made: states?.made ?? [] };
    const compiled = factory.inState(pipeline.versionId, () => factory.compile(plan));
    const run = compiled.ok ? factory.create(plan, compiled.value) : compiled;
    if (!run.ok) {
      this.#leaveBehind(pipeline, stored, run.error);
      return;
    }
    this.#toldBehind.delete(pipeline.versionId);
    if (stored.stopAt) run.value.stopAt = new Map(Object.entries(stored.stopAt));
    else this.#state.errors.delete(pipeline.id);
    run.value.carried = new Set(stored.carried);
    run.value.endsByState = endsByState;
    this.#state.runs.push(run.value);
    this.#state.giveTurns(pipeline.id);
    // Connects too. Nothing waits for that: a data sink that has much to settle after a crash keeps no listener closed.
    for (const branch of run.value.branches.values()) branch.pump();
  }

  /** It keeps no other version from being taken up. Told once for each reason: it is tried with each deployment. */
  #leaveBehind({ id, versionId }: DeployedPipeline, { stopAt }: StoredVersion, fault: CompileFault): void {
    if (stopAt === null) this.#state.errors.set(id, { versionId, fault });
    if (this.#toldBehind.get(versionId) === fault.code) return;
    this.#toldBehind.set(versionId, fault.code);
    this.#o.options.log.error({ pipeline: id, version: versionId, fault }, 'a version cannot be taken up; its events stay in the journal');
  }

  async #readStates(pipeline: DeployedPipeline, { state }: StoredVersion): Promise<VersionState | undefined> {
    const states = await readStates(this.#o.options.journal, stateStream(pipeline), state?.kept ?? 'none');
    if (!states)
      this.#o.options.log.error(
        { pipeline: pipeline.id, version: pipeline.versionId },
        'the state of a version is lost or damaged; it begins without state',
      );
    return states;
  }

  async apply(deployment: Deployment): Promise<ApplyReport['pipelines']> {
    const report: { id: string; versionId: string; result: ApplyResult; error?: CompileFault }[] = [];
    const wanted = new Map(deployment.pipelines.map((pipeline) => [pipeline.id, pipeline]));
    for (const run of this.#state.runs.filter(({ draining }) => !draining)) {
      if (wanted.has(run.deployed.id)) continue;
      const stopped = await this.#switch(run, undefined);
      report.push({
        id: run.deployed.id,
        versionId: run.versionId,
        result: stopped ? 'failed' : 'stopped',
        ...(stopped ? { error: stopped } : {}),
      });
    }
    for (const id of this.#state.errors.keys()) if (!wanted.has(id)) this.#state.errors.delete(id);
    const prepared = await this.#prepareAll(deployment.pipelines);
    try {
      for (const pipeline of deployment.pipelines) report.push(await this.#bring(pipeline, prepared));
    } finally {
      for (const run of prepared.values()) if (run.ok) await this.#state.discard(run.value);
    }
    return report;
  }

  /** Brings one pipeline to its version; what was prepared of it is taken out. */
  async #bring(pipeline: DeployedPipeline, prepared: Prepared): Promise<ApplyReport['pipelines'][number]> {
    const { id, versionId } = pipeline;
    const made = prepared.get(id);
    prepared.delete(id);
    if (!made) return { id, versionId, result: 'unchanged' };
    const running = this.#state.runningOf(id);
    const fault = made.ok ? await this.#publish(made.value, running) : made.error;
    if (!fault) {
      this.#state.errors.delete(id);
      return { id, versionId, result: running ? 'switched' : 'started' };
    }
    this.#state.errors.set(id, { versionId, fault });
    return { id, versionId, result: 'failed', error: fault };
  }

  /** Why this version, which ran before, cannot be taken up; it must not be begun anew beside what it left. Undefined: it left nothing. */
  #leftOf({ id, versionId }: DeployedPipeline): CompileFault | undefined {
    const isLeft = this.#behind((listenerId) => this.#state.slots.has(listenerId)).some(
      ({ deployed: { pipeline }, stored }) => stored.stopAt === null && pipeline.id === id && versionOf(pipeline.versionId) === versionId,
    );
    return isLeft ? (this.#state.errors.get(id)?.fault ?? { code: 'INTERNAL' }) : undefined;
  }

  /** Of a run that ended lately there is a record, and it may still be letting go of its streams. */
  #nextRunId(versionId: string): string {
    const known = [...this.#state.runs.map(({ deployed }) => deployed.versionId), ...storedVersions(this.#o.options.journal)];
    return nextRunId(versionId, known);
  }

  /**
   * What begins or takes another version's place, by pipeline, made and connected beside what runs. All at once: a destination that does
   * not answer keeps no other pipeline waiting longer than it would alone.
   */
  async #prepareAll(pipelines: readonly DeployedPipeline[]): Promise<Prepared> {
    const due = pipelines.filter(({ id, versionId }) => this.#state.runningOf(id)?.versionId !== versionId);
    return new Map(await Promise.all(due.map(async (pipeline) => [pipeline.id, await this.#prepare(pipeline)] as const)));
  }

  async #prepare(wanted: DeployedPipeline): Promise<Result<VersionRun, CompileFault>> {
    const left = this.#state.runningOf(wanted.id) ? undefined : this.#leftOf(wanted);
    if (left) return err(left);
    const pipeline = { ...wanted, versionId: this.#nextRunId(wanted.versionId) };
    const plan = this.#planFor(pipeline, undefined, () => undefined);
    if (!this.#state.slots.has(listenerOf(pipeline))) return err({ code: 'LISTENER_MISSING' });
    const compiled = this.#o.factory.compile(plan);
    if (!compiled.ok) return compiled;
    const created = this.#o.factory.create(plan, compiled.value);
    if (!created.ok) return created;
    const fault = await this.#o.factory.open(created.value);
    if (!fault) return created;
    await this.#state.discard(created.value);
    return err(fault);
  }

  /** Switches to a prepared version at a block border (engine decision 24). A fault changes nothing. */
  async #publish(run: VersionRun, running: VersionRun | undefined): Promise<CompileFault | undefined> {
    const pipeline = run.deployed;
    if (running && handsOn(running, run)) {
      const { factory } = this.#o;
      const switched = await this.#switch(running, () => {
        // Its state may have thrown while the switch was under way.
        if (!handsOn(running, run)) return run;
        const carried = carriedNodes(running.compiled, run.compiled);
        const again = factory.inState(running.deployed.versionId, () => {
          const states = statesOf(running.compiled);
          return factory.compile(
            this.#planFor(pipeline, undefined, (node, fingerprint) =>
              carried.has(node) ? stateFor(states, node, fingerprint) : undefined,
            ),
          );
        });
        if (again.ok) {
          for (const node of run.compiled.nodes) node.step?.stop?.();
          Object.assign(run, { compiled: again.value });
        }
        return run;
      });
      if (switched) await this.#state.discard(run);
      else this.#state.giveTurns(pipeline.id);
      return switched;
    }
    const switched = running ? await this.#switch(running, () => run) : await this.#begin(run);
    if (switched) await this.#state.discard(run);
    else this.#state.giveTurns(pipeline.id);
    return switched;
  }

  async #begin(run: VersionRun): Promise<CompileFault | undefined> {
    for (const { partition } of this.#state.hostsOf(run)) run.positions.set(partition.stream, this.#freeFrom(run, partition));
    run.checkpoint?.begin(run.positions);
    run.held = true;
    this.#activator.begin(run, this.#state.deployment);
    this.#state.runs.push(run);
    try {
      await this.#o.committer.commit(false);
    } catch (error) {
      this.#state.runs = this.#state.runs.filter((other) => other !== run);
      return { code: 'JOURNAL_FAILED', message: String(error) };
    }
    this.#o.keeper.release(run);
    return undefined;
  }

  /** What came while no version read the listener belongs to none, nor does what one that has ended still takes. */
  #freeFrom({ deployed: { id } }: VersionRun, { stream, head }: Partition): number {
    const ends = this.#state.runs.flatMap((run) => (run.deployed.id === id && !run.replay ? (run.stopAt?.get(stream) ?? []) : []));
    return Math.max(head, ...ends);
  }

  /**
   * Ends the old version and lets the new one begin there, in one commit record. What the old one has not run yet it still
   * runs, unless its state goes on in the new one or it was held (`fault`): then that is the new one's. Without a new one that reads its
   * listener that is all that was acknowledged until now.
   */
  async #switch(old: VersionRun, next: (() => VersionRun) | undefined): Promise<CompileFault | undefined> {
    if (old.checkpoint && !old.fault) await this.#endReplay(old);
    old.held = true;
    const isKept = async () => !old.checkpoint || old.fault !== undefined || (await old.checkpoint.force(old));
    if (!(await this.#o.keeper.settle(old, holdTimeoutMs)) || !(await isKept())) {
      this.#o.keeper.release(old);
      return { code: 'JOURNAL_FULL' };
    }
    const run = next?.();
    const keepsState = run !== undefined && handsOn(old, run);
    const ends = old.ends();
    if (!keepsState)
      for (const { partition } of this.#state.hostsOf(old)) {
        const stood = ends.get(partition.stream);
        const isReadOn = run?.reads(partition.stream) ?? false;
        if (stood === undefined || (isReadOn && old.fault)) continue;
        ends.set(partition.stream, Math.max(stood, isReadOn ? partition.next : partition.head));
      }
    if (run) {
      for (const [stream, position] of ends) if (run.reads(stream)) run.positions.set(stream, position);
      run.redrivenFrom = old.redrivenFrom;
      for (const { partition } of this.#state.hostsOf(run))
        if (!run.positions.has(partition.stream)) run.positions.set(partition.stream, this.#freeFrom(run, partition));
      run.held = true;
      run.checkpoint?.begin(run.positions);
      if (keepsState && run.checkpoint && !(await run.checkpoint.force(run))) {
        this.#o.keeper.release(old);
        return { code: 'JOURNAL_FULL' };
      }
      this.#activator.begin(run, this.#state.deployment);
      this.#state.runs.push(run);
    }
    old.stopAt = ends;
    if (keepsState) old.carried = carriedNodes(old.compiled, run.compiled);
    try {
      await this.#o.committer.commit(false);
    } catch (error) {
      old.stopAt = undefined;
      this.#state.runs = this.#state.runs.filter((other) => other !== run);
      this.#o.keeper.release(old);
      return { code: 'JOURNAL_FAILED', message: String(error) };
    }
    old.held = false;
    if (run) this.#o.keeper.release(run);
    return undefined;
  }

  /** A state is handed on with all that was counted in it; blocks of before a crash are run again first, as far as branches let them. */
  async #endReplay(run: VersionRun): Promise<void> {
    const { clock } = this.#o.options;
    const end = clock.monotonic() + holdTimeoutMs;
    if (run.replaying) for (const { partition } of this.#state.hostsOf(run)) this.#o.lane.add(partition);
    while (run.replaying && !run.fault && clock.monotonic() < end) await clock.sleep(1);
  }

  /** All runs of a version count in one: what is counted is told by version, and a later number takes an earlier one's place. */
  #ledgerOf(versionId: string): Ledger {
    const { journal, clock } = this.#o.options;
    const living = this.#state.runs.find((run) => !run.replay && run.versionId === versionId);
    return living?.ledger ?? new Ledger(clock, journal.generation, committedLedger(journal, versionId));
  }

  #planFor(deployed: DeployedPipeline, stored: StoredVersion | undefined, restored: VersionPlan['restored']): VersionPlan {
    let slots = this.#state.slots.get(listenerOf(deployed));
    if (!slots) slots = createSlotTable();
    const earlier = this.#state.runs.filter((run) => run.deployed.id === deployed.id && !run.replay);
    const standBy = new Set(
      deployed.document.nodes.flatMap((node) => {
        if (node.kind !== 'datasink') return [];
        const before = earlier.map((run) => run.branches.get(node.id)).filter((branch) => branch?.status().datasinkId === node.datasinkId);
        return before.some((branch) => branch?.holdsPlace) ? [node.id] : [];
      }),
    );
    return {
      deployed,
      slots,
      stored,
      ledger: this.#ledgerOf(versionOf(deployed.versionId)),
      standBy,
      restored,
      datasink: (id) => this.#state.datasinks.get(id),
      lookupVersion: (id) => this.#state.epochs.versionAt(listenerOf(deployed), id),
    };
  }
}

/** By pipeline, what is ready to take its place, or why it cannot. */
type Prepared = Map<string, Result<VersionRun, CompileFault>>;

/** A version that is not taken up, as the last commit has it. */
interface Behind {
  readonly deployed: { readonly pipeline: DeployedPipeline; readonly datasinks: readonly DeployedDatasink[] };
  readonly stored: StoredVersion;
}

/** The state of a version goes on in the next one, in the order of the events of their listener. */
const handsOn = (old: VersionRun, next: VersionRun): boolean =>
  old.fault === undefined &&
  old.checkpoint !== undefined &&
  next.checkpoint !== undefined &&
  old.compiled.listenerId === next.compiled.listenerId;
