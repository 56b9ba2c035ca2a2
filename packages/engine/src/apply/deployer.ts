import type { Committer } from '../commit/committer.ts';
import type { RecordKeeper } from '../commit/record-keeper.ts';
import type { Lane } from '../lanes/lane.ts';
import type { EngineLimits, EngineOptions } from '../options.ts';
import type { DeadLetters } from '../outcomes/dead-letters.ts';
import type { DeployedDatasink, Deployment } from '@acequia/pipeline';
import type { ApplyReport } from '../status.ts';
import { ListenerDeployer } from './deploy-listeners.ts';
import { VersionDeployer } from './deploy-versions.ts';
import type { EngineState } from './engine-state.ts';
import type { RuntimeServices } from './runtime-services.ts';
import type { VersionFactory } from './version-factory.ts';

export interface DeployerOptions {
  readonly options: EngineOptions;
  readonly limits: EngineLimits;
  readonly state: EngineState;
  readonly lane: Lane;
  readonly services: RuntimeServices;
  readonly deadLetters: DeadLetters;
  readonly factory: VersionFactory;
  readonly committer: Committer;
  readonly keeper: RecordKeeper;
}

/** Desired minus running: touches only what differs, upstream stopped first and started last. */
export class Deployer {
  readonly #o: DeployerOptions;
  readonly #state: EngineState;
  readonly #listeners: ListenerDeployer;
  readonly #versions: VersionDeployer;

  constructor(options: DeployerOptions) {
    this.#o = options;
    this.#state = options.state;
    this.#listeners = new ListenerDeployer(options);
    this.#versions = new VersionDeployer(options);
  }

  async apply(deployment: Deployment): Promise<ApplyReport> {
    const { options, services, committer, lane } = this.#o;
    this.#state.deployment = deployment;
    services.egress = options.egress ?? deployment.cluster.egress;
    services.fileRoots = options.fileRoots ?? namedRoots(deployment.cluster.fileRoots);
    services.readRoots = options.readRoots ?? [];
    const changedSinks = this.#takeDatasinks(deployment.datasinks);
    const gone = await this.#listeners.stop(deployment.listeners);
    const toStart = this.#listeners.take(deployment.listeners);
    await this.#listeners.writeRevisions(deployment.listeners);
    if (!this.#state.recovered) {
      await this.#versions.recover();
      committer.start();
    }
    const pipelines = await this.#versions.apply(deployment);
    await this.#reopen(changedSinks);
    const listeners = await this.#listeners.start(deployment.listeners, toStart, gone);
    lane.wake();
    options.onStatus?.();
    return { hash: deployment.hash, listeners, pipelines };
  }

  #takeDatasinks(datasinks: readonly DeployedDatasink[]): ReadonlySet<string> {
    const changed = new Set<string>();
    for (const datasink of datasinks) {
      const known = this.#state.datasinks.get(datasink.id);
      if (known && JSON.stringify(known) !== JSON.stringify(datasink)) changed.add(datasink.id);
      this.#state.datasinks.set(datasink.id, datasink);
    }
    return changed;
  }

  async #reopen(datasinks: ReadonlySet<string>): Promise<void> {
    for (const run of this.#state.runs) {
      for (const branch of run.branches.values()) if (datasinks.has(branch.status().datasinkId)) await branch.reopen();
    }
  }
}

function namedRoots(roots: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    roots.map((root) => {
      const named = /^([^/=]+)=(\/.*)$/.exec(root);
      return named ? [named[1]!, named[2]!] : [root, root];
    }),
  );
}
