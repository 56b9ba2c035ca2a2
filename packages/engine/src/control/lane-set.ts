import type { Journal } from '@acequia/journal';
import type { DeployedPipeline, Deployment } from '@acequia/pipeline';
import type { LaneLink, LaneShare } from '../apply/lane-link.ts';
import { partOf } from '../apply/part-of-deployment.ts';
import { listenerOfVersion } from '../commit/lane-records.ts';
import { listenerOf, readDeployed, storedListeners, storedVersions } from '../commit/records.ts';
import type { ApplyReport } from '../status.ts';
import { Placement } from './placement.ts';

/** The lanes, and which of them has which listener. */
export class LaneSet {
  readonly all: readonly LaneLink[];
  readonly #journal: Journal;
  readonly #placement: Placement;
  /** The lane that has run a pipeline since this process began: also when no version is left, its data sinks may not be closed yet. */
  readonly #ranIn = new Map<string, number>();

  constructor(lanes: readonly LaneLink[], journal: Journal) {
    this.all = lanes;
    this.#journal = journal;
    this.#placement = new Placement(lanes.length);
  }

  /** The lane that has a listener, or is just taking it up; the first one for what none has. */
  of(listenerId: string): LaneLink {
    return this.find(listenerId) ?? this.all[0]!;
  }

  /** The same; undefined: none has it. */
  find(listenerId: string): LaneLink | undefined {
    const index = this.#placement.laneOf(listenerId);
    return index === undefined ? undefined : this.all[index];
  }

  /**
   * Gives every lane its share of the deployment, and of what ran before. `waiting`: listeners that no lane takes up yet, nor what reads
   * them, and which the deployment does not name.
   */
  async apply(
    deployment: Deployment,
    rest: Pick<LaneShare, 'egress' | 'fileRoots' | 'readRoots'>,
    waiting: ReadonlySet<string>,
  ): Promise<ApplyReport['pipelines']> {
    const { adopted, released, lanes } = this.#arrange(deployment, waiting);
    const left = this.all.map((_, index) =>
      [...lanes].flatMap(([id, lane]) => (lane !== index && this.#ranIn.get(id) === index ? [id] : [])),
    );
    await Promise.all(
      this.all.flatMap((lane, index) =>
        released[index]!.length + left[index]!.length > 0 ? [lane.release(released[index]!, left[index]!)] : [],
      ),
    );
    for (const [id, lane] of lanes) this.#ranIn.set(id, lane);
    const results = await Promise.allSettled(
      this.all.map((lane, index) => {
        const isOurs = (listenerId: string) => (this.#placement.laneOf(listenerId) ?? 0) === index;
        return lane.apply({
          ...rest,
          adopted: adopted[index]!,
          deployment: partOf(deployment, isOurs),
        });
      }),
    );
    const reports = results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    const order = new Map(deployment.pipelines.map(({ id }, index) => [id, index]));
    return reports.flat().sort((one, other) => (order.get(one.id) ?? -1) - (order.get(other.id) ?? -1));
  }

  #arrange(deployment: Deployment, waiting: ReadonlySet<string>) {
    const versions = storedVersions(this.#journal).filter((versionId) => !waiting.has(listenerOfVersion(this.#journal, versionId) ?? ''));
    const stored = versions.flatMap((versionId) => readDeployed(this.#journal, versionId)?.pipeline ?? []);
    const pipelines = [...stored, ...deployment.pipelines];
    const recorded = versions.flatMap((versionId) => listenerOfVersion(this.#journal, versionId) ?? []);
    const known = [...recorded, ...storedListeners(this.#journal).filter((id) => !waiting.has(id))];
    const listeners = [...deployment.listeners.map(({ id }) => id), ...known, ...deployment.pipelines.map(listenerOf)];
    const arranged = this.#placement.arrange([...new Set(listeners)], tiesOf(pipelines));
    return { ...arranged, lanes: new Map(pipelines.map((pipeline) => [pipeline.id, this.#placement.laneOf(listenerOf(pipeline)) ?? 0])) };
  }
}

/** Per pipeline, the listeners that its versions read. */
function tiesOf(pipelines: readonly DeployedPipeline[]): string[][] {
  const ties = new Map<string, Set<string>>();
  for (const pipeline of pipelines) ties.set(pipeline.id, (ties.get(pipeline.id) ?? new Set()).add(listenerOf(pipeline)));
  return [...ties.values()].map((ids) => [...ids]);
}
