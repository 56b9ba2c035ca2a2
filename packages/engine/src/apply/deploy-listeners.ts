import type { CommitValue } from '@acequia/journal';
import type { DeployedListener } from '@acequia/pipeline';
import type { Changes } from '../commit/committer.ts';
import { readDeployedListener, readListener, readRevisions, recordKeys } from '../commit/records.ts';
import type { DeployerOptions } from './deployer.ts';
import type { EngineState } from './engine-state.ts';
import { LaneListener, listenerStream } from './lane-listener.ts';

const lastCountsMs = 2000;

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

  /** Listeners that no deployment has any more, as they were when this process began: their blocks are still to be counted and read. */
  takeUp(listenerIds: readonly string[]): void {
    for (const id of listenerIds) {
      const deployed = this.#state.listeners.has(id) ? undefined : readDeployedListener(this.#o.options.journal, id);
      if (deployed) this.#create(deployed);
    }
  }

  #create(deployed: DeployedListener): void {
    const { options, state, deadLetters, services, lane, crashes } = this.#o;
    const { components, journal, clock, log, worker, limits, blocks } = options;
    const component = components.listener(deployed.component, deployed.version);
    if (!component) return;
    const stream = listenerStream(deployed.tenantId, deployed.id, 0);
    const stored = readListener(journal, stream);
    // Of one that has left, blocks may be there when the process died before they were dropped: they have been counted.
    if (stored?.partition === null) journal.drop(stream);
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
      storedPartition: stored?.partition ?? undefined,
      storedLedger: stored?.ledger,
      cluster: () => state.deployment?.cluster.name ?? '',
      runs: () => state.readersOf(deployed.id),
      wake: () => lane.wake(),
    });
    state.listeners.set(deployed.id, listener);
    state.slots.set(deployed.id, listener.slots);
  }

  /** Before a block of a new revision can come, or one of a listener whose record says that it has left and has no blocks. */
  async writeRevisions(listeners: readonly DeployedListener[]): Promise<void> {
    const { journal } = this.#o.options;
    const changes: Changes = new Map();
    for (const deployed of listeners) {
      const { id, revision, config } = deployed;
      changes.set(recordKeys.revision(id, revision), config as CommitValue);
      changes.set(recordKeys.listener(id), JSON.parse(JSON.stringify(deployed)) as CommitValue);
      const listener = this.#state.listeners.get(id);
      const stream = listener?.partition.stream ?? '';
      if (readListener(journal, stream)?.partition === null)
        changes.set(recordKeys.partition(stream), listener!.record() as unknown as CommitValue);
    }
    if (changes.size > 0) await journal.commits.commit(changes);
  }

  /** Removed listeners go with their journal once no version reads them any longer and all they received is counted; others stay. */
  async forget(desired: readonly DeployedListener[]): Promise<void> {
    const { lane, committer, options } = this.#o;
    const { listeners, leaving, slots, epochs } = this.#state;
    const gone = await this.#unread(new Set(desired.map(({ id }) => id)));
    if (gone.length === 0) return;
    try {
      for (const id of gone) leaving.add(id);
      await committer.commit(false);
    } finally {
      leaving.clear();
    }
    for (const id of gone) {
      const { partition } = listeners.get(id)!;
      lane.remove(partition);
      partition.close();
      listeners.delete(id);
      slots.delete(id);
      epochs.forget(id);
      options.journal.drop(partition.stream);
    }
  }

  /** What came in last is counted within moments, unless there is very much of it. */
  async #unread(wanted: ReadonlySet<string>): Promise<readonly string[]> {
    const { clock } = this.#o.options;
    const { listeners, runs } = this.#state;
    const unread = [...listeners].filter(([id]) => !wanted.has(id) && !runs.some((run) => run.compiled.listenerId === id));
    const end = clock.monotonic() + lastCountsMs;
    while (unread.some(([, { partition }]) => !partition.settled) && clock.monotonic() < end) await clock.sleep(1);
    return unread.flatMap(([id, { partition }]) => (partition.settled ? [id] : []));
  }
}
