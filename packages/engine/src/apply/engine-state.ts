import type { SlotTable } from '@acequia/batch';
import type { DeployedDatasink, Deployment } from '@acequia/pipeline';
import type { DeliveryQueue } from '../delivery/delivery-queue.ts';
import { LookupEpochs } from '../epochs/lookup-epochs.ts';
import type { VersionRun } from '../lanes/version-run.ts';
import type { CompileFault } from '../steps/compile-version.ts';
import type { LaneListener } from './lane-listener.ts';

/** What a lane has at work now. Changed only by the deployer and, for ended versions, by the record keeper. */
export class EngineState {
  readonly listeners = new Map<string, LaneListener>();
  readonly datasinks = new Map<string, DeployedDatasink>();
  /** Slot tables by listener; versions of a listener share its names. */
  readonly slots = new Map<string, SlotTable>();
  readonly epochs = new LookupEpochs();
  /** Listeners of which the next commit keeps the ledger alone. */
  readonly leaving = new Set<string>();
  /** Listeners whose records have yet to be taken up: which versions read them is not known here. */
  readonly adopting = new Set<string>();
  /** Pipelines whose last publication failed. */
  readonly errors = new Map<string, { readonly versionId: string; readonly fault: CompileFault }>();
  /** Running and draining versions, oldest first. */
  runs: VersionRun[] = [];
  deployment: Deployment | undefined;
  /** Something of the commit log has been taken up: commits may be written. */
  recovered = false;
  /** Places of versions that have ended, until their data sinks are closed. */
  readonly #ending = new Map<string, Promise<void>>();
  /** Who had a place last: what it sends until it has let go counts too. */
  readonly #lastHolders = new Map<string, Pick<DeliveryQueue, 'lastCheckpoint'>>();
  /** Found so far among `count` versions of the list `of`: one that begins is added to it, ended ones make a new list. */
  #readers: { readonly of: readonly VersionRun[]; readonly count: number; readonly found: Map<string, readonly VersionRun[]> } = {
    of: [],
    count: 0,
    found: new Map(),
  };

  hostsOf(run: VersionRun): LaneListener[] {
    const host = this.listeners.get(run.compiled.listenerId);
    return host ? [host] : [];
  }

  /** Versions that read a listener, oldest first; replays are not among them. Asked for at every turn of a lane. */
  readersOf(listenerId: string): readonly VersionRun[] {
    if (this.#readers.of !== this.runs || this.#readers.count !== this.runs.length)
      this.#readers = { of: this.runs, count: this.runs.length, found: new Map() };
    let found = this.#readers.found.get(listenerId);
    if (!found) {
      found = this.runs.filter((run) => run.compiled.listenerId === listenerId && !run.replay);
      this.#readers.found.set(listenerId, found);
    }
    return found;
  }

  runningOf(pipelineId: string): VersionRun | undefined {
    return this.runs.find((run) => run.deployed.id === pipelineId && !run.draining);
  }

  /** Every delivery whose data sink, or a secret it uses, has changed connects anew; no other one is touched. */
  refreshDeliveries(): void {
    for (const run of this.runs) for (const queue of run.branches.values()) queue.refresh();
  }

  /** Where versions that have ended still hold a place: resolves when they have let go of it. */
  placeHeld(pipelineId: string, queue: Place): Promise<void> | undefined {
    return this.#ending.get(placeKey(pipelineId, queue));
  }

  /** Whether versions of pipelines that have ended still hold places. */
  holdsPlaces(pipelineIds: readonly string[]): boolean {
    return this.#endingOf(pipelineIds).length > 0;
  }

  /** Resolves when those that do so now have let go of them. */
  async placesFree(pipelineIds: readonly string[]): Promise<void> {
    await Promise.all(this.#endingOf(pipelineIds));
  }

  #endingOf(pipelineIds: readonly string[]): Promise<void>[] {
    return [...this.#ending].flatMap(([key, released]) => (pipelineIds.includes(key.split(' ', 1)[0]!) ? [released] : []));
  }

  /**
   * For each place of a pipeline, one of its versions delivers at a time: the oldest that is not misconfigured. One that has to
   * wait for a person lets the next one go on, and has the place again as soon as it tries again.
   */
  giveTurns(pipelineId: string): void {
    const runs = this.runs.filter((run) => run.deployed.id === pipelineId && !run.replay);
    if (runs.length === 0) return;
    const places = new Map<string, DeliveryQueue[]>();
    for (const run of runs)
      for (const queue of run.branches.values()) {
        if (queue.stopped || (!queue.holdsPlace && !queue.standsBy)) continue;
        const key = placeKey(pipelineId, queue);
        const queues = places.get(key);
        if (queues) queues.push(queue);
        else places.set(key, [queue]);
      }
    for (const [key, queues] of places) this.#giveTurn(key, queues);
  }

  /** `queues`: all that deliver to the place, oldest first. */
  #giveTurn(key: string, queues: readonly DeliveryQueue[]): void {
    const holder = queues.find(({ standsBy }) => !standsBy);
    const next = queues.find(({ misconfigured }) => !misconfigured) ?? holder ?? queues[0];
    if (holder) this.#lastHolders.set(key, holder);
    if (!next || holder === next) {
      next?.takeOver(undefined);
      return;
    }
    if (holder) holder.standBy();
    else if (!this.#ending.has(key)) next.takeOver(this.#lastHolders.get(key)?.lastCheckpoint);
  }

  /** Ends a queue of an ended version to which nothing will come any more; what stands by for its place has its turn then. */
  handOver(run: VersionRun, queue: DeliveryQueue): void {
    this.#release(run.deployed.id, queue);
    void queue.stop(new AbortController().signal);
  }

  /** Ends a version that runs nothing any more; what stands by for its places has its turn then. */
  async discard(run: VersionRun): Promise<void> {
    if (!run.replay) for (const queue of run.branches.values()) if (!queue.stopped) this.#release(run.deployed.id, queue);
    await Promise.all([...run.branches.values()].map((branch) => branch.stop(AbortSignal.abort())));
    this.close(run);
  }

  #release(pipelineId: string, queue: DeliveryQueue): void {
    const key = placeKey(pipelineId, queue);
    const held = !queue.standsBy;
    const released = Promise.all([this.#ending.get(key), queue.released]).then(() => {
      if (held) this.#lastHolders.set(key, { lastCheckpoint: queue.lastCheckpoint });
      if (this.#ending.get(key) !== released) return;
      this.#ending.delete(key);
      this.giveTurns(pipelineId);
      if (!this.runs.some(({ deployed }) => deployed.id === pipelineId)) this.#lastHolders.delete(key);
    });
    this.#ending.set(key, released);
  }

  close(run: VersionRun): void {
    for (const branch of run.branches.values()) branch.store.close();
    for (const node of run.compiled.nodes) node.step?.stop?.();
  }
}

/** What a node of a pipeline writes to. */
type Place = Pick<DeliveryQueue, 'node' | 'datasinkId'>;

const placeKey = (pipelineId: string, { node, datasinkId }: Place) => `${pipelineId} ${node} ${datasinkId}`;
