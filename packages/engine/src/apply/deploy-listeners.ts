import type { CommitValue } from '@acequia/journal';
import type { DeployedListener } from '@acequia/pipeline';
import type { Changes } from '../commit/committer.ts';
import { readPartition, readRevisions, recordKeys } from '../commit/records.ts';
import type { ApplyReport, ApplyResult, Fault } from '../status.ts';
import type { DeployerOptions } from './deployer.ts';
import type { EngineState } from './engine-state.ts';
import { ListenerHost, listenerStream } from './listener-host.ts';

/** Brings the listeners to what the deployment says. Stopped before versions change, started after. */
export class ListenerDeployer {
  readonly #o: DeployerOptions;
  readonly #state: EngineState;

  constructor(options: DeployerOptions) {
    this.#o = options;
    this.#state = options.state;
  }

  /** Stops what is gone or must be opened anew; returns the ids of those that are gone. */
  async stop(desired: readonly DeployedListener[]): Promise<string[]> {
    const wanted = new Map(desired.map((listener) => [listener.id, listener]));
    const gone: string[] = [];
    for (const [id, host] of this.#state.listeners) {
      const next = wanted.get(id);
      if (!next) gone.push(id);
      if (!next || ListenerHost.fingerprint(next) !== ListenerHost.fingerprint(host.deployed)) await host.stop();
    }
    return gone;
  }

  /** Makes hosts for new listeners and brings the others up to date; returns the ids that must be started. */
  take(desired: readonly DeployedListener[]): Set<string> {
    const toStart = new Set<string>();
    for (const deployed of desired) {
      const host = this.#state.listeners.get(deployed.id);
      if (!host) {
        this.#createHost(deployed);
        toStart.add(deployed.id);
        continue;
      }
      if (ListenerHost.fingerprint(deployed) !== ListenerHost.fingerprint(host.deployed) || host.status().state !== 'running')
        toStart.add(deployed.id);
      host.update(deployed);
    }
    return toStart;
  }

  #createHost(deployed: DeployedListener): void {
    const component = this.#o.options.components.listener(deployed.component, deployed.version);
    if (!component) return;
    const stream = listenerStream(deployed.tenantId, deployed.id, 0);
    const stored = readPartition(this.#o.options.journal, stream);
    const host = new ListenerHost({
      deployed,
      component,
      journal: this.#o.options.journal,
      clock: this.#o.options.clock,
      log: this.#o.options.log.child({ listener: deployed.id }),
      worker: this.#o.options.worker,
      cluster: this.#state.deployment?.cluster.name ?? '',
      limits: this.#o.limits,
      deadLetters: this.#o.deadLetters,
      services: this.#o.services,
      revisions: readRevisions(this.#o.options.journal, deployed.id),
      storedPartition: stored?.partition,
      storedLedger: stored?.ledger,
      runs: () => this.#state.runs.filter((run) => run.compiled.listenerId === deployed.id),
      committedCursor: (name) => this.#o.keeper.committedCursors.get(name) ?? 1,
      quota: (tenantId, bytes) => this.#o.options.quota?.(tenantId, bytes) ?? true,
      wake: () => this.#o.lane.wake(),
      onStatus: () => this.#o.options.onStatus?.(),
    });
    this.#state.listeners.set(deployed.id, host);
    this.#state.slots.set(deployed.id, host.slots);
  }

  async writeRevisions(listeners: readonly DeployedListener[]): Promise<void> {
    const changes: Changes = new Map();
    for (const { id, revision, config } of listeners) changes.set(recordKeys.revision(id, revision), config as CommitValue);
    if (changes.size > 0) await this.#o.options.journal.commits.commit(changes);
  }

  async start(
    desired: readonly DeployedListener[],
    toStart: ReadonlySet<string>,
    gone: readonly string[],
  ): Promise<ApplyReport['listeners']> {
    const report: { id: string; result: ApplyResult; error?: Fault }[] = [];
    for (const { partition } of this.#state.listeners.values()) this.#o.lane.add(partition);
    for (const { id, component, version } of desired) {
      const host = this.#state.listeners.get(id);
      if (!host) report.push({ id, result: 'failed', error: { code: 'COMPONENT_UNKNOWN', message: `${component} ${version}` } });
      else if (!toStart.has(id)) report.push({ id, result: 'unchanged' });
      else {
        const error = await host.start();
        report.push(error ? { id, result: 'failed', error } : { id, result: 'started' });
      }
    }
    for (const id of gone) report.push({ id, result: 'stopped' });
    await this.#forget(new Set(desired.map(({ id }) => id)));
    return report;
  }

  /** Removed listeners go with their journal once no version reads them any longer. */
  async #forget(desired: ReadonlySet<string>): Promise<void> {
    const { journal } = this.#o.options;
    const changes: Changes = new Map();
    for (const [id, host] of this.#state.listeners) {
      if (desired.has(id) || this.#state.runs.some((run) => run.compiled.listenerId === id)) continue;
      this.#o.lane.remove(host.partition);
      this.#state.listeners.delete(id);
      this.#state.slots.delete(id);
      changes.set(recordKeys.partition(host.partition.stream), null);
      for (const key of journal.commits.keys(recordKeys.revisionsOf(id))) changes.set(key, null);
      journal.drop(host.partition.stream);
    }
    if (changes.size > 0) await journal.commits.commit(changes);
  }
}
