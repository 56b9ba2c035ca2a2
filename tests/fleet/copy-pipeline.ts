import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testOperatorToken, type Browser, type TestApp } from '../../apps/server/src/test-app.ts';

/** An operator's command to a server of the tests. */
export async function operator<T = { readonly token: string }>(server: TestApp, command: string, body: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/operator/${command}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${command}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface CopyPipeline {
  /** Of the cluster's first worker. */
  readonly token: string;
  readonly clusterId: string;
  readonly pipelineId: string;
  /** Publishes a version that writes to this file. */
  publish(file: string): Promise<void>;
  /** Starts one more pipeline that writes all to this file. */
  another(name: string, file: string): Promise<void>;
}

/** A cluster of this name, and a pipeline in it that writes `<id> <line>` to a file for all that is posted to a port. */
export async function copyPipeline(
  server: TestApp,
  ana: Browser,
  {
    name,
    out,
    port,
    file = 'all.txt',
    roots = [out],
  }: {
    readonly name: string;
    readonly out: string;
    readonly port: number;
    readonly file?: string;
    readonly roots?: readonly string[];
  },
): Promise<CopyPipeline> {
  const { token } = await operator(server, 'cluster/create', {
    name,
    host: `${name}.example.com`,
    ports: { from: 1024, to: 65535 },
    fileRoots: roots,
  });
  const clusterId = (await ana.call('clusters:list', {})).find((cluster) => cluster.name === name)!.id;
  const text = { description: '', tags: [] };
  const at = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const listener = await ana.call('listeners:create', { name: `web ${name}`, ...text, component: 'http', clusterId, config: { port } });
  const datasink = await ana.call('datasinks:create', { name: `file ${name}`, ...text, component: 'file', config: { root: out } });
  const documentFor = (path: string) => ({
    format: 1 as const,
    nodes: [
      { kind: 'label' as const, id: 'in', ...at, listenerId: listener.id, labelId: 'all' },
      {
        kind: 'datasink' as const,
        id: 'out',
        ...at,
        datasinkId: datasink.id,
        component: 'file',
        version: '1.0.0',
        config: { path, content: 'template', template: '${_id} ${message}', maxWait: '20ms' },
      },
    ],
    links: [{ id: 'l', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
  });
  const publishDraft = (id: string, revision: number) =>
    ana.call('pipelines:publishVersion', { id, revision, kind: 'minor', versionName: '', clusterIds: [clusterId] });
  const create = async (pipelineName: string, path: string): Promise<string> => {
    const { id } = await ana.call('pipelines:create', { name: pipelineName, ...text, document: documentFor(path) });
    await publishDraft(id, 1);
    return id;
  };
  const id = await create(`copy ${name}`, file);
  let revision = 1;
  return {
    token,
    clusterId,
    pipelineId: id,
    publish: async (path) => {
      ({ revision } = await ana.call('pipelines:saveDraft', { id, revision, document: documentFor(path) }));
      await publishDraft(id, revision);
    },
    another: async (pipelineName, path) => void (await create(pipelineName, path)),
  };
}

/** Whether the listener of the pipeline above took a line. */
export const post = (port: number, line: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: line }).then(
    ({ ok }) => ok,
    () => false,
  );

/** `<id> <line>` of all that the pipeline above delivered. */
export const delivered = (out: string): string[] =>
  readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('all.txt'))
    .flatMap((name) => readFileSync(join(out, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
