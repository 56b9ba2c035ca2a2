import { emptyDocument, type PipelineDocument } from '@acequia/pipeline';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labels } from '../../db/schema/index.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let ana: Browser;
let berta: Browser;
let good: PipelineDocument;
const text = { description: '', tags: [] };
let count = 0;
const create = (document?: PipelineDocument) =>
  ana.call('pipelines:create', { name: `p${(count += 1)}`, ...text, ...(document ? { document } : {}) });
const publish = (id: string, revision: number, kind: 'major' | 'minor' | 'patch' | 'pre-release' | 'release' = 'minor') =>
  ana.call('pipelines:publishVersion', { id, revision, kind, versionName: '', clusterIds: [testCluster] });

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  berta = await server.user('admin', ana.tenantId);
  const listener = await ana.call('listeners:create', {
    name: 'gate',
    ...text,
    component: 'toy-gate',
    clusterId: testCluster,
    config: { port: 6000 },
  });
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
afterAll(() => server.stop());

describe('the draft', () => {
  test('of two people who edit one is told who saved, and nothing is lost', async () => {
    const { id } = await create();
    expect(await ana.call('pipelines:saveDraft', { id, revision: 1, document: good })).toMatchObject({ revision: 2 });
    const refused = await berta.call('pipelines:saveDraft', { id, revision: 1, document: emptyDocument }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'ACQ-CONFLICT', data: { fields: { revision: 2, by: 'owner Test' } } });
    expect((await berta.call('pipelines:getVersion', { id, version: 'Main' })).document).toEqual(good);
  });

  test('50 parallel saves of one revision: exactly one wins', async () => {
    const { id } = await create();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => ana.call('pipelines:saveDraft', { id, revision: 1, document: good })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  test('after a publication it is gone; the next one starts from the newest version with the revision after it', async () => {
    const { id } = await create(good);
    await publish(id, 1);
    expect((await ana.call('pipelines:find', { id })).hasDraft).toBe(false);
    const draft = await ana.call('pipelines:getVersion', { id, version: 'Main' });
    expect([draft.document, draft.revision]).toEqual([good, 2]);
    expect((await ana.call('pipelines:find', { id })).hasDraft).toBe(false);
    await ana.call('pipelines:saveDraft', { id, revision: 1, document: emptyDocument });
    expect((await ana.call('pipelines:find', { id })).hasDraft).toBe(true);
    expect((await ana.call('pipelines:getVersion', { id, version: '1.0.0' })).document).toEqual(good);
  });
});

describe('states of the draft that are written over', () => {
  const versions = async (id: string) => (await ana.call('pipelines:listVersions', { id })).map(({ version, status }) => [version, status]);

  test('a save by another person keeps what was there, one’s own next save does not', async () => {
    const { id } = await create(good);
    await ana.call('pipelines:saveDraft', { id, revision: 1, document: good });
    expect(await versions(id)).toEqual([['Main', 'draft']]);
    await berta.call('pipelines:saveDraft', { id, revision: 2, document: emptyDocument });
    expect(await versions(id)).toEqual([
      ['Main', 'draft'],
      ['Main-2', 'autosaved'],
    ]);
    const kept = await berta.call('pipelines:getVersion', { id, version: 'Main-2' });
    expect(kept).toMatchObject({ document: good, revision: 2, createdBy: 'owner Test' });
  });

  test('restoring one makes it the draft, keeps what the draft was, and runs nothing', async () => {
    const { id } = await create(good);
    await berta.call('pipelines:saveDraft', { id, revision: 1, document: emptyDocument });
    expect(await berta.call('pipelines:restoreVersion', { id, version: 'Main-1', revision: 2 })).toMatchObject({ revision: 3 });
    expect(await berta.call('pipelines:getVersion', { id, version: 'Main' })).toMatchObject({ document: good, revision: 3 });
    await publish(id, 3);
    await ana.call('pipelines:saveDraft', { id, revision: 4, document: { ...good, links: [] } });
    await ana.call('pipelines:restoreVersion', { id, version: '1.0.0', revision: 5 });
    expect((await ana.call('pipelines:getVersion', { id, version: 'Main-5' })).document.links).toEqual([]);
    expect((await ana.call('pipelines:find', { id })).runningVersion).toBe('1.0.0');
  });

  test('a stale revision, the draft itself or a version of nobody is refused', async () => {
    const { id } = await create(good);
    await publish(id, 1);
    expect(await ana.refusal('pipelines:restoreVersion', { id, version: '1.0.0', revision: 9 })).toBe('ACQ-CONFLICT');
    expect(await ana.refusal('pipelines:restoreVersion', { id, version: 'Main', revision: 1 })).toBe('WEB-10008');
    const stranger = await server.user('owner');
    expect(await stranger.refusal('pipelines:restoreVersion', { id, version: '1.0.0', revision: 1 })).toBe('WEB-10008');
  });

  test('it is not run, is used by nothing, and does not count as a number', async () => {
    const { id } = await create(good);
    await berta.call('pipelines:saveDraft', { id, revision: 1, document: emptyDocument });
    const refused = { id, version: 'Main-1', clusterIds: [testCluster] };
    expect(await ana.refusal('pipelines:startVersion', refused)).toBe('WEB-10008');
    expect(await ana.refusal('pipelines:stopVersion', refused)).toBe('WEB-10008');
    const label = good.nodes[0];
    const listener = label?.kind === 'label' ? await ana.call('listeners:find', { id: label.listenerId }) : undefined;
    expect(listener?.usedBy.map((each) => each.id)).not.toContain(id);
    await ana.call('pipelines:saveDraft', { id, revision: 2, document: good });
    expect((await publish(id, 3)).version).toBe('1.0.0');
  });

  test('the newest 20 stay', async () => {
    const { id } = await create(good);
    for (let revision = 1; revision <= 22; revision += 1)
      await (revision % 2 === 0 ? ana : berta).call('pipelines:saveDraft', { id, revision, document: good });
    const kept = (await versions(id)).filter(([, status]) => status === 'autosaved').map(([version]) => version);
    expect(kept).toHaveLength(20);
    expect([kept[0], kept.at(-1)]).toEqual(['Main-22', 'Main-3']);
  });
});

describe('in two clusters', () => {
  test('each runs the version it was given, is brought to the newest alone, and is stopped alone', async () => {
    const { clusters, tenantClusters } = await import('../../db/schema/index.ts');
    const { gate } = server.db.database;
    const [known] = await gate.select().from(clusters);
    const far = 'CL_far';
    await gate.insert(clusters).values({ ...known!, id: far, name: 'far' });
    await gate.insert(tenantClusters).values({ tenantId: ana.tenantId, clusterId: far });
    const { id } = await create(good);
    const publishIn = (revision: number, clusterIds: string[]) =>
      ana.call('pipelines:publishVersion', { id, revision, kind: 'minor', versionName: '', clusterIds });
    const places = async () =>
      Object.fromEntries((await ana.call('pipelines:listVersions', { id })).map(({ version, clusters: where }) => [version, where]));

    await publishIn(1, [testCluster, far]);
    const { revision } = await ana.call('pipelines:getVersion', { id, version: 'Main' });
    await publishIn((await ana.call('pipelines:saveDraft', { id, revision, document: good })).revision, [testCluster]);
    expect(await places()).toEqual({ '1.1.0': [testCluster], '1.0.0': [far] });
    await ana.call('pipelines:startVersion', { id, version: '1.1.0', clusterIds: [far] });
    expect(await places()).toEqual({ '1.1.0': expect.toSatisfy((where: string[]) => where.length === 2), '1.0.0': [] });
    await ana.call('pipelines:stopVersion', { id, version: '1.1.0', clusterIds: [far] });
    expect(await places()).toEqual({ '1.1.0': [testCluster], '1.0.0': [] });
    await gate.delete(tenantClusters).where(eq(tenantClusters.clusterId, far));
  });
});

describe('stopping', () => {
  test('stops only where it is told to', async () => {
    const { id } = await create(good);
    await publish(id, 1);
    await ana.call('pipelines:stopVersion', { id, version: '1.0.0', clusterIds: [] });
    expect((await ana.call('pipelines:find', { id })).clusters).toEqual([testCluster]);
    await ana.call('pipelines:stopVersion', { id, version: '1.0.0', clusterIds: [testCluster] });
    expect((await ana.call('pipelines:listVersions', { id }))[0]).toMatchObject({ version: '1.0.0', status: 'stopped', clusters: [] });
  });
});

describe('what a running version needs', () => {
  const running = async () => {
    const listener = await ana.call('listeners:create', {
      name: `needed ${(count += 1)}`,
      ...text,
      component: 'toy-gate',
      clusterId: testCluster,
      config: { port: 7000 + count },
    });
    const ast = { field: 'message', op: 'exists' as const };
    const label = await ana.call('labels:create', {
      listenerId: listener.id,
      name: 'wanted',
      description: '',
      condition: { form: 'visual', ast },
    });
    const [first, out] = [good.nodes[0]!, good.nodes[1]!];
    const nodes = [{ ...first, listenerId: listener.id, labelId: label.id } as typeof first, out];
    const pipeline = await create({ ...good, nodes });
    await publish(pipeline.id, 1);
    return { listener, label, pipeline };
  };
  test.each([
    ['label', 'labels:remove', 'LABEL_REMOVED'],
    ['listener', 'listeners:remove', 'LISTENER_REMOVED'],
  ] as const)(
    'a %s is not removed before the pipelines that use it were named; then they pause and say why',
    async (kind, remove, code) => {
      const made = await running();
      const { id } = made[kind];
      const refused = await ana.call(remove, { id, confirmUsed: false }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'ACQ-IN-USE', data: { fields: { pipelines: made.pipeline.name } } });
      expect((await ana.call('pipelines:find', { id: made.pipeline.id })).state).not.toBe('stopped');
      await ana.call(remove, { id, confirmUsed: true });
      expect((await ana.call('pipelines:listVersions', { id: made.pipeline.id }))[0]).toMatchObject({
        status: 'stopped',
        reason: { code, fields: { name: made[kind].name } },
      });
    },
  );
});

describe('publishing', () => {
  test('numbers follow the kind; the running version is replaced and listed first; the activity log tells a rollback from a start', async () => {
    const { id } = await create(good);
    expect((await publish(id, 1)).version).toBe('1.0.0');
    expect((await publish(id, 2, 'patch')).version).toBe('1.0.1');
    expect((await publish(id, 3, 'major')).version).toBe('2.0.0');
    const statuses = async () => (await ana.call('pipelines:listVersions', { id })).map((each) => `${each.version} ${each.status}`);
    expect(await statuses()).toEqual(['2.0.0 running', '1.0.1 archived', '1.0.0 archived']);
    await ana.call('pipelines:startVersion', { id, version: '1.0.1', clusterIds: [testCluster] });
    expect(await statuses()).toEqual(['1.0.1 running', '2.0.0 archived', '1.0.0 archived']);
    // Back to the newer one, and to it once more after a stop: nothing is rolled back by it.
    await ana.call('pipelines:startVersion', { id, version: '2.0.0', clusterIds: [testCluster] });
    await ana.call('pipelines:stopVersion', { id, version: '2.0.0', clusterIds: [testCluster] });
    await ana.call('pipelines:startVersion', { id, version: '2.0.0', clusterIds: [testCluster] });
    const { name } = await ana.call('pipelines:find', { id });
    const log = await ana.call('activity:getUserActivity', { page: 1, from: 0, to: 2.5e14, entity: ['pipeline'] });
    const told = log.data.filter(({ event }) => event.name.startsWith(`${name} v`)).map(({ event }) => `${event.operation} ${event.name}`);
    expect(told.toReversed()).toEqual(
      ['publish v1.0.0', 'publish v1.0.1', 'publish v2.0.0', 'rollBack v1.0.1', 'start v2.0.0', 'stop v2.0.0', 'start v2.0.0'].map((each) =>
        each.replace(' ', ` ${name} `),
      ),
    );
  });

  test('a pre-release goes to no cluster and a release promotes it', async () => {
    const { id } = await create(good);
    expect(await publish(id, 1, 'pre-release')).toMatchObject({ version: '1.0.0-1', status: 'stopped', clusters: [] });
    expect(await ana.refusal('pipelines:startVersion', { id, version: '1.0.0-1', clusterIds: [testCluster] })).toBe('ACQ-NOT-PUBLISHABLE');
    expect(await publish(id, 2, 'release')).toMatchObject({ version: '1.0.0', status: 'running', clusters: [testCluster] });
    const refused = await publish(id, 3, 'release').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'ACQ-NOT-PUBLISHABLE', data: { fields: { problem: 'nothing-to-release' } } });
  });

  const label = (id: string) => ({
    id,
    kind: 'label' as const,
    position: { x: 0, y: 0 },
    name: '',
    comment: '',
    listenerId: 'LI_none',
    labelId: 'all',
  });
  test.each([
    ['an empty document', () => emptyDocument],
    ['two labels', () => ({ ...good, nodes: [...good.nodes, label('second')] })],
    ['a listener of nobody', () => ({ ...good, nodes: [label('label'), good.nodes[1]!] })],
    [
      'an unknown component',
      () => ({ ...good, nodes: [good.nodes[0]!, { ...good.nodes[1]!, component: 'none' } as PipelineDocument['nodes'][number]] }),
    ],
    [
      'an unknown major version',
      () => ({ ...good, nodes: [good.nodes[0]!, { ...good.nodes[1]!, version: '9.0.0' } as PipelineDocument['nodes'][number]] }),
    ],
  ])('%s is refused and nothing runs', async (_name, document) => {
    const { id } = await create(document());
    expect(
      await ana.refusal('pipelines:publishVersion', { id, revision: 1, kind: 'minor', versionName: '', clusterIds: [testCluster] }),
    ).toBe('ACQ-NOT-PUBLISHABLE');
    expect((await ana.call('pipelines:find', { id })).state).toBe('draft');
  });

  test('no cluster, another tenant’s cluster, or a stale revision is refused', async () => {
    const { id } = await create(good);
    const input = { id, revision: 1, kind: 'minor' as const, versionName: '' };
    expect(await ana.refusal('pipelines:publishVersion', { ...input, clusterIds: [] })).toBe('ACQ-NO-CLUSTER');
    expect(await ana.refusal('pipelines:publishVersion', { ...input, clusterIds: ['CL_foreign'] })).toBe('ACQ-NO-CLUSTER');
    expect(await ana.refusal('pipelines:publishVersion', { ...input, revision: 7, clusterIds: [testCluster] })).toBe('ACQ-CONFLICT');
  });

  test('a pipeline whose workers are silent is unknown, and its version waits for a worker', async () => {
    const { id } = await create(good);
    expect(await publish(id, 1)).toMatchObject({ status: 'running', start: 'waiting' });
    expect(await ana.call('pipelines:find', { id })).toMatchObject({ state: 'unknown', start: 'waiting' });
    expect(await ana.call('pipelines:getVersion', { id, version: '1.0.0' })).toMatchObject({ start: 'waiting' });
    expect(await ana.call('pipelines:getVersion', { id, version: 'Main' })).toMatchObject({ status: 'draft', start: null });
  });
});

describe('names and tags', () => {
  test('the specification’s codes by field', async () => {
    await ana.call('pipelines:create', { name: 'taken', ...text });
    expect(await ana.refusal('pipelines:create', { name: 'taken', ...text })).toBe('WEB-12006');
    expect(await ana.refusal('pipelines:create', { name: ' ', ...text })).toBe('WEB-00032');
    expect(await ana.refusal('pipelines:create', { name: 'x', description: '', tags: ['a'] })).toBe('WEB-12007');
    expect(
      await ana.refusal('listeners:create', {
        name: 'x',
        description: '',
        tags: ['a'],
        component: 'toy-gate',
        clusterId: testCluster,
        config: {},
      }),
    ).toBe('WEB-00024');
    const secret = { name: 's', description: 'd', tags: [], value: 'v', expirationDate: 4_000_000_000_000 };
    expect(await ana.refusal('secrets:create', { ...secret, description: ' ' })).toBe('WEB-00028');
    expect(await ana.refusal('secrets:create', { ...secret, expirationDate: null as unknown as number })).toBe('WEB-00029');
    expect(await ana.refusal('secrets:create', { ...secret, value: '' })).toBe('WEB-00030');
    await ana.call('secrets:create', secret);
    expect(await ana.refusal('secrets:create', secret)).toBe('WEB-00031');
  });

  test('another tenant may use the same names', async () => {
    const stranger = await server.user('owner');
    expect(await stranger.call('pipelines:create', { name: 'taken', ...text })).toMatchObject({ name: 'taken' });
  });
});

describe('ports and labels', () => {
  const gate = (name: string, port: number) => ({ name, ...text, component: 'toy-gate', clusterId: testCluster, config: { port } });
  test('a port is taken once in a cluster, also between tenants, without naming the other', async () => {
    const stranger = await server.user('owner');
    const own = await ana.call('listeners:create', gate('twice', 6000)).catch((error: unknown) => error);
    expect(own).toMatchObject({ code: 'ACQ-PORT-TAKEN', data: { fields: { port: 6000, by: 'gate' } } });
    const foreign = await stranger.call('listeners:create', gate('twice', 6000)).catch((error: unknown) => error);
    expect(foreign).toMatchObject({ code: 'ACQ-PORT-TAKEN', data: { fields: { port: 6000, protocol: 'tcp' } } });
    expect(JSON.stringify(foreign)).not.toContain('gate');
    expect(await ana.refusal('listeners:create', gate('low', 80))).toBe('ACQ-PORT-RANGE');
    expect(await ana.refusal('listeners:create', { ...gate('bad', 7000), config: { port: 'x', more: 1 } })).toBe('ACQ-CONFIG');
  });

  test('32 labels beside the two built-in ones, each with a condition that can be read', async () => {
    const listener = await ana.call('listeners:create', gate('labelled', 6001));
    const condition = { form: 'visual', ast: { field: 'a', op: 'exists' } };
    const label = (name: string) => ({ listenerId: listener.id, name, description: '', condition });
    const results = await Promise.allSettled(Array.from({ length: 34 }, (_, n) => ana.call('labels:create', label(`l${n}`))));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(32);
    expect((await ana.call('labels:list', { listenerId: listener.id })).map((each) => each.id).slice(0, 2)).toEqual(['all', 'unlabelled']);
    expect((await ana.call('listeners:find', { id: listener.id })).labels).toBe(32);
    expect(await ana.refusal('labels:create', { ...label('z'), condition: 'status == 1' })).toBe('ACQ-TOO-MANY');
    const other = await ana.call('listeners:create', gate('other', 6002));
    expect(
      await ana.refusal('labels:create', { ...label('z'), listenerId: other.id, condition: { form: 'visual', ast: { eval: 'x' } } }),
    ).toBe('ACQ-CONFIG');
  });
});

test('labels of a listener differ in more than capitals, however many ask at once; those that do not from before stay as they are', async () => {
  const on = { ...text, component: 'toy-gate', clusterId: testCluster, config: { port: 6003 } };
  const listener = await ana.call('listeners:create', { name: 'one spelling', ...on });
  const other = await ana.call('listeners:create', { name: 'another one', ...on, config: { port: 6004 } });
  const condition = { form: 'visual', ast: { field: 'a', op: 'exists' } };
  const label = (name: string) => ({ listenerId: listener.id, name, description: '', condition });
  const alice = await ana.call('labels:create', label('Alice'));
  expect(await ana.refusal('labels:create', label('alice'))).toBe('WEB-00034');
  await ana.call('labels:create', { ...label('alice'), listenerId: other.id });
  const spellings = ['BOB', 'bob', 'Bob', 'boB'];
  const made = await Promise.allSettled(spellings.map((name) => ana.call('labels:create', label(name))));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);

  const rename = (id: string, name: string) => ({ id, name, description: 'renamed', condition });
  expect(await ana.call('labels:update', rename(alice.id, 'ALICE'))).toMatchObject({ name: 'ALICE' });
  expect(await ana.refusal('labels:update', rename(alice.id, 'bOb'))).toBe('WEB-00034');
  const carol = await ana.call('labels:create', label('carol'));
  await server.db.database.withTenant(ana.tenantId, (tx) => tx.update(labels).set({ name: 'alice' }).where(eq(labels.id, carol.id)));
  expect(await ana.call('labels:update', rename(carol.id, 'alice'))).toMatchObject({ name: 'alice', description: 'renamed' });
  expect(await ana.refusal('labels:update', rename(carol.id, 'ALICE'))).toBe('WEB-00034');
});

test('the activity log has a row for each change and each refusal, with the person, none of another tenant', async () => {
  const stranger = await server.user('owner');
  const { id } = await create();
  await ana.call('pipelines:remove', { id });
  const viewer = await server.user('viewer', ana.tenantId);
  await viewer.refusal('pipelines:create', { name: 'not me', ...text });
  const rows = (await ana.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12, entity: ['pipeline'] })).data;
  expect(rows[0]).toMatchObject({
    event: { operation: 'create (WEB-00027)', name: 'not me' },
    user: { name: 'viewer' },
    ip_address: '127.0.0.1',
  });
  expect(rows[1]).toMatchObject({ event: { operation: 'delete', entity: 'pipeline', name: `p${count}` } });
  expect((await stranger.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12, entity: ['pipeline'] })).count).toBe(0);
});
