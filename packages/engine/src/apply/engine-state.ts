import type { SlotTable } from '@acequia/batch';
import type { DeployedDatasink, Deployment } from '@acequia/pipeline';
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
  /** Pipelines whose last publication failed. */
  readonly errors = new Map<string, { readonly versionId: string; readonly fault: CompileFault }>();
  /** Running and draining versions, oldest first. */
  runs: VersionRun[] = [];
  deployment: Deployment | undefined;
  /** Something of the commit log has been taken up: commits may be written. */
  recovered = false;
  /** Places of versions that have ended, until their data sinks are closed. */
  readonly #ending = new Map<string, Promise<void>>();
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

  /** Where versions that have ended still hold the place that a pipeline's node delivers to: resolves when they have let go of it. */
  placeHeld(pipelineId: string, node: string): Promise<void> | undefined {
    return this.#ending.get(placeKey(pipelineId, node));
  }

  /** Ends a version that runs nothing any more. */
  async discard(run: VersionRun): Promise<void> {
    if (!run.replay)
      for (const [node, queue] of run.branches) {
        const key = placeKey(run.deployed.id, node);
        const released = Promise.all([this.#ending.get(key), queue.released]).then(() => {
          if (this.#ending.get(key) === released) this.#ending.delete(key);
        });
        this.#ending.set(key, released);
      }
    await Promise.all([...run.branches.values()].map((branch) => branch.stop(AbortSignal.abort())));
    this.close(run);
  }

  close(run: VersionRun): void {
    for (const branch of run.branches.values()) branch.store.close();
    for (const node of run.compiled.nodes) node.step?.stop?.();
  }
}

const placeKey = (pipelineId: string, node: string) => `${pipelineId} ${node}`;
