import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  enrolAnswerSchema,
  enrolRequestSchema,
  fleetHeaders,
  fleetPaths,
  letterReplySchema,
  reportSchema,
  traceReplySchema,
  type Report,
} from '@acequia/contract/fleet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../apps/server/src/test-app.ts';
import { enrolTestWorker } from '../../apps/server/src/test-worker.ts';
import { freePort } from '@acequia/testkit/free-port';
import { startWorker } from './real-worker.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';

/** A worker that runs until it is stopped. */
interface Subject {
  /** After the server has refused it for good, or it was stopped. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** The worker of the server's tests, driven as they drive it. */
async function startFake(url: string, token: string): Promise<Subject> {
  const worker = await enrolTestWorker(url, token, 'subject');
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  let applied: Report['deployment'] = null;
  let listeners: Report['listeners'] = [];
  const refused = (error: unknown) => {
    isStopped = true;
    stopped.reject(error as Error);
  };
  stopped.promise.catch(() => undefined);
  const hello = { version: '0.0.0', components: {}, host: 'test' };
  const connect = async (): Promise<void> => {
    const response = await worker.connect();
    if (!response.ok) throw new Error(`stream: ${response.status}`);
    await worker.report({ hello, deployment: applied, listeners });
  };
  let ends = 0;
  const answered = new Set<unknown>();
  worker.answerTraces(() => ({ did: 'absent' }));
  const drive = async (): Promise<void> => {
    await connect();
    while (!isStopped) {
      for (const message of worker.messages) {
        if (answered.has(message)) continue;
        answered.add(message);
        if (message.type === 'deployment') {
          applied = { hash: message.deployment.hash, faults: [] };
          listeners = message.deployment.listeners.map(({ id, revision }) => ({ id, revision, state: 'created', reason: null }));
          await worker.report({ deployment: applied, listeners });
        }
        if (message.type === 'probe')
          await worker.report({
            deployment: applied,
            listeners,
            answers: [{ requestId: message.requestId, ok: false, reason: { code: 'ECONNREFUSED', fields: {} } }],
          });
        if (message.type === 'dead-letters') {
          const body = JSON.stringify({
            requestId: message.requestId,
            answer: { did: 'causes', causes: [], bytes: 0, limitBytes: 1, ageMs: 1, lost: { limit: 0, age: 0 } },
          });
          await worker.send(fleetPaths.letters, worker.signed('POST', fleetPaths.letters, body), body);
        }
      }
      if (worker.streamsEnded > ends) {
        ends = worker.streamsEnded;
        await connect();
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
      await worker.report({ deployment: applied, listeners });
    }
  };
  void drive().catch(refused);
  return {
    ended: stopped.promise.catch(() => undefined),
    stop: async () => {
      isStopped = true;
      worker.close();
    },
  };
}

async function startReal(url: string, token: string): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-protocol-'));
  const run = startWorker(folder, url, token, 'subject');
  return {
    ended: run.ended.then(({ code, said }) =>
      expect({ code, said }).toMatchObject({ code: 78, said: expect.stringContaining('refused') as string }),
    ),
    stop: async () => {
      await run.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const subjects = { 'the worker of the server’s tests': startFake, 'the worker': startReal };

describe.each(Object.entries(subjects))('the fleet protocol as %s speaks it', (_name, start) => {
  let server: TestApp;
  let ana: Browser;
  let proxy: RecordingProxy;
  let subject: Subject;
  let token: string;
  let workerId: string;
  let listener: { readonly id: string; readonly revision: number };
  const patience = { timeout: 30_000, interval: 50 };
  const requests = (path: string) => proxy.recorded.filter((each) => each.path === path);
  const reports = () => requests(fleetPaths.report).map(({ body }) => reportSchema.parse(JSON.parse(body)));

  beforeAll(async () => {
    server = await createTestApp({ catalogue: shippedCatalogue });
    ana = await server.user('owner');
    proxy = await startRecordingProxy(server.url);
    token = await server.app.gateway.enrolment.issue(testCluster);
    subject = await start(proxy.url, token);
  });
  afterAll(async () => {
    await subject.stop();
    await proxy.close();
    await server.stop();
  });

  test('joins with what it speaks and the halves of its keys, and is given a log', async () => {
    await expect.poll(() => requests(fleetPaths.enrol).length, patience).toBe(1);
    const { body, answer } = requests(fleetPaths.enrol)[0]!;
    expect(enrolRequestSchema.strict().parse(JSON.parse(body))).toMatchObject({ token, name: 'subject' });
    const { log, ...given } = enrolAnswerSchema.parse(JSON.parse(answer));
    workerId = given.workerId;
    expect(log.number).toBeGreaterThan(1);
    await expect
      .poll(async () => (await ana.call('clusters:list', {}))[0]!.workers.map(({ id, name, status }) => ({ id, name, status })), patience)
      .toEqual([{ id: workerId, name: 'subject', status: 'online' }]);
  });

  test('reports the deployment that it was sent, and the listeners in it', async () => {
    listener = await ana.call('listeners:create', {
      name: 'web',
      description: '',
      tags: [],
      component: 'http',
      clusterId: testCluster,
      config: { port: await freePort() },
    });
    await expect.poll(async () => (await ana.call('listeners:find', { id: listener.id })).state, patience).toBe('created');
    const said = () => reports().findLast(({ listeners }) => listeners.some(({ id }) => id === listener.id));
    await expect
      .poll(() => said()?.deployment, patience)
      .toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string, faults: [] });
  });

  test('answers what it is asked: a probe in a report, dead letters and traces by a request of their own', async () => {
    const config = { protocol: 'tcp', host: '127.0.0.1', port: await freePort(), framing: 'octet-counting' };
    expect(await ana.call('datasinks:probe', { component: 'syslog', config, clusterId: testCluster })).toMatchObject({
      ok: false,
      reason: { code: expect.any(String) as string },
    });
    expect(await ana.call('deadLetters:causes', {})).toMatchObject({ causes: [], away: [] });
    const question = {
      do: 'trace',
      pipelineId: 'PL_1',
      document: { format: 1, nodes: [], links: [] },
      listener: null,
      source: { kind: 'retained', count: 1, beforeMs: null },
      upTo: null,
      frozenMs: null,
      secrets: null,
    } as const;
    expect(await server.app.gateway.traceDesks.ask(workerId, ana.tenantId, question as never)).toMatchObject({ did: 'absent' });
    for (const [path, schema] of [
      [fleetPaths.letters, letterReplySchema],
      [fleetPaths.traces, traceReplySchema],
    ] as const) {
      await expect.poll(() => requests(path).length, patience).toBeGreaterThan(0);
      for (const { body, status } of requests(path))
        expect([schema.strict().safeParse(JSON.parse(body)).error, status]).toEqual([undefined, 204]);
    }
  });

  test('a cut stream is opened again, and the next report introduces it once more', async () => {
    const [streams, greetings] = [requests(fleetPaths.stream).length, reports().filter(({ hello }) => hello).length];
    expect(greetings).toBeGreaterThan(0);
    proxy.cutStreams();
    await expect.poll(() => requests(fleetPaths.stream).length, patience).toBeGreaterThan(streams);
    await expect.poll(() => reports().filter(({ hello }) => hello).length, patience).toBeGreaterThan(greetings);
  });

  test('its reports are as the contract says, with growing numbers; each request is signed anew and by one start', async () => {
    const numbers = reports().map(({ report }) => report);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const { body } of requests(fleetPaths.report)) expect(reportSchema.strict().safeParse(JSON.parse(body)).error).toBeUndefined();
    // The answer to the request for an opening says the epoch.
    const signed = proxy.recorded.filter(({ path }) => path !== fleetPaths.enrol && path !== fleetPaths.opening);
    expect(new Set(signed.map(({ headers }) => headers[fleetHeaders.worker]))).toEqual(new Set([workerId]));
    expect(new Set(signed.map(({ headers }) => headers[fleetHeaders.epoch])).size).toBe(1);
    expect(new Set(signed.map(({ headers }) => headers[fleetHeaders.nonce])).size).toBe(signed.length);
    expect(signed.filter(({ status }) => status !== 200 && status !== 204)).toEqual([]);
  });

  test('revoked, it ends and asks no more', async () => {
    await server.db.database.gate.execute(`update workers set revoked = true where id = '${workerId}'`);
    await subject.ended;
    await expect.poll(() => proxy.recorded.filter(({ status }) => status === 401).length, patience).toBeGreaterThan(0);
    expect(proxy.recorded.at(-1)!.status).toBe(401);
  });
});
