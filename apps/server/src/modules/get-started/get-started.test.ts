import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedCatalogue } from '../../catalogue/catalogue.ts';
import { clusters } from '../../db/schema/index.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ catalogue: shippedCatalogue });
});
afterAll(() => server.stop());

const words = (name: string) => ({ name, description: '', tags: [] });
const sources = ['syslog', 'http', 'opentelemetry', 'sample'] as const;
const everything = async (owner: Browser) => ({
  listeners: await owner.call('listeners:list', {}),
  datasinks: await owner.call('datasinks:list', {}),
  pipelines: await owner.call('pipelines:list', {}),
  secrets: await owner.call('secrets:list', {}),
});

test.each(sources)('%s: one call makes what runs, a second makes nothing and tells no token', async (source) => {
  const owner = await server.user('owner');
  const first = await owner.call('getStarted:setUp', { source });
  const needsToken = source === 'http' || source === 'opentelemetry';
  expect(first.token).toEqual(needsToken ? expect.stringMatching(/^acq_[0-9a-f]{40}$/) : null);
  const before = await everything(owner);
  expect(before.pipelines).toMatchObject([{ id: first.pipelineId, runningVersion: first.version, listenerIds: [first.listenerId] }]);
  expect(before.datasinks).toMatchObject([{ id: first.datasinkId, component: 'file', config: { root: first.file.root } }]);
  expect(before.secrets).toHaveLength(needsToken ? 1 : 0);
  const [listener] = before.listeners;
  expect(listener!.config['auth'] ?? 'none').toBe(needsToken ? 'bearer' : 'none');
  const { document } = await owner.call('pipelines:getVersion', { id: first.pipelineId, version: first.version });
  expect(document.nodes.map((node) => (node.kind === 'label' ? 'label' : node.component))).toEqual(['label', 'parser', 'file']);

  expect(await owner.call('getStarted:setUp', { source })).toEqual({ ...first, token: null });
  expect(await everything(owner)).toEqual(before);
});

test('two calls at once make one set-up', async () => {
  const owner = await server.user('owner');
  const answers = await Promise.all([1, 2, 3].map(() => owner.call('getStarted:setUp', { source: 'http' })));
  expect(new Set(answers.map(({ listenerId }) => listenerId)).size).toBe(1);
  expect(answers.filter(({ token }) => token !== null)).toHaveLength(1);
  expect((await everything(owner)).pipelines).toHaveLength(1);
});

test('a new token replaces the old one, and its secret stays the same', async () => {
  const owner = await server.user('owner');
  const first = await owner.call('getStarted:setUp', { source: 'http' });
  const before = await owner.call('secrets:list', {});
  const second = await owner.call('getStarted:setUp', { source: 'http', newToken: true });
  expect(second).toEqual({ ...first, token: expect.stringMatching(/^acq_/) });
  expect(second.token).not.toBe(first.token);
  expect((await owner.call('secrets:list', {})).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

test('ports and names that are in use: the next free ones, also where another organization has them', async () => {
  const owner = await server.user('owner');
  const on = { component: 'http', clusterId: testCluster };
  await owner.call('listeners:create', { ...words('HTTP'), ...on, config: { port: 18_300 } });
  await owner.call('pipelines:create', words('HTTP 2 to file'));
  const { listenerId, pipelineId, file } = await owner.call('getStarted:setUp', { source: 'http' });
  const stranger = await server.user('owner');
  const others = await stranger.call('getStarted:setUp', { source: 'http' });
  const { name, config } = await owner.call('listeners:find', { id: listenerId });
  expect(name).toBe('HTTP 2');
  expect(file.path).toBe('http-2.ndjson');
  expect((await owner.call('pipelines:find', { id: pipelineId })).name).toBe('HTTP 2 to file 2');
  expect((await stranger.call('listeners:find', { id: others.listenerId })).config['port']).not.toBe(config['port']);
  const telemetry = await owner.call('getStarted:setUp', { source: 'opentelemetry' });
  const ports = (await owner.call('listeners:find', { id: telemetry.listenerId })).config;
  expect(ports['httpPort']).toBe(Number(ports['grpcPort']) + 1);
});

test('what was deleted is made again, what was stopped is started, and the rest stays', async () => {
  const owner = await server.user('owner');
  const first = await owner.call('getStarted:setUp', { source: 'syslog' });
  await owner.call('pipelines:stopVersion', { id: first.pipelineId, version: first.version, clusterIds: [testCluster] });
  expect(await owner.call('getStarted:setUp', { source: 'syslog' })).toEqual(first);
  expect((await owner.call('pipelines:find', { id: first.pipelineId })).runningVersion).toBe(first.version);
  await owner.call('pipelines:remove', { id: first.pipelineId });
  const second = await owner.call('getStarted:setUp', { source: 'syslog' });
  expect(second).toMatchObject({ listenerId: first.listenerId, datasinkId: first.datasinkId });
  expect(second.pipelineId).not.toBe(first.pipelineId);
});

test('the activity log names each thing that was made', async () => {
  const owner = await server.user('owner');
  await owner.call('getStarted:setUp', { source: 'http', language: 'es' });
  const { data } = await owner.call('activity:getUserActivity', { page: 1, from: 0, to: Date.now() + 60_000 });
  const made = data.filter(({ event }) => ['secret', 'listener', 'datasink', 'pipeline'].includes(event.entity));
  expect(made.map(({ event }) => `${event.operation} ${event.entity} ${event.name}`).toSorted()).toEqual([
    'create datasink Primeros eventos',
    'create listener HTTP',
    'create pipeline HTTP a archivo',
    'create secret Token de HTTP',
    'update pipeline HTTP a archivo',
  ]);
});

test('who may not make each of the things is refused', async () => {
  expect(await (await server.user('viewer')).refusal('getStarted:setUp', { source: 'http' })).toBe('WEB-00027');
});

test('a file needs a path, and without a folder to write to nothing is made', async () => {
  const owner = await server.user('owner');
  expect(await owner.refusal('getStarted:setUp', { source: 'file' })).toBe('ACQ-CONFIG');
  const { listenerId } = await owner.call('getStarted:setUp', { source: 'file', path: '/var/log/nginx/access.log' });
  const other = await owner.call('getStarted:setUp', { source: 'file', path: '/srv/app.log' });
  expect(other.listenerId).not.toBe(listenerId);
  const { gate } = server.db.database;
  await gate.update(clusters).set({ fileRoots: [] });
  const without = await server.user('owner');
  expect(await without.refusal('getStarted:setUp', { source: 'http' })).toBe('ACQ-FILE-ROOT');
  expect((await everything(without)).listeners).toEqual([]);
  await gate.update(clusters).set({ fileRoots: ['/var/acequia'] });
});
