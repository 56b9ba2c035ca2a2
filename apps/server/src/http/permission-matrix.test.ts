import { contract, type OperationMeta, type OperationName } from '@acequia/contract';
import { may, type Role } from '@acequia/domain';
import { emptyDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, operationNames, testCluster, type Browser, type TestApp } from '../test-app.ts';

/** A valid input of every operation, naming things of one tenant; a new operation without a line here does not compile. */
const inputs = (ids: Ids): Record<OperationName, unknown> => ({
  'auth:status': {},
  'auth:createOwner': { setupCode: 'x', email: 'a@b.cc', password: 'x', name: 'x', surname: '', tenantName: 'x' },
  'auth:login': { email: 'a@b.cc', password: 'x' },
  'auth:removeToken': {},
  'auth:session': {},
  'auth:keepAlive': {},
  'auth:touch': {},
  'auth:updatePreferences': {},
  'auth:onIdentityProviderTokenChange': {},
  'tenants:find': { id: ids.tenant },
  'tenants:createDemo': {},
  'tenants:removeDemo': {},
  'clusters:list': {},
  'listeners:list': {},
  'listeners:find': { id: ids.listener },
  'listeners:create': { ...words('l'), component: 'toy-gate', clusterId: testCluster, config: { port: 20_000 } },
  'listeners:update': { id: ids.listener, revision: 1, ...words('l2'), config: { port: 20_001 } },
  'listeners:retry': { id: ids.listener },
  'listeners:remove': { id: ids.listener, confirmUsed: true },
  'labels:list': {},
  'labels:create': { listenerId: ids.listener, name: 'n', description: '', condition },
  'labels:update': { id: ids.label, name: 'n2', description: '', condition },
  'labels:remove': { id: ids.label, confirmUsed: true },
  'datasinks:list': {},
  'datasinks:find': { id: ids.datasink },
  'datasinks:create': { ...words('d'), component: 'toy-field', config: { address: 'x' } },
  'datasinks:update': { id: ids.datasink, revision: 1, ...words('d2'), config: { address: 'y' } },
  'datasinks:probe': { component: 'toy-field', config: { address: 'x' }, clusterId: testCluster },
  'datasinks:remove': { id: ids.datasink, confirmUsed: true },
  'pipelines:list': {},
  'pipelines:find': { id: ids.pipeline },
  'pipelines:create': words('p'),
  'pipelines:update': { id: ids.pipeline, ...words('p2') },
  'pipelines:remove': { id: ids.pipeline },
  'pipelines:listVersions': { id: ids.pipeline },
  'pipelines:getVersion': { id: ids.pipeline, version: 'Main' },
  'pipelines:saveDraft': { id: ids.pipeline, revision: 1, document: emptyDocument },
  'pipelines:publishVersion': { id: ids.pipeline, revision: 1, kind: 'minor', versionName: '', clusterIds: [testCluster] },
  'pipelines:startVersion': { id: ids.pipeline, version: '1.0.0', clusterIds: [testCluster] },
  'pipelines:stopVersion': { id: ids.pipeline, version: '1.0.0', clusterIds: [testCluster] },
  'pipelines:watchStatus': {},
  'pipelines:watchSamples': { id: ids.pipeline, node: 'label' },
  'lookups:list': {},
  'lookups:create': { ...words('t'), format: 'csv', separator: null, keyColumn: 'k' },
  'lookups:update': { id: ids.lookup, ...words('t2') },
  'lookups:listVersions': { id: ids.lookup },
  'lookups:createVersion': { id: ids.lookup },
  'lookups:putPart': { id: ids.lookup, number: 1, part: 0, content: 'aw==' },
  'lookups:finishVersion': { id: ids.lookup, number: 1 },
  'lookups:activateVersion': { id: ids.lookup, number: 1 },
  'lookups:deleteVersion': { id: ids.lookup, number: 1 },
  'lookups:remove': { id: ids.lookup, confirmUsed: true },
  'secrets:list': {},
  'secrets:create': { ...words('s'), description: 'd', value: 'v', expirationDate: 1 },
  'secrets:update': { id: ids.secret, ...words('s2'), description: 'd', active: true, expirationDate: 1 },
  'secrets:deleteSecret': { id: ids.secret },
  'secrets:getUsages': { id: ids.secret },
  'activity:getUserActivity': { page: 1, from: 0, to: 9e15 },
  'metrics:totals': { from: 0, to: 1 },
  'metrics:series': { scope: 'listener', measure: 'eventsIn', from: 0, to: 1 },
  'metrics:watchLive': { pipelineId: ids.pipeline },
});

interface Ids {
  readonly tenant: string;
  readonly listener: string;
  readonly label: string;
  readonly datasink: string;
  readonly pipeline: string;
  readonly secret: string;
  readonly lookup: string;
}
const condition = { form: 'visual', ast: { field: 'a', op: 'exists' } };
let count = 0;
const words = (name: string) => ({ name: `${name} ${(count += 1)}`, description: '', tags: [] });

const metaOf = (name: OperationName): OperationMeta => {
  const [noun = '', verb = ''] = name.split(':');
  return (contract as unknown as Record<string, Record<string, { '~orpc': { meta: OperationMeta } }>>)[noun]![verb]!['~orpc'].meta;
};

/** The code of the refusal; undefined when the operation answered. */
async function outcome(browser: Browser, name: OperationName, input: unknown): Promise<string | undefined> {
  const abort = new AbortController();
  try {
    const answer: unknown = await browser.call(name, input as never, abort.signal);
    if (metaOf(name).stream === true) abort.abort();
    void answer;
    return undefined;
  } catch (error) {
    return (error as { readonly code?: string }).code ?? String(error);
  }
}

let server: TestApp;
let own: Ids;
let foreign: Ids;
const users = new Map<Role | 'other owner', Browser>();

async function furnish(browser: Browser, port: number): Promise<Ids> {
  const listener = await browser.call('listeners:create', {
    ...words('gate'),
    component: 'toy-gate',
    clusterId: testCluster,
    config: { port },
  });
  const label = await browser.call('labels:create', { listenerId: listener.id, name: 'label', description: '', condition });
  const datasink = await browser.call('datasinks:create', { ...words('field'), component: 'toy-field', config: { address: 'here' } });
  const pipeline = await browser.call('pipelines:create', words('pipeline'));
  const secret = await browser.call('secrets:create', { ...words('secret'), description: 'd', value: 'v', expirationDate: 1 });
  const lookup = await browser.call('lookups:create', { ...words('table'), format: 'csv', separator: null, keyColumn: 'k' });
  await browser.call('lookups:createVersion', { id: lookup.id });
  return {
    tenant: browser.tenantId,
    lookup: lookup.id,
    listener: listener.id,
    label: label.id,
    datasink: datasink.id,
    pipeline: pipeline.id,
    secret: secret.id,
  };
}

beforeAll(async () => {
  server = await createTestApp();
  const owner = await server.user('owner');
  const other = await server.user('owner');
  users.set('owner', owner).set('other owner', other);
  users.set('admin', await server.user('admin', owner.tenantId)).set('viewer', await server.user('viewer', owner.tenantId));
  own = await furnish(owner, 21_000);
  foreign = await furnish(other, 22_000);
});
afterAll(() => server.stop());

const guarded = operationNames.filter((name) => metaOf(name).permission !== 'public');

describe('every operation', () => {
  test('is in the matrix', () => {
    expect(Object.keys(inputs(own)).sort()).toEqual([...operationNames].sort());
  });

  test.each(guarded)('%s refuses someone without a session', async (name) => {
    expect(await outcome(server.browser(), name, inputs(own)[name])).toBe('AUTH.REQUIRED');
  });

  const byRole = (['viewer', 'admin', 'owner'] as const).flatMap((role) =>
    guarded.filter((name) => name !== 'auth:removeToken').map((name) => [role, name] as const),
  );
  test.each(byRole.filter(([role, name]) => !allowed(role, name)))('%s may not %s', async (role, name) => {
    expect(await outcome(users.get(role)!, name, inputs(own)[name])).toBe('WEB-00027');
  });

  test.each(guarded.filter((name) => refersToThings(name)))('%s does not find another tenant’s id', async (name) => {
    expect(['ACQ-NOT-FOUND', 'WEB-00025', 'WEB-00026', 'WEB-10008']).toContain(
      await outcome(users.get('owner')!, name, inputs(foreign)[name]),
    );
  });

  test('lists hold nothing of another tenant', async () => {
    for (const name of ['listeners:list', 'labels:list', 'datasinks:list', 'pipelines:list', 'lookups:list', 'secrets:list'] as const) {
      const text = JSON.stringify(await users.get('owner')!.call(name, {}));
      for (const id of Object.values(foreign)) expect(text).not.toContain(id);
    }
  });

  const permitted = byRole.filter(([role, name]) => allowed(role, name) && metaOf(name).changes.length === 0);
  test.each(permitted)('%s may %s', async (role, name) => {
    expect(await outcome(users.get(role)!, name, inputs(own)[name])).not.toBe('WEB-00027');
  });

  test.each(guarded.filter((name) => metaOf(name).changes.length > 0 && name !== 'auth:removeToken'))(
    'owner and admin may %s',
    async (name) => {
      for (const role of ['admin', 'owner'] as const)
        expect(await outcome(users.get(role)!, name, inputs(own)[name])).not.toBe('WEB-00027');
    },
  );
});

function allowed(role: Role, name: OperationName): boolean {
  const { permission } = metaOf(name);
  return permission === 'session' || permission === 'public' || may(role, permission);
}

function refersToThings(name: OperationName): boolean {
  const ids: Ids = { tenant: '#t', listener: '#l', label: '#b', datasink: '#d', pipeline: '#p', secret: '#s', lookup: '#k' };
  return /"#[tlbdpsk]"/.test(JSON.stringify(inputs(ids)[name]));
}
