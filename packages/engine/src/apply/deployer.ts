import type { Committer } from '../commit/committer.ts';
import type { RecordKeeper } from '../commit/record-keeper.ts';
import { LookupActivator } from '../epochs/activate-lookups.ts';
import type { Lane } from '../lanes/lane.ts';
import type { DeadLetters } from '../outcomes/dead-letters.ts';
import type { Replays } from '../replay/replays.ts';
import type { CrashGuard } from '../poison/crash-guard.ts';
import { ListenerDeployer } from './deploy-listeners.ts';
import { VersionDeployer } from './deploy-versions.ts';
import type { EngineState } from './engine-state.ts';
import type { LaneOptions } from './lane-engine.ts';
import type { LaneShare } from './lane-link.ts';
import type { ApplyReport } from '../status.ts';
import type { RuntimeServices } from './runtime-services.ts';
import type { VersionFactory } from './version-factory.ts';

export interface DeployerOptions {
  readonly options: LaneOptions;
  readonly state: EngineState;
  readonly lane: Lane;
  readonly services: RuntimeServices;
  readonly crashes: CrashGuard | undefined;
  readonly deadLetters: DeadLetters;
  readonly factory: VersionFactory;
  readonly committer: Committer;
  readonly keeper: RecordKeeper;
  readonly replays: Replays;
}

/** Desired minus running in one lane: touches only what differs. */
export class Deployer {
  readonly #o: DeployerOptions;
  readonly #state: EngineState;
  readonly #listeners: ListenerDeployer;
  readonly #versions: VersionDeployer;
  readonly #activator: LookupActivator;

  constructor(options: DeployerOptions) {
    this.#o = options;
    this.#state = options.state;
    this.#listeners = new ListenerDeployer(options);
    this.#activator = new LookupActivator(options);
    this.#versions = new VersionDeployer(options, this.#activator);
  }

  async apply({ deployment, egress, fileRoots, readRoots, adopted }: LaneShare): Promise<ApplyReport['pipelines']> {
    const { services, committer, lane, replays } = this.#o;
    this.#state.deployment = deployment;
    for (const id of adopted) this.#state.adopting.add(id);
    services.egress = egress;
    services.fileRoots = fileRoots;
    services.readRoots = readRoots;
    for (const datasink of deployment.datasinks) this.#state.datasinks.set(datasink.id, datasink);
    this.#listeners.take(deployment.listeners);
    const adopting = [...this.#state.adopting];
    this.#listeners.takeUp(adopting);
    // What is not known by the next commit is lost with it.
    this.#state.epochs.recover(this.#o.options.journal, adopting);
    await this.#listeners.writeRevisions(deployment.listeners);
    await this.#lookForCrashes(adopting);
    await this.#versions.takeUpLate();
    if (adopting.length > 0) await this.#versions.recover(new Set(adopting));
    this.#state.adopting.clear();
    if (!this.#state.recovered) {
      this.#state.recovered = true;
      committer.start();
    }
    await this.#activator.apply(deployment);
    const pipelines = await this.#versions.apply(deployment);
    this.#state.refreshDeliveries();
    for (const { partition } of this.#state.listeners.values()) lane.add(partition);
    await replays.apply(deployment.replays ?? []);
    await this.#listeners.forget(deployment.listeners);
    lane.wake();
    return pipelines;
  }

  async #lookForCrashes(adopted: readonly string[]): Promise<void> {
    const { listeners, deployment } = this.#state;
    await this.#o.crashes?.begin({
      versions: this.#versions.readersOf(new Set(adopted)),
      listeners: [...listeners.values()]
        .filter(({ deployed }) => adopted.includes(deployed.id))
        .map(({ deployed, partition }) => ({ deployed, stream: partition.stream })),
      cluster: deployment?.cluster.name ?? '',
    });
  }
}
