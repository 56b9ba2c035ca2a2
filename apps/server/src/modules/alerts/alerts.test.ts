import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dayMs, minuteMs, secondMs, silentLog, systemClock } from '@acequia/base';
import type { Alert } from '@acequia/contract';
import type { LedgerRow } from '@acequia/contract/fleet';
import { watchLimits } from '@acequia/domain';
import { emptyDocument } from '@acequia/pipeline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { alerts, alertSends, alertSettings } from '../../db/schema/index.ts';
import { createKeyRing } from '../../keys/key-ring.ts';
import { createMailer, type Mailer } from '../../mail/mailer.ts';
import { startTestInbox, type TestInbox } from '../../mail/test-inbox.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';
import { createSecretVault } from '../secrets/secret-vault.ts';
import { createAlertSender, DeliveryFailed, signatureOf, type AlertSender } from './alert-sender.ts';
import { readAlertTenants } from './alert-tenants.store.ts';
import { lookAtTenant } from './alert-watch.ts';
import { createSlowFacts } from './slow-facts.ts';

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: TestApp;
let inbox: TestInbox;
let mailer: Mailer;
let sender: AlertSender;
let ana: Browser;
let eva: Browser;
let worker: TestWorker;
let hook: Server;
let hookUrl: string;
let status = 200;
const calls: Call[] = [];
let lateMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + lateMs };
const random = { bytes: (n: number) => randomBytes(n) };
/** The server's own look may send it in place of the test's. */
const longest = { timeout: 60_000 };
const egress = { mode: 'open', allowed: [] } as const;

beforeAll(async () => {
  inbox = await startTestInbox();
  const mail = { smtpUrl: inbox.url, from: 'Acequia <acequia@example.com>', publicUrl: 'https://acequia.example.com' };
  server = await createTestApp({ clock, mail, alertsEveryMs: 1000 });
  mailer = createMailer(mail, silentLog);
  const { database } = server.db;
  sender = createAlertSender({
    database,
    vault: createSecretVault(createKeyRing(server.db.kek)),
    mailer,
    egressOf: () => Promise.resolve(egress),
    clock,
  });
  hook = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      calls.push({ headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/alerts`;
  ana = await server.user('owner');
  eva = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.report();
});
afterAll(async () => {
  worker.close();
  sender.close();
  mailer.close();
  await server.stop();
  await new Promise((resolve) => hook.close(resolve));
  await inbox.close();
});
afterEach(() => {
  status = 200;
  calls.length = 0;
});

const words = (name: string) => ({ name, description: 'of a test', tags: [] });
const addSecret = (name: string, inDays: number) =>
  ana.call('secrets:create', { ...words(name), value: 'v', expirationDate: clock.now() + inDays * dayMs });
/** Looks at every tenant; what is to be sent goes out by the server's own jobs. */
const createLook = () => {
  const slow = createSlowFacts();
  return async () => {
    const { database } = server.db;
    for (const tenantId of await readAlertTenants(database.gate)) await lookAtTenant({ database, slow, random }, tenantId, clock.now());
  };
};
const look = createLook();
/** 65 s in which the worker reports each 13 s: the server's own looks in between never see it silent. */
async function reportForAMinute(report: Parameters<TestWorker['report']>[0] = {}): Promise<void> {
  for (let step = 0; step < 5; step += 1) {
    lateMs += 13 * secondMs;
    await worker.report(report);
  }
}
const open = async (browser: Browser, name: string): Promise<Alert | undefined> =>
  (await browser.call('alerts:list', {})).data.find(({ message }) => message.fields['name'] === name);
/** All attempts of each webhook that is to be sent, beside those of the server's own jobs. */
async function callUntilGivenUp(): Promise<void> {
  for (const { id } of await sends())
    for (let attempt = 1; attempt <= 8; attempt += 1)
      await sender.call({ tenantId: ana.tenantId, key: id, attempt, last: attempt === 8 }).catch((error: unknown) => {
        if (!(error instanceof DeliveryFailed)) throw error;
      });
}
const sends = () => server.db.database.withTenant(ana.tenantId, (tx) => tx.select().from(alertSends));
const delivery = { emails: [] as string[], language: 'en' as const, webhookUrl: '', leastPriority: 'low' as const };

describe('an alert', () => {
  test('is raised with its message as a code, where it can be mended, and is over by itself', async () => {
    const secret = await addSecret('sender token', 2);
    await look();
    expect(await open(ana, 'sender token')).toMatchObject({
      message: { code: 'SECRET_EXPIRY', fields: { name: 'sender token', until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string } },
      priority: 'high',
      source: { type: 'unknown', id: '' },
      location: `/home?section=organization_settings&option=secrets_management&item=${secret.id}`,
      state: 'open',
      cluster: null,
      worker: null,
      acknowledgedAt: null,
    });
    await ana.call('secrets:deleteSecret', { id: secret.id });
    await look();
    expect(await open(ana, 'sender token')).toBeUndefined();
    const { data } = await ana.call('alerts:list', { state: 'resolved' });
    expect(data).toContainEqual(expect.objectContaining({ state: 'resolved', resolvedAt: expect.any(Number) as number }));
  });

  test('is nobody else’s: another tenant neither sees nor changes it', async () => {
    await addSecret('anas own', 1);
    await look();
    const { id } = (await open(ana, 'anas own'))!;
    expect(await open(eva, 'anas own')).toBeUndefined();
    expect(await eva.refusal('alerts:acknowledge', { ids: [id] })).toBe('ACQ-NOT-FOUND');
    expect(await eva.refusal('alerts:snooze', { ids: [id], until: null })).toBe('ACQ-NOT-FOUND');
    expect(await open(ana, 'anas own')).toMatchObject({ acknowledgedAt: null, snoozedUntil: null });
  });

  test('is acknowledged and snoozed by who may, which the activity log tells', async () => {
    await addSecret('to be seen', 1);
    await look();
    const { id } = (await open(ana, 'to be seen'))!;
    const viewer = await server.user('viewer', ana.tenantId);
    expect(await open(viewer, 'to be seen')).toMatchObject({ id });
    expect(await viewer.refusal('alerts:acknowledge', { ids: [id] })).toBe('WEB-00027');
    expect(await viewer.refusal('alerts:getDelivery', {})).toBe('WEB-00027');
    const admin = await server.user('admin', ana.tenantId);
    await admin.call('alerts:acknowledge', { ids: [id] });
    expect(await open(ana, 'to be seen')).toMatchObject({ acknowledgedBy: 'admin Test', acknowledgedAt: expect.any(Number) as number });

    const before = (await ana.call('alerts:list', {})).open;
    const until = clock.now() + 60 * minuteMs;
    await admin.call('alerts:snooze', { ids: [id], until });
    const snoozed = await ana.call('alerts:list', { snoozed: true });
    expect(snoozed.data).toMatchObject([{ id, snoozedUntil: until }]);
    expect(snoozed.open.high).toBe(before.high - 1);
    expect((await ana.call('alerts:list', { snoozed: false })).data.map((each) => each.id)).not.toContain(id);
    for (const wrong of [clock.now() - 1, clock.now() + 31 * dayMs])
      expect(await admin.refusal('alerts:snooze', { ids: [id], until: wrong })).toBe('ACQ-ALERT-SNOOZE');
    await admin.call('alerts:snooze', { ids: [id], until: null });
    const { data } = await ana.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12, entity: ['alert'] });
    expect(data.filter(({ event }) => event.name === 'SECRET_EXPIRY to be seen').length).toBeGreaterThan(2);
  });

  test('stays acknowledged and snoozed by somebody who does it during a look', async () => {
    await addSecret('seen during a look', 3);
    await look();
    const { id } = (await open(ana, 'seen during a look'))!;
    const { database } = server.db;
    const facts = createSlowFacts();
    const slow: typeof facts = {
      read: async (...asked) => {
        await ana.call('alerts:acknowledge', { ids: [id] });
        return facts.read(...asked);
      },
    };
    // Nearer its end it is more urgent, which is written.
    await lookAtTenant({ database, slow, random }, ana.tenantId, clock.now() + 2 * dayMs);
    expect(await open(ana, 'seen during a look')).toMatchObject({ acknowledgedAt: expect.any(Number) as number });
    for (let round = 1; round <= 20; round += 1) {
      const until = clock.now() + round * minuteMs;
      await Promise.all([look(), ana.call('alerts:snooze', { ids: [id], until }), look()]);
      expect(await open(ana, 'seen during a look')).toMatchObject({ snoozedUntil: until });
    }
    await ana.call('alerts:snooze', { ids: [id], until: null });
  });

  test('is found by its priority and source', async () => {
    await addSecret('late', 10);
    await look();
    const { data } = await ana.call('alerts:list', { priority: ['medium'], source: ['unknown'] });
    expect(data.map(({ priority }) => priority)).toEqual(data.map(() => 'medium'));
    expect(data.length).toBeGreaterThan(0);
    expect((await ana.call('alerts:list', { source: ['datasink'] })).data).toEqual([]);
  });

  test('a worker that is not heard of is told to every tenant of its cluster, and over when it is back', async () => {
    await worker.report();
    lateMs += 2 * minuteMs;
    await look();
    expect(await open(eva, 'test worker')).toMatchObject({
      message: { code: 'WORKER_SILENT' },
      priority: 'critical',
      cluster: { id: testCluster, name: 'test' },
      worker: { id: worker.answer.workerId, name: 'test worker' },
      location: '/health',
    });
    await worker.report();
    await look();
    await reportForAMinute();
    await look();
    expect(await open(eva, 'test worker')).toBeUndefined();
  });

  test('a tenant without the feature has none, and is refused', async () => {
    const lia = await server.user('owner');
    await server.db.database.gate.execute(`update tenants set features = '{engine-alerts}' where id = '${lia.tenantId}'`);
    expect(await lia.refusal('alerts:list', {})).toBe('ACQ-FEATURE-OFF');
  });

  test('is kept for 90 days after it is over, and not longer', async () => {
    const secret = await addSecret('old', 1);
    await look();
    await ana.call('secrets:deleteSecret', { id: secret.id });
    await look();
    const kept = async () =>
      (await ana.call('alerts:list', { state: 'resolved' })).data.some(({ message }) => message.fields['name'] === 'old');
    expect(await kept()).toBe(true);
    const age = (ms: number) =>
      server.db.database.withTenant(ana.tenantId, async (tx) => void (await tx.update(alerts).set({ resolvedAt: clock.now() - ms })));
    await age(90 * dayMs - minuteMs);
    await look();
    expect(await kept()).toBe(true);
    await age(90 * dayMs + minuteMs);
    await look();
    expect(await kept()).toBe(false);
  });
});

describe('trouble with a worker itself', () => {
  const vitals = { memoryBytes: 1, cpuFraction: 0, journalBytes: 2 };
  const told = async (browser: Browser, code: Alert['message']['code']) => {
    const found = (await browser.call('alerts:list', {})).data.find(({ message }) => message.code === code);
    return found && { priority: found.priority, fields: found.message.fields, worker: found.worker?.name, location: found.location };
  };
  const standing = { worker: 'test worker', location: '/health' };

  test('restarted for want of memory: told at the report, to every tenant of the cluster, and over after a while', async () => {
    await worker.report({ vitals: { ...vitals, memoryEnd: { how: 'heap', agoMs: 2000 } } });
    const expected = { ...standing, priority: 'high', fields: { name: 'test worker', cause: 'memory', how: 'heap' } };
    await expect.poll(() => told(ana, 'WORKER_RESTARTED'), longest).toEqual(expected);
    await expect.poll(() => told(eva, 'WORKER_RESTARTED'), longest).toEqual(expected);
    await worker.report({ vitals: { ...vitals, memoryEnd: { how: 'heap', agoMs: watchLimits.recentMs + 1 } } });
    await reportForAMinute({ vitals: { ...vitals, memoryEnd: { how: 'heap', agoMs: watchLimits.recentMs + 65 * secondMs } } });
    await look();
    expect(await told(ana, 'WORKER_RESTARTED')).toBeUndefined();
  });

  test.each([
    ['JOURNAL_FAILED', 'failed', 'EIO'],
    ['JOURNAL_FULL', 'full', 'ENOSPC'],
    ['WORKER_FILES', 'full', 'EMFILE'],
  ] as const)('a disk that refuses writes is told at the report: %s', async (code, kind, error) => {
    await worker.report({ vitals: { ...vitals, writeFault: { kind, code: error, agoMs: 500, lasts: true } } });
    await expect
      .poll(() => told(ana, code), longest)
      .toEqual({ ...standing, priority: 'critical', fields: { name: 'test worker', error } });
    await worker.report();
    await reportForAMinute();
    await look();
    expect(await told(ana, code)).toBeUndefined();
  });
});

test('a destination that takes events again has no open alert while Health says that it runs, however often it was away before', async () => {
  const component = 'toy-gate';
  const listener = await ana.call('listeners:create', { ...words('l'), component, clusterId: testCluster, config: { port: 20_901 } });
  const datasink = await ana.call('datasinks:create', { ...words('srv'), component: 'toy-field', config: { address: 'x' } });
  const place = { position: { x: 0, y: 0 } };
  const document = {
    ...emptyDocument,
    nodes: [
      { kind: 'label' as const, id: 'in', ...place, listenerId: listener.id, labelId: 'all' },
      { kind: 'datasink' as const, id: 'out', ...place, datasinkId: datasink.id, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
  };
  const { id: pipelineId } = await ana.call('pipelines:create', { ...words('p'), document });
  const of = { id: pipelineId, revision: 1, kind: 'minor' as const, versionName: '', clusterIds: [testCluster] };
  const { id: versionId } = await ana.call('pipelines:publishVersion', of);
  const branch = { pipelineId, versionId, node: 'out', datasinkId: datasink.id, queuedEvents: 0, queuedBytes: 0 };
  await worker.connect();
  await worker.message('deployment', ({ deployment }) => deployment.pipelines.some((each) => each.versionId === versionId));
  const refused = { code: 'CONNECT_REFUSED', fields: {} };
  const seen = async (state: 'running' | 'retrying') => {
    await worker.report({ branches: [{ ...branch, state, reason: state === 'running' ? null : refused }] });
    await look();
    const part = (await ana.call('health:parts', {})).find(({ kind, id }) => kind === 'datasink' && id === datasink.id);
    const list = async (which: 'open' | 'resolved') =>
      (await ana.call('alerts:list', { state: which })).data.find(({ source }) => source.id === datasink.id);
    const [open, over] = [await list('open'), await list('resolved')];
    return { health: part?.state, open: open?.message.code, over: over && { state: over.state, ended: over.resolvedAt !== null } };
  };
  for (let time = 0; time < 3; time += 1) {
    await seen('retrying');
    lateMs += 11 * secondMs;
    expect(await seen('retrying')).toEqual({ health: 'retrying', open: 'DESTINATION_DOWN', over: undefined });
    lateMs += secondMs;
    expect(await seen('running')).toEqual({ health: 'running', open: undefined, over: { state: 'resolved', ended: true } });
    lateMs += 65 * secondMs;
    expect(await seen('running')).toEqual({ health: 'running', open: undefined, over: { state: 'resolved', ended: true } });
  }
});

test('a pipeline whose step breaks off is told at once', async () => {
  const { id } = await ana.call('pipelines:create', words('throwing'));
  const minute = Math.floor(clock.now() / minuteMs) * minuteMs;
  const row = { tenantId: ana.tenantId, generation: 1, id, versionId: 'v', datasinkId: '', minute };
  await worker.report({
    ledger: [
      { ...row, scope: 'pipeline', node: '', counts: { entered: 3 } },
      { ...row, scope: 'node', node: 'cut', counts: { rejected: 3, thrown: 3 } },
    ],
  });
  await look();
  expect(await open(ana, 'throwing')).toMatchObject({
    message: { code: 'STEP_FAILURES', fields: { count: 3 } },
    source: { type: 'pipeline', id },
    location: `/pipelines/${id}`,
  });
  expect(await open(eva, 'throwing')).toBeUndefined();
});

test('counters that do not add up are told once they have not for a while; events in flight are none of them', async () => {
  const fresh = createLook();
  // The server's own looks sum up at other times, and between two calls show as over what they have not found yet.
  const raised = async (name: string) =>
    (await open(ana, name)) ??
    (await ana.call('alerts:list', { state: 'resolved' })).data.find(({ message }) => message.fields['name'] === name);
  const gate = await ana.call('listeners:create', {
    ...words('gate'),
    component: 'toy-gate',
    clusterId: testCluster,
    config: { port: 5140 },
  });
  const [wrong, busy] = [await ana.call('pipelines:create', words('wrong')), await ana.call('pipelines:create', words('busy'))];
  const minute = Math.floor(clock.now() / minuteMs) * minuteMs;
  const row = (part: Partial<LedgerRow>): LedgerRow => ({
    tenantId: ana.tenantId,
    generation: 1,
    scope: 'pipeline',
    id: wrong.id,
    versionId: 'v',
    node: '',
    datasinkId: '',
    minute,
    counts: {},
    ...part,
  });
  await worker.report({
    ledger: [
      row({ scope: 'listener', id: gate.id, versionId: '', counts: { received: 10, decoded: 8, 'rejected:damaged': 1 } }),
      row({ counts: { entered: 5, created: 1 } }),
      row({ scope: 'node', node: 'out', datasinkId: 'DS_1', counts: { delivered: 6, 'filtered:condition': 2 } }),
      row({ id: busy.id, counts: { entered: 9 } }),
      row({ id: busy.id, scope: 'node', node: 'out', datasinkId: 'DS_1', counts: { delivered: 3 } }),
    ],
  });
  await fresh();
  expect(await raised('wrong')).toBeUndefined();
  lateMs += 5 * minuteMs;
  await worker.report();
  await fresh();
  expect(await raised('wrong')).toMatchObject({
    message: { code: 'LEDGER_IMBALANCE', fields: { count: 2 } },
    location: `/pipelines/${wrong.id}`,
  });
  expect(await raised('gate')).toMatchObject({ message: { fields: { count: 1 } }, location: `/listeners/${gate.id}` });
  expect(await raised('busy')).toBeUndefined();
});

describe('delivery', () => {
  test('a webhook gets a call signed with the key that was shown once; its end is told as well', async () => {
    const { signingKey } = await ana.call('alerts:updateDelivery', { ...delivery, webhookUrl: hookUrl });
    expect(signingKey).toMatch(/^whsec_/);
    expect((await ana.call('alerts:updateDelivery', { ...delivery, webhookUrl: hookUrl })).signingKey).toBeNull();
    const secret = await addSecret('hooked', 1);
    await look();
    await expect.poll(() => calls.some(({ body }) => body.includes('hooked')), longest).toBe(true);
    const { headers, body } = calls.find((call) => call.body.includes('hooked'))!;
    const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
    expect(headers['webhook-signature']).toBe(`v1,${signatureOf(signingKey!, id, timestamp, body)}`);
    expect(JSON.parse(body)).toMatchObject({
      type: 'alert.raised',
      data: { title: 'The secret hooked expires', message: { code: 'SECRET_EXPIRY' }, priority: 'high' },
    });
    expect((await ana.call('alerts:updateDelivery', { ...delivery, webhookUrl: hookUrl, newKey: true })).signingKey).not.toBe(signingKey);
    await ana.call('secrets:deleteSecret', { id: secret.id });
    await look();
    await expect.poll(() => calls.some((call) => call.body.includes('alert.resolved') && call.body.includes('hooked')), longest).toBe(true);
  });

  test('what a webhook refuses is sent again with the same id, given up in the end, and the console told', async () => {
    await ana.call('alerts:updateDelivery', { ...delivery, webhookUrl: hookUrl });
    status = 503;
    await addSecret('refused', 1);
    await look();
    const tries = () => calls.filter(({ body }) => body.includes('refused'));
    await expect.poll(() => tries().length, longest).toBeGreaterThan(0);
    expect(await ana.call('alerts:getDelivery', {})).toMatchObject({ lastFault: null });
    await callUntilGivenUp();
    expect(tries().length).toBeGreaterThanOrEqual(8);
    await expect
      .poll(async () => (await ana.call('alerts:getDelivery', {})).lastFault, longest)
      .toMatchObject({ channel: 'webhook', target: hookUrl, code: 'HTTP_503' });
    expect(new Set(tries().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('a webhook that was away while an alert began and ended is told of its end alone, so that the last it hears is true', async () => {
    await ana.call('alerts:updateDelivery', { ...delivery, webhookUrl: hookUrl });
    status = 503;
    const secret = await addSecret('brief', 1);
    const types = () => calls.filter(({ body }) => body.includes('brief')).map(({ body }) => (JSON.parse(body) as { type: string }).type);
    await look();
    await expect.poll(types, longest).toContain('alert.raised');
    await ana.call('secrets:deleteSecret', { id: secret.id });
    await look();
    await expect.poll(types, longest).toContain('alert.resolved');
    calls.length = 0;
    status = 200;
    await callUntilGivenUp();
    await expect.poll(types, longest).toContain('alert.resolved');
    expect(new Set(types())).toEqual(new Set(['alert.resolved']));
  });

  test('a mail tells in its language, and only what is urgent enough', async () => {
    await ana.call('alerts:updateDelivery', { ...delivery, emails: ['guardia@example.com'], language: 'es', leastPriority: 'high' });
    const before = inbox.mails.length;
    await addSecret('primero', 1);
    await addSecret('segundo', 2);
    await addSecret('tranquilo', 10);
    await look();
    const mails = () => inbox.mails.slice(before).filter(({ to }) => to.includes('guardia@example.com'));
    const text = () =>
      mails()
        .map((mail) => mail.text)
        .join('\n');
    for (const title of ['El secreto primero caduca', 'El secreto segundo caduca']) await expect.poll(text, longest).toContain(title);
    expect(text()).toContain('https://acequia.example.com/home?section=organization_settings');
    expect(text()).not.toContain('tranquilo');
  });

  test('an address this server may not call is refused, and so is a key for it through the API', async () => {
    for (const webhookUrl of ['http://example.com/', 'https://user:pass@example.com/', 'http://10.0.0.1/'])
      expect(await ana.refusal('alerts:updateDelivery', { ...delivery, webhookUrl })).toBe('ACQ-ALERT-ADDRESS');
    expect(await ana.refusal('alerts:updateDelivery', { ...delivery, webhookUrl: 'ftp://example.com/' })).toBe('WEB-00022');
    expect(await ana.refusal('alerts:updateDelivery', { ...delivery, emails: ['nobody'] })).toBe('WEB-00022');
  });

  test.each([
    ['https://169.254.169.254/latest', 'EGRESS_NEVER'],
    ['https://2852039166/latest', 'EGRESS_NEVER'],
    ['https://10.0.0.1/', 'EGRESS_PRIVATE'],
    ['http://10.0.0.1/', 'EGRESS_PRIVATE'],
    ['http://93.184.216.34/', 'URL_INVALID'],
    ['https://user:pass@93.184.216.34/', 'URL_CREDENTIALS'],
  ])('a webhook that could never be called is refused when it is saved, with the rule at its field: %s', async (webhookUrl, rule) => {
    const before = await ana.call('alerts:getDelivery', {});
    await expect(ana.call('alerts:updateDelivery', { ...delivery, webhookUrl })).rejects.toMatchObject({
      code: 'ACQ-ALERT-ADDRESS',
      data: { fields: { field: 'webhookUrl', address: webhookUrl, rule } },
    });
    expect(await ana.call('alerts:getDelivery', {})).toEqual(before);
  });

  test('a webhook of the installation’s own port is refused when it is saved', async () => {
    for (const address of ['http://127.0.0.1', 'https://localhost', 'https://[::1]']) {
      const webhookUrl = `${address}:${new URL(server.url).port}/rpc`;
      await expect(ana.call('alerts:updateDelivery', { ...delivery, webhookUrl })).rejects.toMatchObject({
        code: 'ACQ-ALERT-ADDRESS',
        data: { fields: { rule: 'EGRESS_OWN' } },
      });
    }
  });

  test('a webhook at a metadata service, saved before it was refused, is not called', async () => {
    await ana.call('alerts:updateDelivery', { ...delivery, webhookUrl: hookUrl });
    await server.db.database.withTenant(ana.tenantId, (tx) =>
      tx.update(alertSettings).set({ webhookUrl: 'https://169.254.169.254/latest' }),
    );
    await addSecret('inner', 1);
    await look();
    await callUntilGivenUp();
    await expect.poll(async () => (await ana.call('alerts:getDelivery', {})).lastFault?.code, longest).toBe('EGRESS_REFUSED');
  });
});
