import type { Acequia } from './acequia.ts';
import { eventually } from './acequia.ts';
import { Api } from './api.ts';

type Config = Readonly<Record<string, unknown>>;

export interface Node {
  readonly id: string;
  readonly [member: string]: unknown;
}

export interface PipelineCounts {
  readonly entered: number;
  readonly created: number;
  readonly delivered: number;
  readonly filtered: number;
  readonly merged: number;
  readonly rejected: number;
  readonly dropped: number;
  readonly expired: number;
  readonly inFlight: number;
}

export interface Totals {
  readonly listeners: Readonly<
    Record<string, { readonly received: number; readonly decoded: number; readonly rejected: number; readonly empty: number }>
  >;
  readonly pipelines: Readonly<Record<string, PipelineCounts>>;
  readonly datasinks: Readonly<Record<string, { readonly delivered: number }>>;
}

interface ListenerRow {
  readonly id: string;
  readonly state: string;
  readonly reason: { readonly code: string } | null;
}

interface VersionRow {
  readonly version: string;
  readonly start: 'starting' | 'waiting' | 'refused' | null;
  readonly reason: { readonly code: string } | null;
}

interface Cluster {
  readonly id: string;
  readonly fileRoots: readonly string[];
  readonly workers: readonly { readonly status: string; readonly deployment: string | null }[];
}

/** What a person does in the console, by the operations the console calls. */
export class Workbench {
  readonly api: Api;
  readonly clusterId: string;
  readonly fileRoot: string;
  readonly #prefix: string;
  readonly #operator: Api;
  #count = 0;

  /**
   * `prefix`: of the names it gives, for a second one in the same organization. `operator`: somebody who runs the installation, and so
   * sees what workers have applied; absent: `api` does.
   */
  constructor(api: Api, cluster: Cluster, { prefix = '', operator = api }: { readonly prefix?: string; readonly operator?: Api } = {}) {
    this.#prefix = prefix;
    this.#operator = operator;
    this.api = api;
    this.clusterId = cluster.id;
    this.fileRoot = cluster.fileRoots[0] ?? '';
  }

  /** Resolves when its port is open. */
  async listener(component: string, config: Config): Promise<string> {
    const input = { ...this.#text(component), component, config, clusterId: this.clusterId };
    const { id } = await this.deployed(() => this.api.call<ListenerRow>('POST', '/listeners', input));
    await eventually(`the listener ${component}`, async () => {
      const row = await this.api.call<ListenerRow>('GET', `/listeners/${id}`);
      if (row.state === 'error') throw new Error(`the listener ${component} failed: ${JSON.stringify(row.reason)}`);
      return row.state === 'created' ? true : undefined;
    });
    return id;
  }

  async datasink(component: string, config: Config): Promise<string> {
    return (await this.api.call<{ id: string }>('POST', '/datasinks', { ...this.#text(component), component, config })).id;
  }

  async secret(value: string): Promise<string> {
    const input = { ...this.#text('secret'), description: 'Of a test', value, expirationDate: Date.now() + 86_400_000 };
    return (await this.api.call<{ id: string }>('POST', '/secrets', input)).id;
  }

  /** A pipeline with this draft, not published. */
  async draft(document: unknown): Promise<string> {
    return (await this.api.call<{ id: string }>('POST', '/pipelines', { ...this.#text('pipeline'), document })).id;
  }

  /** Resolves when the worker runs it: from then on every event enters this version. */
  async publish(id: string, revision = 1): Promise<unknown> {
    const input = { revision, kind: 'minor', versionName: '', clusterIds: [this.clusterId] };
    const version = await this.api.call<VersionRow>('POST', `/pipelines/${id}/publish`, input);
    await this.running(id, version.version);
    return version;
  }

  /** Resolves when the worker runs this version. */
  async running(id: string, version: string): Promise<void> {
    await eventually(`version ${version} of ${id} to run`, async () => {
      const { start, reason } = await this.api.call<VersionRow>('GET', `/pipelines/${id}/versions/${version}`);
      if (start === 'refused') throw new Error(`the worker refused version ${version} of ${id}: ${JSON.stringify(reason)}`);
      return start === null ? true : undefined;
    });
  }

  async pipeline(document: unknown): Promise<string> {
    const id = await this.draft(document);
    await this.publish(id);
    return id;
  }

  /** Does what changes the deployment, and waits until the worker reports that it has applied another one. */
  async deployed<T>(change: () => Promise<T>): Promise<T> {
    const before = await this.deployment();
    const result = await change();
    await eventually('the worker to apply the change', async () => ((await this.deployment()) === before ? undefined : true));
    return result;
  }

  /** Id of the deployment that the worker reports as applied. */
  async deployment(): Promise<string | null | undefined> {
    const clusters = await this.#operator.call<Cluster[]>('GET', '/clusters');
    return clusters.find(({ id }) => id === this.clusterId)?.workers[0]?.deployment;
  }

  totals(): Promise<Totals> {
    return this.api.call('GET', `/metrics/totals?from=${Date.now() - 86_400_000}&to=${Date.now() + 60_000}`);
  }

  /** Waits until the ledger has told what `enough` asks for. */
  async counted(what: string, enough: (totals: Totals) => boolean, withinMs = 60_000): Promise<Totals> {
    let last: Totals | undefined;
    try {
      return await eventually(
        what,
        async () => {
          last = await this.totals();
          return enough(last) ? last : undefined;
        },
        withinMs,
      );
    } catch (error) {
      throw new Error(`${String(error)}; the totals are ${JSON.stringify(last)}`, { cause: error });
    }
  }

  #text(word: string): { readonly name: string; readonly description: string; readonly tags: readonly string[] } {
    return { name: `${this.#prefix}${word} ${(this.#count += 1)}`, description: '', tags: [] };
  }
}

/** Creates the owner of a new installation and waits for its worker. */
export async function openWorkbench(acequia: Acequia, owner?: Api): Promise<Workbench> {
  const api = owner ?? new Api(acequia.url);
  if (owner === undefined) await (acequia.setupCode === undefined ? api.login() : api.createOwner(acequia.setupCode));
  const cluster = await eventually('a worker', async () => {
    const clusters = await api.call<Cluster[]>('GET', '/clusters');
    return clusters.find(({ workers }) => workers.some(({ status }) => status === 'online'));
  });
  return new Workbench(api, cluster);
}

const place = { position: { x: 0, y: 0 }, name: '', comment: '' };

export const labelNode = (id: string, listenerId: string, labelId = 'all'): Node => ({ id, kind: 'label', ...place, listenerId, labelId });

export const actionNode = (id: string, component: string, config: Config, version = '1.0.0'): Node => ({
  id,
  kind: 'action',
  ...place,
  component,
  version,
  config,
});

export const datasinkNode = (id: string, datasinkId: string, component: string, config: Config, version = '1.0.0'): Node => ({
  id,
  kind: 'datasink',
  ...place,
  datasinkId,
  component,
  version,
  config,
});

/** Links are written `node.port>node`; the port is `default` when left out. */
export function documentOf(nodes: readonly Node[], links: readonly string[]): unknown {
  return {
    format: 1,
    nodes,
    links: links.map((text, index) => {
      const [from = '', to = ''] = text.split('>');
      const [node, port = 'default'] = from.split('.');
      return { id: `l${index}`, from: { node, port }, to: { node: to } };
    }),
  };
}

/** Both sums of the catalogue, for every listener and pipeline since the first event: [what is wrong] when one does not hold. */
export function imbalances(totals: Totals): string[] {
  return [
    ...Object.entries(totals.listeners).flatMap(([id, { received, decoded, rejected, empty }]) =>
      received === decoded + rejected + empty ? [] : [`${id}: ${received} received, ${decoded} + ${rejected} + ${empty} accounted`],
    ),
    ...Object.entries(totals.pipelines).flatMap(([id, sum]) => {
      const out = sum.delivered + sum.filtered + sum.merged + sum.rejected + sum.dropped + sum.expired + sum.inFlight;
      return sum.entered + sum.created === out && sum.inFlight >= 0 ? [] : [`${id}: ${sum.entered + sum.created} in, ${out} accounted`];
    }),
  ];
}
