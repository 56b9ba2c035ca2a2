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

/** A cluster of this name, and a pipeline in it that writes `<id> <line>` for all that is posted to a port; gives the token of its first worker. */
export async function copyPipeline(
  server: TestApp,
  ana: Browser,
  { name, out, port }: { readonly name: string; readonly out: string; readonly port: number },
): Promise<{ readonly token: string; readonly clusterId: string }> {
  const { token } = await operator(server, 'cluster/create', {
    name,
    host: `${name}.example.com`,
    ports: { from: 1024, to: 65535 },
    fileRoots: [out],
  });
  const clusterId = (await ana.call('clusters:list', {})).find((cluster) => cluster.name === name)!.id;
  const text = { description: '', tags: [] };
  const at = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const listener = await ana.call('listeners:create', { name: `web ${name}`, ...text, component: 'http', clusterId, config: { port } });
  const datasink = await ana.call('datasinks:create', { name: `file ${name}`, ...text, component: 'file', config: { root: out } });
  const pipeline = await ana.call('pipelines:create', {
    name: `copy ${name}`,
    ...text,
    document: {
      format: 1,
      nodes: [
        { kind: 'label', id: 'in', ...at, listenerId: listener.id, labelId: 'all' },
        {
          kind: 'datasink',
          id: 'out',
          ...at,
          datasinkId: datasink.id,
          component: 'file',
          version: '1.0.0',
          config: { path: 'all.txt', content: 'template', template: '${_id} ${message}', maxWait: '20ms' },
        },
      ],
      links: [{ id: 'l', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
    },
  });
  await ana.call('pipelines:publishVersion', { id: pipeline.id, revision: 1, kind: 'minor', versionName: '', clusterIds: [clusterId] });
  return { token, clusterId };
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
