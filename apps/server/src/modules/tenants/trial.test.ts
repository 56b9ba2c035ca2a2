import { randomBytes } from 'node:crypto';
import { dayMs, systemClock } from '@acequia/base';
import { contract, type OperationMeta, type OperationName } from '@acequia/contract';
import { trialGraceMs, trialMs } from '@acequia/domain';
import { eq } from 'drizzle-orm';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { activity, alerts, tenants, versions } from '../../db/schema/index.ts';
import {
  createTestApp,
  operationNames,
  ownerPassword,
  testCluster,
  testOperatorToken,
  type Browser,
  type TestApp,
} from '../../test-app.ts';
import { lookAtTenant } from '../alerts/alert-watch.ts';
import { createSlowFacts } from '../alerts/slow-facts.ts';
import { stopEndedTrial } from './trial.service.ts';

/** Noon of a day: the trial's end is no border of a calendar day. */
const created = Date.UTC(2026, 2, 1, 12);
const end = created + trialMs;
const stopAt = end + trialGraceMs;
let now = created;
const clock = { ...systemClock, now: () => now };

let server: TestApp;
let owner: Browser;
let email: string;
let tenantId: string;
let pipelineId: string;

const operator = (body: object) =>
  fetch(`${server.url}/operator/tenant/trial`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const metaOf = (name: OperationName): OperationMeta => {
  const [noun = '', verb = ''] = name.split(':');
  return (contract as unknown as Record<string, Record<string, { '~orpc': { meta: OperationMeta } }>>)[noun]![verb]!['~orpc'].meta;
};
const outcome = (browser: Browser, name: OperationName, input: object = {}): Promise<string> =>
  browser.call(name, input as never, AbortSignal.timeout(60_000)).then(
    () => 'done',
    (error: unknown) => (error as { readonly code?: string }).code ?? String(error),
  );
const words = (name: string) => ({ name, description: '', tags: [] });

/** Time goes on to a moment; sessions of before have ended by then. */
async function enter(at: number): Promise<Browser> {
  now = at;
  await server.db.database.gate.execute('delete from login_attempts');
  owner = server.browser();
  await owner.call('auth:login', { email, password: ownerPassword });
  return owner;
}

async function publishAgain(): Promise<void> {
  await owner.call('pipelines:startVersion', { id: pipelineId, version: '1.0.0', clusterIds: [testCluster] });
}
const statusOf = async () => (await owner.call('pipelines:listVersions', { id: pipelineId })).find(({ version }) => version === '1.0.0')!;
const stops = () => server.db.database.withTenant(tenantId, (tx) => tx.select().from(activity).where(eq(activity.operation, 'stop')));
const runJob = () => stopEndedTrial(server.db.database, tenantId, now);

beforeAll(async () => {
  server = await createTestApp({ clock, trials: true });
  owner = await server.firstOwner();
  email = (await owner.call('auth:session', {})).user.Email;
  tenantId = owner.tenantId;
  const listener = await owner.call('listeners:create', {
    ...words('gate'),
    component: 'toy-gate',
    clusterId: testCluster,
    config: { port: 21_000 },
  });
  const datasink = await owner.call('datasinks:create', { ...words('field'), component: 'toy-field', config: { address: 'here' } });
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const document: PipelineDocument = {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId: listener.id, labelId: 'all' },
      { id: 'out', kind: 'datasink', ...place, datasinkId: datasink.id, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
  };
  ({ id: pipelineId } = await owner.call('pipelines:create', { ...words('canal'), document }));
  const { revision } = await owner.call('pipelines:getVersion', { id: pipelineId, version: 'Main' });
  await owner.call('pipelines:publishVersion', { id: pipelineId, revision, kind: 'minor', versionName: '', clusterIds: [testCluster] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.database.gate.update(tenants).set({ trialEndsAt: end, trialStoppedAt: null }).where(eq(tenants.id, tenantId));
});

describe('a trial', () => {
  test('begins with the tenant and is told to its people', async () => {
    await enter(created);
    expect((await owner.call('auth:session', {})).trialEndsAt).toBe(end);
  });

  test('limits nothing until its last millisecond, and from then on everything', async () => {
    await enter(end - 1);
    expect(await outcome(owner, 'pipelines:create', words('just in time'))).toBe('done');
    now = end;
    expect(await outcome(owner, 'pipelines:create', words('too late'))).toBe('ACQ-TRIAL-OVER');
  });

  test('that is over leaves nothing but reading in the access map', async () => {
    await enter(end - 1);
    const before = await owner.call('auth:session', {});
    expect(before.user.AccessMap.Permissions).toContain('pipeline:create');
    now = end;
    const { user } = await owner.call('auth:session', {});
    expect(user.AccessMap.Roles).toEqual(['owner']);
    expect(user.AccessMap.Permissions).toContain('pipeline:read');
    expect(user.AccessMap.Permissions.filter((permission) => !permission.endsWith(':read'))).toEqual([]);
  });
});

describe('over a trial that is over', () => {
  beforeEach(() => enter(end + dayMs));

  test('every operation that changes the tenant is in the list of refusals, and says so in the contract', () => {
    const changing = operationNames.filter((name) => metaOf(name).changesTenant);
    expect(changing.length).toBeGreaterThan(40);
    for (const name of operationNames) {
      const { changes, errors, permission } = metaOf(name);
      const own = ['session', 'preferences', 'user', 'tenant'];
      if (changes.some((entity) => !own.includes(entity))) expect(changing).toContain(name);
      if (changing.includes(name)) expect([name, errors]).toEqual([name, expect.arrayContaining(['ACQ-TRIAL-OVER'])]);
      else expect([name, permission]).toEqual([name, expect.stringMatching(/^(public|session|.+:read)$|^(tenant|alert):update$/)]);
    }
  });

  test.each(operationNames.filter((name) => metaOf(name).changesTenant))('%s is refused', async (name) => {
    expect(await outcome(owner, name)).toBe('ACQ-TRIAL-OVER');
  });

  test('everything can be read, and one’s own account changed', async () => {
    for (const name of ['pipelines:list', 'listeners:list', 'secrets:list', 'users:list', 'tenants:list', 'activity:getActors'] as const)
      expect([name, await outcome(owner, name)]).toEqual([name, 'done']);
    expect(await outcome(owner, 'tenants:find', { id: tenantId })).toBe('done');
    expect(await outcome(owner, 'auth:updatePreferences', { theme: 'light' })).toBe('done');
    expect(await outcome(owner, 'tenants:setDefault', { id: tenantId })).toBe('done');
    expect(await outcome(owner, 'auth:removeToken')).toBe('done');
  });

  test('nobody joins, with an account or without', async () => {
    now = end - 1;
    const invites = await enter(end - 1).then(() =>
      owner.call('users:invite', { emails: ['new@example.com', 'old@example.com'], role: 'viewer' }),
    );
    const tokens = invites.map(({ link }) => link!.split('#token=')[1]!);
    now = end;
    const person = { name: 'x', surname: 'x', company: '', language: 'en' as const, agreed: true as const };
    expect(await server.browser().refusal('auth:welcome', { token: tokens[0]!, password: ownerPassword, ...person })).toBe(
      'ACQ-TRIAL-OVER',
    );
    expect(await owner.refusal('auth:acceptInvite', { token: tokens[1]! })).toBe('ACQ-TRIAL-OVER');
  });

  test('a key changes nothing either', async () => {
    await enter(end - 1);
    const { token } = await owner.call('authToken:create', { name: 'k', description: '', expiration: null, role: 'owner' });
    now = end;
    const answer = await fetch(`${server.url}/api/v1/pipelines`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(words('by key')),
    });
    expect([answer.status, ((await answer.json()) as { readonly code: string }).code]).toEqual([403, 'ACQ-TRIAL-OVER']);
  });
});

describe('pipelines after a trial', () => {
  test('go on for 7 days and are stopped once, with the reason and a row, also when the server starts again in between', async () => {
    await enter(stopAt - 1);
    await runJob();
    expect(await statusOf()).toMatchObject({ status: 'running' });
    const before = await stops();
    now = stopAt;
    const { db } = server;
    await server.app.stop();
    server = await createTestApp({ clock, trials: true, db });
    await runJob();
    await enter(stopAt);
    expect(await statusOf()).toMatchObject({ status: 'stopped', reason: { code: 'TRIAL_OVER', fields: { endedAt: end } } });
    await Promise.all([runJob(), runJob()]);
    const rows = (await stops()).filter(({ id }) => !before.some((known) => known.id === id));
    expect(rows.map(({ name, entity, objectName, via }) => ({ name, entity, objectName, via }))).toEqual([
      { name: 'Acequia', entity: 'pipeline', objectName: 'canal', via: 'server' },
    ]);
  });

  test('are stopped again after an extended trial, and not before it ends', async () => {
    await enter(stopAt);
    await runJob();
    const answer = await operator({ slug: 'regadios-vega', action: 'extend', days: 3 });
    expect(await answer.json()).toEqual({ trialEndsAt: stopAt + 3 * dayMs });
    expect(await statusOf()).toMatchObject({ status: 'stopped' });
    await publishAgain();
    await enter(stopAt + 3 * dayMs + trialGraceMs - 1);
    await runJob();
    expect(await statusOf()).toMatchObject({ status: 'running' });
    now += 1;
    await runJob();
    expect(await statusOf()).toMatchObject({ status: 'stopped', reason: { code: 'TRIAL_OVER' } });
  });
});

test('an alert says that pipelines were stopped, until the trial is extended', async () => {
  const random = { bytes: (count: number) => randomBytes(count) };
  const look = () => lookAtTenant({ database: server.db.database, slow: createSlowFacts(), random }, tenantId, now);
  const told = async () => (await owner.call('alerts:list', {})).data.filter(({ message }) => message.code === 'TRIAL_STOPPED');
  await enter(stopAt - 1);
  await server.db.database.withTenant(tenantId, (tx) => tx.delete(alerts));
  await runJob();
  await look();
  expect(await told()).toEqual([]);
  await enter(stopAt);
  await runJob();
  await look();
  const until = new Date(end).toISOString().slice(0, 10);
  expect(await told()).toMatchObject([{ priority: 'critical', message: { fields: { until } }, location: '/pipelines' }]);
  await operator({ slug: 'regadios-vega', action: 'extend', days: 3 });
  await look();
  expect(await told()).toEqual([]);
});

describe('the operator', () => {
  test('ends a trial at once, or takes it away', async () => {
    await enter(created + dayMs);
    await operator({ slug: 'regadios-vega', action: 'end' });
    expect(await outcome(owner, 'pipelines:create', words('ended'))).toBe('ACQ-TRIAL-OVER');
    expect(await (await operator({ slug: 'regadios-vega', action: 'remove' })).json()).toEqual({ trialEndsAt: null });
    expect(await outcome(owner, 'pipelines:create', words('removed'))).toBe('done');
    expect((await owner.call('auth:session', {})).trialEndsAt).toBeNull();
  });

  test.each([
    [{ slug: 'nobody', action: 'end' }, 404],
    [{ slug: 'regadios-vega', action: 'extend', days: 0 }, 400],
    [{ slug: 'regadios-vega', action: 'extend' }, 400],
    [{ slug: 'regadios-vega', action: 'forget' }, 400],
  ])('is refused %j', async (body, status) => {
    expect((await operator(body)).status).toBe(status);
  });
});

test('a deployment without trials limits nobody, whatever stands at the tenant, and gives new tenants none', async () => {
  const { db } = server;
  await server.app.stop();
  server = await createTestApp({ clock, trials: false, db });
  await enter(stopAt + dayMs);
  expect(await outcome(owner, 'pipelines:create', words('free'))).toBe('done');
  expect((await owner.call('auth:session', {})).trialEndsAt).toBeNull();
  const made = await fetch(`${server.url}/operator/tenant/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Without', owner: 'w@example.com' }),
  });
  const { id } = (await made.json()) as { readonly id: string };
  const rows = await db.database.gate.select({ endsAt: tenants.trialEndsAt }).from(tenants).where(eq(tenants.id, id));
  expect(rows).toEqual([{ endsAt: null }]);
  const running = await db.database.withTenant(tenantId, (tx) => tx.select().from(versions).where(eq(versions.status, 'running')));
  expect(running.length).toBe(0);
});
