import type { PipelineDocument } from '@acequia/pipeline';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pipelines } from '../../db/schema/index.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';

/** Two servers of one installation. */
let server: TestApp;
let other: TestApp;
let ana: Browser;
let elsewhere: Browser;
let good: PipelineDocument;
const text = { description: '', tags: [] };
const kinds = ['minor', 'major', 'patch', 'pre-release', 'release'] as const;
type Kind = (typeof kinds)[number];

beforeAll(async () => {
  const callLimit = { perSecond: 1000, burst: 1000 };
  server = await createTestApp({ callLimit });
  other = await createTestApp({ callLimit, db: server.db });
  ana = await server.user('owner');
  elsewhere = other.browser();
  elsewhere.cookie = ana.cookie;
  const gate = { name: 'gate', ...text, component: 'toy-gate', clusterId: testCluster, config: { port: 6000 } };
  const listener = await ana.call('listeners:create', gate);
  const datasink = await ana.call('datasinks:create', { name: 'field', ...text, component: 'toy-field', config: { address: 'x' } });
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  good = {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId: listener.id, labelId: 'all' },
      { id: 'out', kind: 'datasink', ...place, datasinkId: datasink.id, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
  };
});
afterAll(async () => {
  await other.app.stop();
  await server.stop();
});

const create = async (name: string) => (await ana.call('pipelines:create', { name, ...text, document: good })).id;
const publish = (by: Browser, id: string, revision: number, kind: Kind, versionName: string) =>
  by.call('pipelines:publishVersion', { id, revision, kind, versionName, clusterIds: [testCluster] });
const numbers = async (id: string) => (await ana.call('pipelines:listVersions', { id })).map(({ version }) => version);
const shown = async (id: string) => (await ana.call('pipelines:getVersion', { id, version: 'Main' })).revision;

test.each([1, 2, 3, 4, 5])(
  '64 publications of one revision, by two servers, with names and kinds of their own: one version (%i)',
  async (round) => {
    const id = await create(`of many ${round}`);
    const wishes = Array.from({ length: 64 }, (_, i) => ({ by: i % 2 ? ana : elsewhere, kind: kinds[(i + round) % 5]!, name: `n${i}` }));
    const results = await Promise.allSettled(wishes.map(({ by, kind, name }) => publish(by, id, 1, kind, name)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'ACQ-CONFLICT', data: { fields: { revision: 2, by: 'owner Test' } } });
    expect(await numbers(id)).toHaveLength(1);
  },
);

test('64 times the same publication of one revision, by two servers: one version, which is the answer to each', async () => {
  const id = await create('of one');
  const answers = await Promise.all(Array.from({ length: 64 }, (_, i) => publish(i % 2 ? ana : elsewhere, id, 1, 'minor', 'same')));
  expect(new Set(answers.map(({ version }) => version))).toEqual(new Set(['1.0.0']));
  expect(await numbers(id)).toEqual(['1.0.0']);
});

test('a publication that comes long after another one of its revision is told of it, and the same one gets its version', async () => {
  const id = await create('late');
  await publish(ana, id, 1, 'minor', '');
  await expect(publish(ana, id, 1, 'major', '')).rejects.toMatchObject({ code: 'ACQ-CONFLICT', data: { fields: { revision: 2 } } });
  expect(await publish(ana, id, 1, 'minor', '')).toMatchObject({ version: '1.0.0', status: 'running' });
  await ana.call('pipelines:stopVersion', { id, version: '1.0.0', clusterIds: [testCluster] });
  await expect(publish(ana, id, 1, 'minor', '')).rejects.toMatchObject({ code: 'ACQ-CONFLICT' });
  expect(await publish(ana, id, await shown(id), 'minor', '')).toMatchObject({ version: '1.1.0' });
});

test('publications that wait for each other in the database: the others are told of the first', async () => {
  const id = await create('queue');
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holding = server.db.database.withTenant(ana.tenantId, async (tx) => {
    await tx.select().from(pipelines).where(eq(pipelines.id, id)).for('update');
    isHeld.resolve();
    await held.promise;
  });
  await isHeld.promise;
  const all = Promise.allSettled((['minor', 'major', 'pre-release'] as const).map((kind) => publish(ana, id, 1, kind, '')));
  const waiting = () => server.db.database.gate.execute<{ count: string }>(sql`select count(*) from pg_locks where not granted`);
  await expect.poll(async () => Number((await waiting()).rows[0]!.count)).toBe(3);
  held.resolve();
  await holding;
  expect((await all).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await numbers(id)).toHaveLength(1);
});

test('who edits what another person publishes meanwhile saves on; what was shown before that save is not published', async () => {
  const id = await create('edited');
  await publish(ana, id, 1, 'minor', '');
  expect(await shown(id)).toBe(2);
  expect(await elsewhere.call('pipelines:saveDraft', { id, revision: 1, document: { ...good, links: [] } })).toMatchObject({ revision: 3 });
  for (const revision of [1, 2]) {
    await expect(publish(ana, id, revision, 'major', '')).rejects.toMatchObject({ code: 'ACQ-CONFLICT' });
    expect(await ana.refusal('pipelines:saveDraft', { id, revision, document: good })).toBe('ACQ-CONFLICT');
  }
  expect(await numbers(id)).toEqual(['1.0.0', 'Main']);
});

test('64 restores, or starts, of versions at once: one draft, and one version that runs', async () => {
  const id = await create('back');
  await publish(ana, id, 1, 'minor', '');
  await publish(ana, id, 2, 'minor', '');
  const browsers = Array.from({ length: 64 }, (_, i) => (i % 2 ? ana : elsewhere));
  const starts = browsers.map((by, i) => by.call('pipelines:startVersion', { id, version: `1.${i % 2}.0`, clusterIds: [testCluster] }));
  await Promise.all(starts);
  const placed = (await ana.call('pipelines:listVersions', { id })).filter(({ clusters }) => clusters.length > 0);
  expect(placed.map(({ status }) => status)).toEqual(['running']);
  const revision = await shown(id);
  const restores = await Promise.allSettled(browsers.map((by) => by.call('pipelines:restoreVersion', { id, version: '1.0.0', revision })));
  expect(restores.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
