import type { DeployedListener } from '@acequia/pipeline';
import type { ListenerComponent } from '../options.ts';
import type { ApplyReport, ApplyResult, Fault } from '../status.ts';
import { ListenerHost } from './listener-host.ts';

export interface ListenerHostsOptions {
  component(id: string, version: string): ListenerComponent | undefined;
  create(deployed: DeployedListener, component: ListenerComponent): ListenerHost;
}

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
      if (ListenerHost.fingerprint(deployed) !== ListenerHost.fingerprint(host.deployed) || host.status().state !== 'running')
        toStart.add(deployed.id);
      host.deployed = deployed;
    }
    return toStart;
  }

  async start(
    desired: readonly DeployedListener[],
    toStart: ReadonlySet<string>,
    gone: readonly string[],
  ): Promise<ApplyReport['listeners']> {
    const report: { id: string; result: ApplyResult; error?: Fault }[] = [];
    for (const { id, component, version } of desired) {
      const host = this.#hosts.get(id);
      if (!host) report.push({ id, result: 'failed', error: { code: 'COMPONENT_UNKNOWN', message: `${component} ${version}` } });
      else if (!toStart.has(id)) report.push({ id, result: 'unchanged' });
      else {
        const error = await host.start();
        report.push(error ? { id, result: 'failed', error } : { id, result: 'started' });
      }
    }
    for (const id of gone) report.push({ id, result: 'stopped' });
    return report;
  }
}
