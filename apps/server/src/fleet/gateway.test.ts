import { deploymentHash, fleetPaths } from '@acequia/contract/fleet';
import { verifyText } from '@acequia/contract/fleet-crypto';
import type { PipelineDocument } from '@acequia/pipeline';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tenants } from '../db/schema/index.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../test-worker.ts';

let server: TestApp;
let ana: Browser;
let berta: Browser;
let worker: TestWorker;
const text = { description: '', tags: [] };

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  berta = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
});
afterAll(async () => {
  worker.close();
  await server.stop();
});

const document = (listenerId: string, datasinkId: string, key?: string): PipelineDocument => ({
  format: 1,
  nodes: [
    { id: 'label', kind: 'label', position: { x: 0, y: 0 }, name: '', comment: '', listenerId, labelId: 'all' },
    {
      id: 'sieve',
      kind: 'action',
      position: { x: 0, y: 0 },
      name: '',
      comment: '',
      component: 'toy-sieve',
      version: '1.0.0',
      config: { word: 'x', ...(key === undefined ? {} : { key }) },
    },
    {
      id: 'out',
      kind: 'datasink',
      position: { x: 0, y: 0 },
      name: '',
      comment: '',
      datasinkId,
      component: 'toy-field',
      version: '1.0.0',
      config: {},
    },
  ],
  links: [
    { id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'sieve' } },
    { id: 'b', from: { node: 'sieve', port: 'default' }, to: { node: 'out' } },
  ],
});

describe('enrolment', () => {
  test('a token works once and only for 15 minutes; an invented one never', async () => {
    const token = await server.app.gateway.enrolment.issue(testCluster);
    const first = await enrolTestWorker(server.url, token);
    expect(first.answer.log.number).toBeGreaterThan(worker.answer.log.number);
    await expect(enrolTestWorker(server.url, token)).rejects.toThrow('401');
    await expect(enrolTestWorker(server.url, 'invented')).rejects.toThrow('401');
  });

  test('a worker whose former self is silent but still connected: that one’s stream ends, so it is sent nothing more', async () => {
    const issue = () => server.app.gateway.enrolment.issue(testCluster);
    const former = await enrolTestWorker(server.url, await issue(), 'twice');
    await former.connect();
    await server.db.database.gate.execute(`update workers set last_seen_at = 0 where id = '${former.answer.workerId}'`);
    await enrolTestWorker(server.url, await issue(), 'twice');
    await expect.poll(() => former.streamsEnded).toBe(1);
    expect((await former.connect()).status).toBe(401);
  });
});

describe('a request', () => {
  test('with another body, a wrong signature, or by nobody is refused', async () => {
    const headers = worker.signed('POST', fleetPaths.report, '{}');
    expect((await worker.send(fleetPaths.report, headers, '{"a":1}')).status).toBe(401);
    expect((await worker.send(fleetPaths.report, {}, '{}')).status).toBe(401);
    expect((await worker.send(fleetPaths.report, { ...headers, 'x-acequia-worker': 'WK_none' }, '{}')).status).toBe(401);
  });

  test('repeated word for word is refused: report and stream', async () => {
    const body = JSON.stringify({ no: 'report' });
    const headers = worker.signed('POST', fleetPaths.report, body);
    expect((await worker.send(fleetPaths.report, headers, body)).status).toBe(400);
    expect((await worker.send(fleetPaths.report, headers, body)).status).toBe(409);
    const stream = worker.signed('GET', fleetPaths.stream, '');
    expect((await worker.connect(stream)).status).toBe(200);
    expect((await worker.connect(stream)).status).toBe(409);
  });
});

describe('from publish to delivered', () => {
  test('a listener is pending until its worker says created; a reason and retry when it cannot', async () => {
    await worker.connect();
    const listener = await ana.call('listeners:create', {
      name: 'gate',
      ...text,
      component: 'toy-gate',
      clusterId: testCluster,
      config: { port: 5140 },
    });
    expect(listener.state).toBe('pending');
    const { deployment, signature } = await worker.message('deployment', (message) =>
      message.deployment.listeners.some((each) => each.id === listener.id),
    );
    expect(deploymentHash(deployment)).toBe(deployment.hash);
    expect(verifyText(deployment.hash, signature, worker.answer.serverKey)).toBe(true);

    const say = (state: 'created' | 'error', revision = listener.revision) =>
      worker.report({
        listeners: [
          { id: listener.id, revision, state, reason: state === 'error' ? { code: 'PORT_IN_USE', fields: { port: 5140 } } : null },
        ],
      });
    await say('error');
    expect(await ana.call('listeners:find', { id: listener.id })).toMatchObject({ state: 'error', reason: { code: 'PORT_IN_USE' } });
    expect((await ana.call('listeners:retry', { id: listener.id })).state).toBe('pending');
    await worker.message('retry-listener', (message) => message.listenerId === listener.id);
    await say('created');
    expect((await ana.call('listeners:find', { id: listener.id })).state).toBe('created');
    await ana.call('listeners:update', { id: listener.id, revision: 1, name: 'gate', ...text, config: { port: 5141 } });
    await say('created', 1);
    expect((await ana.call('listeners:find', { id: listener.id })).state).toBe('pending');
  });

  test('publish sends the version with only the secrets its nodes use, sealed; stop takes it back', async () => {
    const secret = (name: string) =>
      ana.call('secrets:create', { name, description: 'd', tags: [], value: `value of ${name}`, expirationDate: 9e12 });
    const [used, sink, unused] = [await secret('used'), await secret('sink'), await secret('unused')];
    const theirs = await berta.call('secrets:create', {
      name: 'theirs',
      description: 'd',
      tags: [],
      value: 'theirs',
      expirationDate: 9e12,
    });
    const listener = (await ana.call('listeners:list', {}))[0]!;
    expect(
      await ana.refusal('datasinks:create', { name: 'x', ...text, component: 'toy-field', config: { address: 'x', password: theirs.id } }),
    ).toBe('ACQ-CONFIG');
    const datasink = await ana.call('datasinks:create', {
      name: 'field',
      ...text,
      component: 'toy-field',
      config: { address: 'x', password: sink.id },
    });
    const pipeline = await ana.call('pipelines:create', { name: 'flow', ...text, document: document(listener.id, datasink.id, used.id) });
    expect(pipeline).toMatchObject({ state: 'draft', listenerIds: [listener.id], datasinkIds: [datasink.id] });
    const version = await ana.call('pipelines:publishVersion', {
      id: pipeline.id,
      revision: 1,
      kind: 'minor',
      versionName: 'first',
      clusterIds: [testCluster],
    });
    expect(version).toMatchObject({ version: '1.0.0', status: 'running', clusters: [testCluster] });

    const { deployment } = await worker.message('deployment', (message) =>
      message.deployment.pipelines.some((each) => each.versionId === version.id),
    );
    expect(deployment.datasinks.map((each) => each.id)).toEqual([datasink.id]);
    const bundle = await worker.message('secrets', (message) => used.id in worker.secretsOf(message));
    expect(worker.secretsOf(bundle)).toEqual({ [used.id]: 'value of used', [sink.id]: 'value of sink' });
    expect(JSON.stringify(worker.messages)).not.toContain('value of');
    expect(worker.secretsOf(bundle)).not.toHaveProperty(unused.id);

    expect(await ana.refusal('secrets:deleteSecret', { id: used.id })).toBe('ACQ-IN-USE');
    expect(await ana.call('secrets:getUsages', { id: sink.id })).toMatchObject({
      totalUsages: 1,
      datasinks: [{ id: datasink.id, actionName: 'toy-field' }],
    });

    await worker.report({
      deployment: { hash: deployment.hash, faults: [] },
      branches: [
        {
          pipelineId: pipeline.id,
          versionId: version.id,
          node: 'out',
          datasinkId: datasink.id,
          state: 'waiting',
          reason: { code: 'HTTP_401', fields: {} },
          queuedEvents: 3,
          queuedBytes: 9,
        },
      ],
    });
    expect((await ana.call('pipelines:listVersions', { id: pipeline.id }))[0]).toMatchObject({ reason: { code: 'HTTP_401' } });
    expect((await ana.call('pipelines:find', { id: pipeline.id })).state).toBe('running');

    await ana.call('pipelines:stopVersion', { id: pipeline.id, version: '1.0.0', clusterIds: [testCluster] });
    await worker.message(
      'deployment',
      (message) =>
        message.deployment.listeners.some((each) => each.id === listener.id) &&
        message !== undefined &&
        message.deployment.pipelines.length === 0 &&
        message.deployment.hash !== deployment.hash &&
        worker.messages.indexOf(message) >
          worker.messages.findIndex((each) => each.type === 'deployment' && each.deployment.hash === deployment.hash),
    );
    expect((await ana.call('pipelines:find', { id: pipeline.id })).state).toBe('stopped');
  });

  test('a version is starting until a worker has applied it; refused with its reason; a retry makes the worker try again', async () => {
    const { id } = (await ana.call('pipelines:list', {}))[0]!;
    const start = () => ana.call('pipelines:startVersion', { id, version: '1.0.0', clusterIds: [testCluster] });
    const seen = async () => {
      const [version, pipeline] = [(await ana.call('pipelines:listVersions', { id }))[0]!, await ana.call('pipelines:find', { id })];
      expect(pipeline.start).toBe(version.start);
      return { status: version.status, state: pipeline.state, start: version.start, reason: version.reason?.code };
    };
    const sent = () => worker.messages.filter((message) => message.type === 'deployment');
    const before = sent().at(-1)!.deployment;
    expect(before.pipelines).toEqual([]);
    expect((await start()).start).toBe('starting');
    const { deployment } = await worker.message('deployment', (message) => {
      const known = sent();
      return message.deployment.pipelines.some((each) => each.id === id) && known.findLast((each) => each === message) === known.at(-1);
    });

    const faults = [{ kind: 'pipeline' as const, id, node: 'sieve', reason: { code: 'COMPONENT_UNKNOWN', fields: {} } }];
    await worker.report({ deployment: { hash: before.hash, faults } });
    expect(await seen()).toEqual({ status: 'running', state: 'running', start: 'starting', reason: undefined });

    await worker.report({ deployment: { hash: deployment.hash, faults } });
    expect(await seen()).toEqual({ status: 'running', state: 'running', start: 'refused', reason: 'COMPONENT_UNKNOWN' });

    const count = sent().length;
    expect((await start()).start).toBe('starting');
    await server.app.relay.settled();
    await server.app.gateway.settled();
    await worker.message('deployment', () => sent().length > count);
    expect(sent().at(-1)!.deployment.hash).toBe(deployment.hash);
    await worker.report({ deployment: { hash: deployment.hash, faults: [] } });
    expect(await seen()).toEqual({ status: 'running', state: 'running', start: null, reason: undefined });
    await ana.call('pipelines:stopVersion', { id, version: '1.0.0', clusterIds: [testCluster] });
    expect(await seen()).toEqual({ status: 'stopped', state: 'stopped', start: null, reason: undefined });
  });

  test('a listener its worker could not even begin with fails with the reason, and not with that of an earlier wish', async () => {
    const { id, revision } = (await ana.call('listeners:list', {}))[0]!;
    const newest = () => worker.messages.findLast((message) => message.type === 'deployment')!;
    await server.app.relay.settled();
    await server.app.gateway.settled();
    await worker.message('deployment', () => newest().deployment.pipelines.length === 0);
    const { deployment } = newest();
    const faults = [{ kind: 'listener' as const, id, node: '', reason: { code: 'INTERNAL', fields: {} } }];
    const seen = async () => {
      const { state, reason } = await ana.call('listeners:find', { id });
      return { state, code: reason?.code };
    };
    const created = { id, revision, state: 'created' as const, reason: { code: 'FILE_DENIED', fields: {} } };
    await worker.report({ deployment: { hash: 'another', faults }, listeners: [created] });
    expect(await seen()).toEqual({ state: 'created', code: 'FILE_DENIED' });
    await worker.report({ deployment: { hash: deployment.hash, faults }, listeners: [created] });
    expect(await seen()).toEqual({ state: 'created', code: 'FILE_DENIED' });
    await worker.report({ deployment: { hash: deployment.hash, faults }, listeners: [] });
    expect(await seen()).toEqual({ state: 'error', code: 'INTERNAL' });
    await worker.report({ deployment: { hash: deployment.hash, faults: [] }, listeners: [{ ...created, reason: null }] });
    expect(await seen()).toEqual({ state: 'created', code: undefined });
  });

  test('a used datasink is removed only with the user’s word, and stops what runs with the reason', async () => {
    const pipeline = (await ana.call('pipelines:list', {}))[0]!;
    const datasinkId = pipeline.datasinkIds[0]!;
    await ana.call('pipelines:startVersion', { id: pipeline.id, version: '1.0.0', clusterIds: [testCluster] });
    expect(await ana.refusal('datasinks:remove', { id: datasinkId, confirmUsed: false })).toBe('ACQ-IN-USE');
    await ana.call('datasinks:remove', { id: datasinkId, confirmUsed: true });
    expect((await ana.call('pipelines:listVersions', { id: pipeline.id }))[0]).toMatchObject({
      status: 'stopped',
      reason: { code: 'DATASINK_REMOVED', fields: { name: 'field' } },
    });
    expect(await ana.refusal('pipelines:startVersion', { id: pipeline.id, version: '1.0.0', clusterIds: [testCluster] })).toBe(
      'ACQ-NOT-PUBLISHABLE',
    );
  });
});

describe('a report that comes late', () => {
  test('behind a newer one, before or while that is stored: it changes no state, no version and no count', async () => {
    const late = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster), 'late');
    const { id, revision } = await ana.call('listeners:create', {
      name: 'late',
      ...text,
      component: 'toy-gate',
      clusterId: testCluster,
      config: { port: 5199 },
    });
    await server.app.relay.settled();
    await server.app.gateway.settled();
    const minute = Math.floor(Date.now() / 60_000 - 5) * 60_000;
    const say = (report: number, state: 'created' | 'error') =>
      late.report({
        report,
        listeners: [{ id, revision, state, reason: state === 'error' ? { code: 'PORT_IN_USE', fields: { port: report } } : null }],
        ledger: [
          {
            tenantId: ana.tenantId,
            generation: 1,
            scope: 'listener',
            id: `LI_${report}`,
            versionId: '',
            node: '',
            datasinkId: '',
            minute,
            counts: { received: 1 },
          },
        ],
      });
    const seen = async () => {
      const { state, reason } = await ana.call('listeners:find', { id });
      return [state, reason?.fields['port']];
    };
    const counted = async () => Object.keys((await ana.call('metrics:totals', { from: minute, to: minute + 60_000 })).listeners);
    await say(1000, 'created');
    await say(999, 'error');
    await say(1000, 'error');
    expect(await seen()).toEqual(['created', undefined]);
    expect(await counted()).not.toContain('LI_999');
    for (let number = 1001; number < 1040; number += 2) {
      const isEven = (number >> 1) % 2 === 0;
      await Promise.all([say(number, isEven ? 'created' : 'error'), say(number + 1, isEven ? 'error' : 'created')]);
      expect(await seen()).toEqual(isEven ? ['error', number + 1] : ['created', undefined]);
    }
    late.close();
  });
});

describe('the ledger', () => {
  /** Of the last hour: older ones are asked for by the hour. */
  const minute = Math.floor(Date.now() / 60_000 - 10) * 60_000;
  const row = (counts: Record<string, number>, more = {}) => ({
    tenantId: ana.tenantId,
    generation: 1,
    scope: 'pipeline' as const,
    id: 'PL_x',
    versionId: 'PV_x',
    node: '',
    datasinkId: '',
    minute,
    counts,
    ...more,
  });
  const totals = () => ana.call('metrics:totals', { from: minute, to: minute + 60_000 });

  test('totals equal the rows exactly; a repeated or older report changes nothing', async () => {
    await worker.report({ ledger: [row({ entered: 10, delivered: 4, 'filtered:condition': 2, 'dropped:unconnected': 1 })] });
    await worker.report({
      ledger: [row({ entered: 20, delivered: 9, 'filtered:condition': 3, 'filtered:other': 1, 'dropped:unconnected': 1 })],
    });
    expect((await totals()).pipelines['PL_x']).toMatchObject({ entered: 20, delivered: 9, filtered: 4, dropped: 1, inFlight: 6 });
    await worker.report({ report: 5, ledger: [row({ entered: 1 })] });
    expect((await totals()).pipelines['PL_x']?.entered).toBe(20);
    await worker.report({ ledger: [row({ delivered: 7, deliveredBytes: 70 }, { scope: 'node', node: 'out', datasinkId: 'DS_x' })] });
    expect((await totals()).datasinks).toEqual({ DS_x: { delivered: 7, deliveredBytes: 70, rejected: 0, dropped: 0, expired: 0 } });
    const series = await ana.call('metrics:series', {
      scope: 'pipeline',
      measure: 'eventsIn',
      ids: [],
      from: minute - 60_000,
      to: minute + 120_000,
      points: 3,
    });
    expect(series).toEqual({ at: [minute - 60_000, minute, minute + 60_000], stepMs: 60_000, series: { PL_x: [0, 20, 0] } });
  });

  test('the worker was killed within the minute: one report carries the counts of two openings of its journal, and both stand', async () => {
    const before = (await totals()).pipelines['PL_g']?.entered ?? 0;
    await worker.report({ ledger: [row({ entered: 30 }, { id: 'PL_g' }), row({ entered: 12 }, { id: 'PL_g', generation: 2 })] });
    expect((await totals()).pipelines['PL_g']?.entered).toBe(before + 42);
  });

  test('a worker cannot write into a tenant that does not use its cluster, nor is it seen by another tenant', async () => {
    await worker.report({ ledger: [row({ entered: 99 }, { tenantId: '00000000-0000-4000-8000-000000000001' })] });
    expect((await berta.call('metrics:totals', { from: 0, to: 4e12 })).pipelines).toEqual({});
  });
});

test('the folders a worker may read are told to who runs the installation, with their own id in them; unknown while it says nothing', async () => {
  const roots = async (who: Browser) =>
    (await who.call('clusters:list', {}))[0]!.workers.find(({ id }) => id === worker.answer.workerId)!.readRoots;
  const hello = { version: '1', components: {}, host: 'h' };
  await server.db.database.gate.update(tenants).set({ operator: true }).where(eq(tenants.id, ana.tenantId));
  await worker.report({ hello });
  expect(await roots(ana)).toBeNull();
  await worker.report({ hello: { ...hello, readRoots: ['/var/log', '/srv/{tenant}/in'] } });
  const tenantId = (await ana.call('auth:session', {})).tenant.id;
  expect(await roots(ana)).toEqual(['log=/var/log', `in=/srv/${tenantId}/in`]);
  await worker.report({ hello: { ...hello, readRoots: [] } });
  expect(await roots(ana)).toEqual([]);
});

describe('live', () => {
  test('counters travel only while someone watches, and only the tenant’s own', async () => {
    const listener = (await ana.call('listeners:list', {}))[0]!;
    await worker.report();
    const abort = new AbortController();
    const frames = await ana.call('metrics:watchLive', {}, abort.signal);
    const first = frames.next();
    await worker.message('watch-live', (message) => message.on);
    const received = { events: 5, bytes: 50 };
    const live = {
      atMs: 1,
      listeners: { [listener.id]: { received, rejected: 0, kernelDrops: 0 }, LI_foreign: { received, rejected: 0, kernelDrops: 0 } },
      pipelines: {},
      nodes: {},
    };
    // Before it has applied anything it counts nothing.
    await worker.report({ live: { ...live, listeners: {} } });
    await worker.report({ live, deployment: { hash: 'applied', faults: [] } });
    expect((await first).value).toMatchObject({ listeners: { [listener.id]: { received } } });
    expect(JSON.stringify((await first).value)).not.toContain('LI_foreign');
    abort.abort();
    await worker.message('watch-live', (message) => !message.on);
  });

  test('a change reaches the watcher of its tenant and no other', async () => {
    await server.app.relay.settled();
    const [own, other] = [await ana.call('pipelines:watchStatus', {}), await berta.call('pipelines:watchStatus', {})];
    const [first, none] = [own.next(), other.next()];
    const pipeline = await ana.call('pipelines:create', { name: 'watched', ...text });
    expect((await first).value).toEqual({ entity: 'pipeline', id: pipeline.id });
    const theirs = await berta.call('pipelines:create', { name: 'watched', ...text });
    expect((await none).value).toEqual({ entity: 'pipeline', id: theirs.id });
    await Promise.all([own.return?.(), other.return?.()]);
  });

  test('a probe travels with its secrets sealed and answers', async () => {
    const secret = await ana.call('secrets:create', { name: 'probe', description: 'd', tags: [], value: 'geheim', expirationDate: 9e12 });
    const answer = ana.call('datasinks:probe', {
      component: 'toy-field',
      config: { address: 'x', password: secret.id },
      clusterId: testCluster,
    });
    const probe = await worker.message('probe');
    expect(JSON.stringify(probe)).not.toContain('geheim');
    await worker.report({ answers: [{ requestId: probe.requestId, ok: false, reason: { code: 'ECONNREFUSED', fields: {} } }] });
    expect(await answer).toEqual({ ok: false, reason: { code: 'ECONNREFUSED', fields: {} } });
  });
});

test('answers in a report that comes late are not taken', async () => {
  await worker.report();
  const asked = ana.call('datasinks:probe', { component: 'toy-field', config: { address: 'late' }, clusterId: testCluster });
  const { requestId } = await worker.message('probe', ({ creation }) => creation['address'] === 'late');
  const reason = { code: 'ECONNREFUSED', fields: {} };
  await worker.report({ report: 5, answers: [{ requestId, ok: false, reason }] });
  await worker.report({ answers: [{ requestId, ok: true, reason: null }] });
  expect(await asked).toEqual({ ok: true, reason: null });
});

test('the value of a secret stands in no table', async () => {
  const dump = await server.db.database.withTenant(ana.tenantId, (tx) => tx.execute('select s::text as row from secrets s'));
  expect(dump.rows.length).toBeGreaterThan(3);
  expect(JSON.stringify(dump.rows)).not.toMatch(/value of|geheim/);
});
