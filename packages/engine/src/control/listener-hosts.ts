import type { DeployedListener } from '@acequia/pipeline';
import type { ListenerComponent } from '../options.ts';
import type { ApplyReport } from '../status.ts';
import { ListenerHost } from './listener-host.ts';

export interface ListenerHostsOptions {
  component(id: string, version: string): ListenerComponent | undefined;
  create(deployed: DeployedListener, component: ListenerComponent): ListenerHost;
}

type ListenerReport = ApplyReport['listeners'][number];

/** The running halves of the deployment's listeners. They are stopped before versions change, and started after. */
export class ListenerHosts {
  readonly #o: ListenerHostsOptions;
  readonly #hosts = new Map<string, ListenerHost>();

  constructor(options: ListenerHostsOptions) {
    this.#o = options;
  }

  get all(): readonly ListenerHost[] {
    return [...this.#hosts.values()];
  }

  get(id: string): ListenerHost | undefined {
    return this.#hosts.get(id);
  }

  /** Stops what is gone or must be opened anew; returns the ids of those that are gone. */
  async stop(desired: readonly DeployedListener[]): Promise<string[]> {
    const wanted = new Map(desired.map((listener) => [listener.id, listener]));
    const gone: string[] = [];
    for (const [id, host] of this.#hosts) {
      const next = wanted.get(id);
      if (next && ListenerHost.fingerprint(next) === ListenerHost.fingerprint(host.deployed)) continue;
      await host.stop();
      if (next) continue;
      gone.push(id);
      this.#hosts.delete(id);
    }
    return gone;
  }

  /** Makes hosts for new listeners and brings the others up to date; returns the ids that must be started. */
  take(desired: readonly DeployedListener[]): ReadonlySet<string> {
    const toStart = new Set<string>();
    for (const deployed of desired) {
      const host = this.#hosts.get(deployed.id);
      if (!host) {
        const component = this.#o.component(deployed.component, deployed.version);
        if (!component) continue;
        this.#hosts.set(deployed.id, this.#o.create(deployed, component));
        toStart.add(deployed.id);
        continue;
      }
      const { state } = host.status();
      const isUp = state === 'running' || state === 'starting';
      if (!isUp || ListenerHost.fingerprint(deployed) !== ListenerHost.fingerprint(host.deployed)) toStart.add(deployed.id);
      host.deployed = deployed;
    }
    return toStart;
  }

  /** All at once: one that takes long, as at a folder that does not answer, keeps no other closed. */
  async start(
    desired: readonly DeployedListener[],
    toStart: ReadonlySet<string>,
    gone: readonly string[],
  ): Promise<ApplyReport['listeners']> {
    const started = await Promise.all(
      desired.map(async ({ id, component, version }): Promise<ListenerReport> => {
        const host = this.#hosts.get(id);
        if (!host) return { id, result: 'failed', error: { code: 'COMPONENT_UNKNOWN', message: `${component} ${version}` } };
        if (!toStart.has(id)) return { id, result: 'unchanged' };
        const error = await host.start();
        return error ? { id, result: 'failed', error } : { id, result: 'started' };
      }),
    );
    return [...started, ...gone.map((id): ListenerReport => ({ id, result: 'stopped' }))];
  }
}
