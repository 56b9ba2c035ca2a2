import { createSlotTable } from '@acequia/batch';
import type { DeployedDatasink, DeployedPipeline, Deployment } from '@acequia/pipeline';
import { readDeployed, readVersion, restoreState, statesOf, storedVersions, type StoredVersion } from '../commit/records.ts';
import type { VersionRun } from '../lanes/version-run.ts';
import type { ApplyReport, ApplyResult } from '../status.ts';
import type { CompileFault } from '../steps/compile-version.ts';
import type { DeployerOptions } from './deployer.ts';
import type { EngineState } from './engine-state.ts';
import { outboxStream, type VersionPlan } from './version-factory.ts';

const holdTimeoutMs = 10_000;

/** Brings the running versions to what the deployment says: prepare beside the old one, then switch at a block border (engine decision 24). */
export class VersionDeployer {
  readonly #o: DeployerOptions;
  readonly #state: EngineState;

  constructor(options: DeployerOptions) {
    this.#o = options;
    this.#state = options.state;
  }

  /** Takes up what the last commit says: versions that ran go on until the deployment says otherwise; what no record names is removed. */
  async recover(): Promise<void> {
    this.#state.recovered = true;
    const { journal } = this.#o.options;
    const versions = storedVersions(journal).flatMap((versionId) => {
      const deployed = readDeployed(journal, versionId);
      const stored = readVersion(journal, versionId);
      return deployed && stored ? [{ deployed, stored }] : [];
    });
    const endedFirst = versions.sort((one, other) => Number(one.stored.stopAt === null) - Number(other.stored.stopAt === null));
    for (const { deployed, stored } of endedFirst) await this.#restore(deployed.pipeline, deployed.datasinks, stored);
    const named = new Set(
      storedVersions(journal).flatMap((versionId) => {
        const deployed = readDeployed(journal, versionId);
        return deployed ? deployed.pipeline.document.nodes.map((node) => outboxStream(deployed.pipeline, node.id)) : [];
      }),
    );
    for (const stream of journal.streams()) if (stream.startsWith('ob/') && !named.has(stream)) journal.drop(stream);
    for (const host of this.#state.listeners.values()) {
      const { stream, next } = host.partition;
      const cursors = this.#state.runs.flatMap((run) => run.positions.get(stream) ?? []).filter((position) => next - position <= 256);
      host.partition.rewind(Math.min(next, ...cursors));
    }
  }

  async #restore(pipeline: DeployedPipeline, datasinks: readonly DeployedDatasink[], stored: StoredVersion): Promise<void> {
    for (const datasink of datasinks) if (!this.#state.datasinks.has(datasink.id)) this.#state.datasinks.set(datasink.id, datasink);
    const plan = this.#planFor(pipeline, stored, (node, fingerprint) => restoreState(stored, node, fingerprint));
    const compiled = this.#o.factory.compile(plan);
    const run = compiled.ok ? this.#o.factory.create(plan, compiled.value) : compiled;
    if (!run.ok) {
      this.#o.options.log.error(
        { pipeline: pipeline.id, version: pipeline.versionId, code: run.error.code },
        'a version cannot be taken up; its events stay in the journal',
      );
      this.#state.errors.set(pipeline.id, { versionId: pipeline.versionId, fault: run.error });
      return;
    }
    if (stored.stopAt) run.value.stopAt = new Map(Object.entries(stored.stopAt));
    const fault = await this.#o.factory.open(run.value);
    if (fault) run.value.branches.get(fault.node ?? '')?.pump();
    this.#state.runs.push(run.value);
    for (const branch of run.value.branches.values()) branch.pump();
  }

  async apply(deployment: Deployment): Promise<ApplyReport['pipelines']> {
    const report: { id: string; versionId: string; result: ApplyResult; error?: CompileFault }[] = [];
    const wanted = new Map(deployment.pipelines.map((pipeline) => [pipeline.id, pipeline]));
    for (const run of this.#state.runs.filter(({ draining }) => !draining)) {
      if (wanted.has(run.deployed.id)) continue;
      const stopped = await this.#switch(run, undefined);
      report.push({
        id: run.deployed.id,
        versionId: run.deployed.versionId,
        result: stopped ? 'failed' : 'stopped',
        ...(stopped ? { error: stopped } : {}),
      });
    }
    for (const id of this.#state.errors.keys()) if (!wanted.has(id)) this.#state.errors.delete(id);
    for (const pipeline of deployment.pipelines) {
      const running = this.#state.runningOf(pipeline.id);
      if (running?.deployed.versionId === pipeline.versionId) {
        report.push({ id: pipeline.id, versionId: pipeline.versionId, result: 'unchanged' });
        continue;
      }
      const fault = await this.#publish(pipeline, running);
      if (fault) this.#state.errors.set(pipeline.id, { versionId: pipeline.versionId, fault });
      else this.#state.errors.delete(pipeline.id);
      report.push({
        id: pipeline.id,
        versionId: pipeline.versionId,
        result: fault ? 'failed' : running ? 'switched' : 'started',
        ...(fault ? { error: fault } : {}),
      });
    }
    return report;
  }

  /** Prepare beside the running version, then switch at a block border (engine decision 24). A fault changes nothing. */
  async #publish(pipeline: DeployedPipeline, running: VersionRun | undefined): Promise<CompileFault | undefined> {
    const plan = this.#planFor(pipeline, undefined, () => undefined);
    if (!this.#state.slots.has(pipeline.document.nodes.find((node) => node.kind === 'label')?.listenerId ?? ''))
      return { code: 'LISTENER_MISSING' };
    const compiled = this.#o.factory.compile(plan);
    if (!compiled.ok) return compiled.error;
    const created = this.#o.factory.create(plan, compiled.value);
    if (!created.ok) return created.error;
    const run = created.value;
    const fault = await this.#o.factory.open(run);
    if (fault) {
      await this.#state.discard(run);
      return fault;
    }
    if (running && compiled.value.keyed) {
      const switched = await this.#switch(running, () => {
        const states = statesOf(running);
        const again = this.#o.factory.compile(
          this.#planFor(pipeline, undefined, (node, fingerprint) => restoreState({ states }, node, fingerprint)),
        );
        if (again.ok) {
          for (const node of run.compiled.nodes) node.step?.stop?.();
          Object.assign(run, { compiled: again.value });
        }
        return run;
      });
      if (switched) await this.#state.discard(run);
      return switched;
    }
    const switched = running ? await this.#switch(running, () => run) : await this.#begin(run);
    if (switched) await this.#state.discard(run);
    return switched;
  }

  async #begin(run: VersionRun): Promise<CompileFault | undefined> {
    for (const { partition } of this.#state.hostsOf(run)) run.positions.set(partition.stream, partition.next);
    run.held = true;
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

  /** Ends the old version where it stands and lets the new one begin there, in one commit record. */
  async #switch(old: VersionRun, next: (() => VersionRun) | undefined): Promise<CompileFault | undefined> {
    old.held = true;
    if (!(await this.#o.keeper.settle(old, holdTimeoutMs))) {
      this.#o.keeper.release(old);
      return { code: 'JOURNAL_FULL' };
    }
    const run = next?.();
    old.stopAt = old.ends();
    if (run) {
      for (const [stream, position] of old.stopAt) run.positions.set(stream, position);
      for (const { partition } of this.#state.hostsOf(run))
        if (!run.positions.has(partition.stream)) run.positions.set(partition.stream, partition.next);
      run.held = true;
      this.#state.runs.push(run);
    }
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

  #planFor(deployed: DeployedPipeline, stored: StoredVersion | undefined, restored: VersionPlan['restored']): VersionPlan {
    const listenerId = deployed.document.nodes.find((node) => node.kind === 'label')?.listenerId ?? '';
    let slots = this.#state.slots.get(listenerId);
    if (!slots) slots = createSlotTable();
    const earlier = this.#state.runs.filter((run) => run.deployed.id === deployed.id);
    const standBy = new Set(
      deployed.document.nodes.flatMap((node) => {
        if (node.kind !== 'datasink') return [];
        const ordered = this.#o.options.components.datasink(node.component, node.version)?.definition.order !== 'none';
        const before = earlier.map((run) => run.branches.get(node.id)).filter((branch) => branch?.status().datasinkId === node.datasinkId);
        return before.some((branch) => branch && !branch.misconfigured && (ordered || branch.checkpoint !== undefined)) ? [node.id] : [];
      }),
    );
    return { deployed, slots, stored, standBy, restored, datasink: (id) => this.#state.datasinks.get(id) };
  }
}
