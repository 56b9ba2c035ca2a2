import type { CommitValue } from '@acequia/journal';
import type { DeployedListener } from '@acequia/pipeline';
import type { Changes } from '../commit/committer.ts';
import { readPartition, readRevisions, recordKeys } from '../commit/records.ts';
import type { DeployerOptions } from './deployer.ts';
import type { EngineState } from './engine-state.ts';
import { LaneListener, listenerStream } from './lane-listener.ts';

/** Brings a lane's listeners to what the deployment says. */
export class ListenerDeployer {
  readonly #o: DeployerOptions;
  readonly #state: EngineState;

  constructor(options: DeployerOptions) {
    this.#o = options;
    this.#state = options.state;
  }

  /** Makes what new listeners need and brings the others up to date. Those whose component is missing are left out. */
  take(desired: readonly DeployedListener[]): void {
    for (const deployed of desired) {
      const known = this.#state.listeners.get(deployed.id);
      if (known) known.update(deployed);
      else this.#create(deployed);
    }
  }

  #create(deployed: DeployedListener): void {
    const { options, state, deadLetters, services, lane, crashes } = this.#o;
    const { components, journal, clock, log, worker, limits, blocks } = options;
    const component = components.listener(deployed.component, deployed.version);
    if (!component) return;
    const stored = readPartition(journal, listenerStream(deployed.tenantId, deployed.id, 0));
    const listener = new LaneListener({
      deployed,
      component,
      journal,
      clock,
      log: log.child({ listener: deployed.id }),
      worker,
      limits,
      blocks,
      deadLetters,
      services,
      crashes,
      revisions: readRevisions(journal, deployed.id),
      storedPartition: stored?.partition,
      storedLedger: stored?.ledger,
      cluster: () => state.deployment?.cluster.name ?? '',
      runs: () => state.readersOf(deployed.id),
      wake: () => lane.wake(),
    });
    state.listeners.set(deployed.id, listener);
    state.slots.set(deployed.id, listener.slots);
  }

  /** Before a block of a new revision can come. */
  async writeRevisions(listeners: readonly DeployedListener[]): Promise<void> {
    const changes: Changes = new Map();
    for (const { id, revision, config } of listeners) changes.set(recordKeys.revision(id, revision), config as CommitValue);
    if (changes.size > 0) await this.#o.options.journal.commits.commit(changes);
  }

  /** Removed listeners go with their journal once no version reads them any longer. Returns their ids. */
  async forget(desired: readonly DeployedListener[]): Promise<string[]> {
    const { journal } = this.#o.options;
    const wanted = new Set(desired.map(({ id }) => id));
    const forgotten: string[] = [];
    const changes: Changes = new Map();
    for (const [id, { partition }] of this.#state.listeners) {
      if (wanted.has(id) || this.#state.runs.some((run) => run.compiled.listenerId === id)) continue;
      forgotten.push(id);
      this.#o.lane.remove(partition);
      partition.close();
      this.#state.listeners.delete(id);
      this.#state.slots.delete(id);
      this.#state.epochs.forget(id);
      changes.set(recordKeys.partition(partition.stream), null);
      changes.set(recordKeys.epochs(id), null);
      for (const key of journal.commits.keys(recordKeys.revisionsOf(id))) changes.set(key, null);
      journal.drop(partition.stream);
    }
    if (changes.size > 0) await journal.commits.commit(changes);
    return forgotten;
  }
}
