import type { DeployedLookup, Deployment } from '@acequia/pipeline';
import type { EngineState } from '../apply/engine-state.ts';
import type { LaneOptions } from '../apply/lane-engine.ts';
import type { Committer } from '../commit/committer.ts';
import type { RecordKeeper } from '../commit/record-keeper.ts';
import { madeStream } from '../lanes/made-queue.ts';
import type { VersionRun } from '../lanes/version-run.ts';
import type { LookupEpoch } from './lookup-epochs.ts';

export interface LookupActivatorOptions {
  readonly state: EngineState;
  readonly committer: Committer;
  readonly keeper: RecordKeeper;
  readonly options: Pick<LaneOptions, 'journal' | 'lookup'>;
}

interface Activation {
  readonly listenerId: string;
  readonly epoch: LookupEpoch;
}

/**
 * Puts other versions of lookups in force, as a publication does: at one block of each listener, noted in a commit before the
 * first event meets them. What was received before meets the version before, however late it is run.
 */
export class LookupActivator {
  readonly #o: LookupActivatorOptions;

  constructor(options: LookupActivatorOptions) {
    this.#o = options;
  }

  /** Rejects when the journal cannot take the commit; all goes on with the versions before. */
  async apply(deployment: Deployment): Promise<void> {
    const { state, committer, keeper } = this.#o;
    const begun = state.runs.filter((run) => this.begin(run, deployment));
    const activations = [...state.listeners.values()].flatMap(({ deployed }) => this.#wanted(deployed.id, deployed.tenantId, deployment));
    if (activations.length + begun.length === 0) return;
    const listenerIds = new Set([...activations.map(({ listenerId }) => listenerId), ...begun.map(({ compiled }) => compiled.listenerId)]);
    const runs = state.runs.filter((run) => !run.replay && listenerIds.has(run.compiled.listenerId));
    for (const run of runs) run.held = true;
    for (const { listenerId, epoch } of activations) state.epochs.add(listenerId, epoch);
    try {
      await committer.commit(false);
    } catch (error) {
      for (const { listenerId, epoch } of activations) state.epochs.takeBack(listenerId, epoch);
      throw error;
    } finally {
      for (const run of runs) keeper.release(run);
    }
  }

  /** A version that begins, or goes on from before there were epochs: what it follows is in force from the first event on. Whether that was new. */
  begin(run: VersionRun, deployment: Deployment | undefined): boolean {
    const { epochs } = this.#o.state;
    const { listenerId } = run.compiled;
    if (run.replay) return false;
    const fresh = [...run.follows].flatMap((id) => {
      const lookup = epochs.newest(listenerId, id) === undefined ? inForce(deployment, id, run.deployed.tenantId) : undefined;
      return lookup ? [lookup] : [];
    });
    for (const lookup of fresh) epochs.add(listenerId, { lookup, from: {} });
    return fresh.length > 0;
  }

  #wanted(listenerId: string, tenantId: string, deployment: Deployment): Activation[] {
    const { epochs } = this.#o.state;
    return epochs.lookupsOf(listenerId).flatMap((id) => {
      const lookup = inForce(deployment, id, tenantId);
      if (!lookup || lookup.activeNumber === epochs.newest(listenerId, id)) return [];
      const isHere = this.#o.options.lookup(id, lookup.activeNumber!, tenantId) !== undefined;
      return isHere ? [{ listenerId, epoch: { lookup, from: this.#heads(listenerId) } }] : [];
    });
  }

  /** Of every stream that versions of the listener read, the block that comes next. */
  #heads(listenerId: string): Record<string, number> {
    const { state } = this.#o;
    const { partition } = state.listeners.get(listenerId)!;
    const heads = new Map([[partition.stream, partition.head]]);
    for (const run of state.readersOf(listenerId))
      for (const stream of run.positions.keys())
        heads.set(run.placeOf(stream), stream === madeStream ? run.made.end : this.#o.options.journal.head(stream).block);
    return Object.fromEntries(heads);
  }
}

/** A lookup with its version in force alone; undefined: the deployment has none. */
export function inForce(deployment: Deployment | undefined, id: string, tenantId: string): DeployedLookup | undefined {
  const lookup = deployment?.lookups?.find((one) => one.id === id && one.tenantId === tenantId);
  const version = lookup?.versions.find(({ number }) => number === lookup.activeNumber);
  return lookup && version && { ...lookup, versions: [version] };
}
