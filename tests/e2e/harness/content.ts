import type { Api } from './api.ts';
import { eventually } from './acequia.ts';
import { freePort } from '@acequia/testkit/free-port';

export interface Made {
  readonly id: string;
  readonly name: string;
}

export interface Listener extends Made {
  readonly state: string;
  readonly reason: { readonly code: string } | null;
}

/** What a busy tenant has: every kind of listener and datasink, a pipeline with a fork, and a secret. */
export interface Content {
  readonly listeners: Readonly<Record<'syslog' | 'http' | 'data-generator', Made>>;
  readonly datasinks: Readonly<Record<'http' | 'syslog' | 'file' | 'null', Made>>;
  readonly pipeline: Made;
  readonly secret: Made;
  readonly clusterId: string;
}

/** Waits for a worker of the first cluster, then gives the cluster's id. */
export const firstCluster = (api: Api): Promise<string> =>
  eventually('a cluster with a worker', async () => {
    const clusters = await api.call<{ id: string; workers: { status: string }[] }[]>('GET', '/clusters');
    return clusters.find((cluster) => cluster.workers.some((worker) => worker.status === 'online'))?.id;
  });

/** Creates a listener and waits until a worker has opened it. */
export async function createListener(
  api: Api,
  name: string,
  component: string,
  config: Readonly<Record<string, unknown>>,
): Promise<Listener> {
  const clusterId = await firstCluster(api);
  const { id } = await api.call<Listener>('POST', '/listeners', { name, description: '', tags: [], component, config, clusterId });
  return eventually(`the listener ${name}`, async () => {
    const listener = await api.call<Listener>('GET', `/listeners/${id}`);
    if (listener.state === 'error') throw new Error(`the listener ${name} did not open: ${JSON.stringify(listener.reason)}`);
    return listener.state === 'created' ? listener : undefined;
  });
}

export const createDatasink = (api: Api, name: string, component: string, config: Readonly<Record<string, unknown>>): Promise<Made> =>
  api.call('POST', '/datasinks', { name, description: '', tags: [], component, config });

/** Invented access log lines at a steady rate. */
export const createGenerator = (api: Api, name: string, rate = 20): Promise<Listener> =>
  createListener(api, name, 'data-generator', { template: 'apache-access', rate });

export const createPipeline = (api: Api, name: string, document?: unknown): Promise<Made> =>
  api.call('POST', '/pipelines', { name, description: '', tags: ['edge'], ...(document === undefined ? {} : { document }) });

/** Invented access log lines at a steady rate → a parser of them (`parser-1`) → nowhere; never published. */
export async function createAccessLogPipeline(api: Api, name: string, rate: number): Promise<Made> {
  const listener = await createGenerator(api, 'Web servers', rate);
  const datasink = await createDatasink(api, 'Count only', 'null', {});
  const place = (y: number) => ({ position: { x: 200, y } });
  const parsing = { component: 'parser', version: '1.0.0', config: { mode: 'access', field: 'message' } };
  return createPipeline(api, name, {
    format: 1,
    nodes: [
      { kind: 'label', id: 'label-1', ...place(0), listenerId: listener.id, labelId: 'all' },
      { kind: 'action', id: 'parser-1', ...place(150), ...parsing },
      { kind: 'datasink', id: 'null-1', ...place(320), datasinkId: datasink.id, component: 'null', version: '1.0.0', config: {} },
    ],
    links: [
      { id: 'l1', from: { node: 'label-1', port: 'default' }, to: { node: 'parser-1' } },
      { id: 'l2', from: { node: 'parser-1', port: 'default' }, to: { node: 'null-1' } },
    ],
  });
}

/** Publishes the draft's newest revision to one cluster. */
export async function publishDraft(api: Api, pipelineId: string): Promise<void> {
  const { revision } = await api.call<{ revision: number }>('GET', `/pipelines/${pipelineId}/versions/Main`);
  await api.call('POST', `/pipelines/${pipelineId}/publish`, {
    id: pipelineId,
    revision,
    kind: 'minor',
    versionName: '',
    clusterIds: [await firstCluster(api)],
  });
}

const failed = { form: 'visual', ast: { field: 'message', op: 'contains', value: '" 50' } };

/** A label, a conditional, and two ways down: one into a field generator, both into the datasink. */
export const forkDocument = (listenerId: string, datasinkId: string): unknown => ({
  format: 1,
  nodes: [
    { kind: 'label', id: 'label-1', position: { x: 200, y: 0 }, listenerId, labelId: 'all' },
    {
      kind: 'action',
      id: 'conditional-1',
      position: { x: 200, y: 150 },
      component: 'conditional',
      version: '1.0.0',
      config: { mode: 'first', conditions: [{ name: 'failed', condition: failed }] },
    },
    {
      kind: 'action',
      id: 'parser-1',
      position: { x: 20, y: 320 },
      component: 'parser',
      version: '1.0.0',
      config: { mode: 'kv', onFail: 'pass' },
    },
    { kind: 'datasink', id: 'null-1', position: { x: 200, y: 490 }, datasinkId, component: 'null', version: '1.0.0', config: {} },
  ],
  links: [
    { id: 'l1', from: { node: 'label-1', port: 'default' }, to: { node: 'conditional-1' } },
    { id: 'l2', from: { node: 'conditional-1', port: 'failed' }, to: { node: 'parser-1' } },
    { id: 'l3', from: { node: 'parser-1', port: 'default' }, to: { node: 'null-1' } },
    { id: 'l4', from: { node: 'conditional-1', port: 'default' }, to: { node: 'null-1' } },
  ],
});

export async function createContent(api: Api): Promise<Content> {
  const secret = await api.call<Made>('POST', '/secrets', {
    name: 'sender token',
    description: 'Token of the web servers',
    tags: [],
    value: 'not-shown-anywhere',
    expirationDate: Date.now() + 30 * 86_400_000,
  });
  await api.call('POST', '/auth-tokens', { name: 'Nightly report', description: '', expiration: null, role: 'viewer' });
  const listeners = {
    syslog: await createListener(api, 'Edge firewalls', 'syslog', { port: await freePort() }),
    http: await createListener(api, 'Checkout events', 'http', {
      port: await freePort(),
      auth: 'bearer',
      tokens: [{ name: 'web', token: secret.id }],
    }),
    'data-generator': await createGenerator(api, 'Web servers'),
  };
  const datasinks = {
    http: await createDatasink(api, 'Collector', 'http', { baseUrl: 'http://127.0.0.1:9' }),
    syslog: await createDatasink(api, 'Old SIEM', 'syslog', { protocol: 'tcp', host: '127.0.0.1', port: 9, framing: 'octet-counting' }),
    file: await createDatasink(api, 'Archive on disk', 'file', { root: 'files' }),
    null: await createDatasink(api, 'Count only', 'null', {}),
  };
  const pipeline = await createPipeline(api, 'Web servers to the archive', forkDocument(listeners['data-generator'].id, datasinks.null.id));
  await publishDraft(api, pipeline.id);
  return { listeners, datasinks, pipeline, secret, clusterId: await firstCluster(api) };
}
