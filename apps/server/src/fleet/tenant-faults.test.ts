import type { Report } from '@acequia/contract/fleet';
import type { Deployment, PipelineDocument } from '@acequia/pipeline';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testRoles } from '../db/test-database.ts';
import { createTestApp, ownerPassword, testCluster, testMetricsToken, type Browser, type TestApp } from '../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../test-worker.ts';

const bound = { timeout: 20_000, interval: 20 };

let server: TestApp;
/** Owner of the tenant with the fault, which is read before the other one. */
let ana: Browser;
let berta: Browser;
let emails: Map<Browser, string>;
let worker: TestWorker;
const undo: (() => unknown)[] = [];

beforeEach(async () => {
  server = await createTestApp();
  undo.push(() => server.stop());
  const [one, other] = [await server.user('owner'), await server.user('owner')];
  [ana, berta] = one.tenantId < other.tenantId ? [one, other] : [other, one];
  emails = new Map();
  for (const user of [ana, berta]) emails.set(user, (await user.call('auth:session', {})).user.Email);
  worker = await join();
});
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function join(): Promise<TestWorker> {
  const joined = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  undo.push(() => joined.close());
  await joined.connect();
  return joined;
}

/** The server ends and begins again; both owners log in, and a new worker joins. */
async function restart(): Promise<void> {
  const { db } = server;
  await server.app.stop();
  server = await createTestApp({ db });
  const again = async (user: Browser) => {
    const visitor = server.browser();
    await visitor.call('auth:login', { email: emails.get(user)!, password: ownerPassword });
    return visitor;
  };
  [ana, berta] = [await again(ana), await again(berta)];
  worker = await join();
}

const inOwner = async (text: string, values: readonly unknown[] = []): Promise<void> => {
  const client = new Client(server.db.owner);
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
};

const words = (name: string) => ({ name, description: 'of a test', tags: [] });
let ports = 20_000;
const addListener = (user: Browser, name: string) =>
  user.call('listeners:create', { ...words(name), component: 'toy-gate', clusterId: testCluster, config: { port: (ports += 1) } });

/** A running pipeline whose datasink has a secret. */
async function publish(user: Browser, name: string) {
  const secret = await user.call('secrets:create', { ...words(name), value: `value of ${name}`, expirationDate: 9e12 });
  const listener = await addListener(user, name);
  const config = { address: 'here', password: secret.id };
  const datasink = await user.call('datasinks:create', { ...words(name), component: 'toy-field', config });
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const document: PipelineDocument = {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId: listener.id, labelId: 'all' },
      { id: 'out', kind: 'datasink', ...place, datasinkId: datasink.id, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
  };
  const { id } = await user.call('pipelines:create', { ...words(name), document });
  const wish = { id, revision: 1, kind: 'minor' as const, versionName: '', clusterIds: [testCluster] };
  const version = await user.call('pipelines:publishVersion', wish);
  return { secretId: secret.id, listener, pipelineId: id, versionId: version.id };
}

const newest = (): Deployment | undefined => worker.messages.findLast((message) => message.type === 'deployment')?.deployment;
/** As the worker has them: some leave the others as they are. */
const newestSecrets = () => {
  let values: Record<string, string> | undefined;
  for (const message of worker.messages) {
    if (message.type === 'secrets') values = worker.secretsOf(message);
    if (message.type === 'some-secrets') values = { ...values, ...worker.secretsOf(message) };
  }
  return values;
};
const newestBundle = () => worker.messages.findLast(({ type }) => type === 'secrets' || type === 'some-secrets')?.type;
const unreadTenants = async () => {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${testMetricsToken}` } });
  return /^acequia_tenants_unread (\d+)$/m.exec(await answer.text())?.[1];
};
const sent = () => ({
  listeners: newest()
    ?.listeners.map(({ name }) => name)
    .toSorted(),
  pipelines: newest()
    ?.pipelines.map(({ name }) => name)
    .toSorted(),
});

describe('what one tenant wants to run cannot be read', () => {
  test('a secret that does not unseal keeps the changes of another tenant back', async () => {
    const { secretId } = await publish(ana, 'ana');
    await expect.poll(newestSecrets, bound).toEqual({ [secretId]: 'value of ana' });
    await inOwner('update secrets set value_version = value_version + 1 where id = $1', [secretId]);
    const berta1 = await publish(berta, 'berta');
    await expect.poll(sent, bound).toEqual({ listeners: ['ana', 'berta'], pipelines: ['ana', 'berta'] });
    // What runs goes on with the value it has.
    const values = { [secretId]: 'value of ana', [berta1.secretId]: 'value of berta' };
    expect(newestSecrets()).toEqual(values);

    await restart();
    await expect.poll(sent, bound).toEqual({ listeners: ['ana', 'berta'], pipelines: ['ana', 'berta'] });
    expect(newestSecrets()).toEqual({ [berta1.secretId]: 'value of berta' });
    // A worker that has the other value keeps it.
    expect(newestBundle()).toBe('some-secrets');
    await worker.report();
  });

  test('a document that cannot be read keeps the changes of another tenant back, and all that its own tenant runs goes on', async () => {
    const { versionId } = await publish(ana, 'ana');
    await expect.poll(sent, bound).toEqual({ listeners: ['ana'], pipelines: ['ana'] });
    await inOwner(`update versions set document = '{"nodes": 1}' where id = $1`, [versionId]);
    await publish(berta, 'berta');
    await expect.poll(sent, bound).toEqual({ listeners: ['ana', 'berta'], pipelines: ['ana', 'berta'] });
  });

  test('a damaged page below the rows of one tenant is taken for an outage of the database, which keeps the changes of all back', async () => {
    await publish(ana, 'ana');
    await addListener(berta, 'berta');
    await expect.poll(sent, bound).toEqual({ listeners: ['ana', 'berta'], pipelines: ['ana'] });
    const raise = "raise exception 'invalid page in block 0' using errcode = 'XX001'";
    await inOwner(`create function damaged() returns boolean language plpgsql as $$ begin ${raise}; end $$`);
    const rows = `(case when tenant_id = '${ana.tenantId}' and tenant_id = (select current_tenant()) then damaged() else true end)`;
    await inOwner(`create policy damaged on versions as restrictive for select to ${testRoles.app} using ${rows}`);
    await addListener(berta, 'berta 2');
    await expect.poll(sent, bound).toEqual({ listeners: ['ana', 'berta', 'berta 2'], pipelines: ['ana'] });
  });

  test('after a start of the server it keeps back every change of another tenant, and the reports; or the deployment is one in which the tenant runs nothing', async () => {
    const { versionId } = await publish(ana, 'ana');
    const { secretId, listener } = await publish(berta, 'berta');
    await expect.poll(sent, bound).toEqual({ listeners: ['ana', 'berta'], pipelines: ['ana', 'berta'] });
    const { document } = newest()!.pipelines.find((pipeline) => pipeline.versionId === versionId)!;
    const write = (text: string) => inOwner('update versions set document = $2 where id = $1', [versionId, text]);
    await write('{"nodes": 1}');
    await restart();
    await worker.report({ listeners: [{ id: listener.id, revision: listener.revision, state: 'created', reason: null }] });
    expect((await berta.call('listeners:find', { id: listener.id })).state).toBe('created');
    await addListener(berta, 'berta 2');
    await expect.poll(sent, bound).toEqual({ listeners: ['berta', 'berta 2'], pipelines: ['berta'] });
    expect(newest()!.unread).toEqual([ana.tenantId]);
    expect([newestBundle(), newestSecrets()]).toEqual(['some-secrets', { [secretId]: 'value of berta' }]);
    expect(await unreadTenants()).toBe('1');

    await write(JSON.stringify(document));
    await expect.poll(sent, bound).toEqual({ listeners: ['ana', 'berta', 'berta 2'], pipelines: ['ana', 'berta'] });
    expect([newest()!.unread, newestBundle(), Object.keys(newestSecrets()!).length]).toEqual([undefined, 'secrets', 2]);
    expect(await unreadTenants()).toBe('0');
  });
});

describe('what a report says of one tenant cannot be stored', () => {
  /** Of the last hour: older ones are asked for by the hour. */
  const minute = Math.floor(Date.now() / 60_000 - 10) * 60_000;
  const received = async (user: Browser, id: string) =>
    (await user.call('metrics:totals', { from: minute, to: minute + 60_000 })).listeners[id]?.['received'];
  const stateOf = async (user: Browser, id: string) => (await user.call('listeners:find', { id })).state;
  const healthOf = async (user: Browser) => (await user.call('health:parts', {})).map(({ id }) => id);
  type Listener = Awaited<ReturnType<typeof addListener>>;
  const saying = (entries: readonly (readonly [Browser, Listener, number])[]): Partial<Report> => ({
    listeners: entries.map(([, { id, revision }]) => ({ id, revision, state: 'created', reason: null })),
    ledger: entries.map(([{ tenantId }, { id }, count]) => ({
      tenantId,
      generation: 1,
      scope: 'listener',
      id,
      versionId: '',
      node: '',
      datasinkId: '',
      minute,
      counts: { received: count },
    })),
  });

  test('a locked row of a tenant keeps state, counts and health of another one out, or a repeated report counts twice', async () => {
    const [one, other] = [await addListener(ana, 'ana'), await addListener(berta, 'berta')];
    await expect.poll(sent, bound).toEqual({ listeners: ['ana', 'berta'], pipelines: [] });
    const seen = async () => ({
      ana: [await stateOf(ana, one.id), await received(ana, one.id)],
      berta: [await stateOf(berta, other.id), await received(berta, other.id)],
    });
    const workerStatus = async () =>
      (await berta.call('clusters:list', {}))[0]!.workers.find(({ id }) => id === worker.answer.workerId)!.status;
    const locking = new Client(server.db.owner);
    await locking.connect();
    try {
      await locking.query('begin');
      await locking.query('select 1 from listeners where id = $1 for update', [one.id]);
      const report = saying([
        [ana, one, 3],
        [berta, other, 5],
      ]);
      // Refused, so that the worker says it again: counts are told until they are stored.
      await expect(worker.report(report)).rejects.toThrow(/^report: 5/);
      expect(await seen()).toEqual({ ana: ['pending', undefined], berta: ['created', 5] });
      expect(await workerStatus()).toBe('online');
      expect(await healthOf(berta)).toEqual([other.id]);
    } finally {
      await locking.end();
    }
    await worker.report(
      saying([
        [ana, one, 3],
        [berta, other, 5],
      ]),
    );
    expect(await seen()).toEqual({ ana: ['created', 3], berta: ['created', 5] });
    await worker.report(
      saying([
        [ana, one, 4],
        [berta, other, 5],
      ]),
    );
    expect(await seen()).toEqual({ ana: ['created', 4], berta: ['created', 5] });
  });

  test('the health of one tenant that cannot be stored keeps that of another one out, or refuses the report', async () => {
    const [one, other] = [await addListener(ana, 'ana'), await addListener(berta, 'berta')];
    await expect.poll(sent, bound).toEqual({ listeners: ['ana', 'berta'], pipelines: [] });
    await inOwner("create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$");
    const trigger = `create trigger refuse before insert on health_parts for each row when (new.tenant_id = '${ana.tenantId}') execute function refuse()`;
    await inOwner(trigger);
    const report = saying([
      [ana, one, 1],
      [berta, other, 1],
    ]);
    await worker.report(report);
    expect([await healthOf(ana), await healthOf(berta)]).toEqual([[], [other.id]]);
    await inOwner('drop trigger refuse on health_parts');
    await worker.report(report);
    expect([await healthOf(ana), await healthOf(berta)]).toEqual([[one.id], [other.id]]);
  });
});
