import { dayMs, hourMs, minuteMs, systemClock, type Clock } from '@acequia/base';
import { contract, type OperationMeta, type OperationName, type TraceResult } from '@acequia/contract';
import { fleetPaths, type LetterAnswer, type LetterQuestion } from '@acequia/contract/fleet';
import { may } from '@acequia/domain';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentReads } from '../../db/schema/index.ts';
import { furnish, validInputs, type Ids } from '../../http/test-inputs.ts';
import { rollUpQueues } from '../../jobs/roll-up.ts';
import { createTestApp, operationNames, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import { defaultRetention } from '../metrics/grains.ts';
import { createContentReads, type ContentRequest } from './content-reads.service.ts';

let server: TestApp;
let ana: Browser;
let vera: Browser;
let worker: TestWorker;
let ids: Ids;
/** Ten minutes before an hour is full, and what has passed since. */
const begin = 1_800_000_000_000 - (1_800_000_000_000 % hourMs) + 50 * minuteMs;
let passedMs = 0;
const clock: Clock = { ...systemClock, now: () => begin + passedMs };
const nothing: TraceResult = { traces: [], nodes: {}, faults: [], cut: false };

beforeAll(async () => {
  server = await createTestApp({ clock });
  ana = await server.user('owner');
  vera = await server.user('viewer', ana.tenantId);
  ids = await furnish(server, ana, 25_000);
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.report({ hello: { version: '1', components: {}, host: 'h' } });
  await worker.connect();
  worker.answerTraces(() => ({ did: 'trace', result: { ...nothing, searched: { blocks: 0, bytes: 0 } } }));
  void serveLetters();
});
afterAll(async () => {
  worker.close();
  await server.stop();
});
beforeEach(() => show(true));

/** It keeps no dead letters. */
async function serveLetters(): Promise<void> {
  const seen = new Set<string>();
  const answerTo = (asked: LetterQuestion['do']): LetterAnswer => {
    if (asked === 'causes') return { did: 'causes', causes: [], bytes: 0, limitBytes: 1, ageMs: 1, lost: { limit: 0, age: 0 } };
    return asked === 'find' ? { did: 'find', letter: null } : { did: 'list', letters: [], next: null };
  };
  for (;;) {
    const { requestId, question } = await worker.message('dead-letters', (message) => !seen.has(message.requestId));
    seen.add(requestId);
    const body = JSON.stringify({ requestId, answer: answerTo(question.do) });
    await worker.send(fleetPaths.letters, worker.signed('POST', fleetPaths.letters, body), body);
  }
}

const show = (enabled: boolean) =>
  ana.call('tenants:updateTenantSettings', { id: ana.tenantId, settings: [{ settingType: 'CONTENT', value: { enabled } }] });
const metaOf = (name: OperationName): OperationMeta => {
  const [noun = '', verb = ''] = name.split(':');
  return (contract as unknown as Record<string, Record<string, { '~orpc': { meta: OperationMeta } }>>)[noun]![verb]!['~orpc'].meta;
};
/** Rows of the activity log of reading content, the oldest first. */
const rows = async (by = ana) => {
  const { data } = await by.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12, entity: ['content'] });
  return data.map(({ user, event }) => ({ email: user.email, operation: event.operation, name: event.name })).toReversed();
};
const emailOf = async (browser: Browser) => (await browser.call('auth:session', {})).user.Email;
const nameOf = async (listenerId: string) => (await ana.call('listeners:find', { id: listenerId })).name;
const search = (browser: Browser, listenerId = ids.listener) => browser.call('dataHistory:search', { listenerId, from: 0, to: 1 });
const newListener = async (name: string, port: number, by = ana) =>
  (await by.call('listeners:create', { name, description: '', tags: [], component: 'toy-gate', clusterId: testCluster, config: { port } }))
    .id;

/** The code of the refusal; undefined when the operation answered. */
async function outcome(browser: Browser, name: OperationName): Promise<string | undefined> {
  const abort = new AbortController();
  try {
    await browser.call(name, validInputs(ids)[name] as never, abort.signal);
    abort.abort();
    return undefined;
  } catch (error) {
    return (error as { readonly code?: string }).code;
  }
}

describe('an organization that hides event contents from viewers', () => {
  const refused = operationNames.filter((name) => {
    const { content, permission } = metaOf(name);
    return content === 'refused' && permission !== 'session' && permission !== 'public' && may('viewer', permission);
  });

  test('has operations to refuse', () => expect(refused.length).toBeGreaterThan(8));

  test.each(refused)('refuses a viewer %s, and nobody else', async (name) => {
    expect(await outcome(vera, name)).not.toBe('ACQ-CONTENT-HIDDEN');
    await show(false);
    expect(await outcome(vera, name)).toBe('ACQ-CONTENT-HIDDEN');
    expect(await outcome(ana, name)).not.toBe('ACQ-CONTENT-HIDDEN');
  });

  test('shows viewers everything else, and their session says so', async () => {
    await show(false);
    const { Permissions } = (await vera.call('auth:session', {})).user.AccessMap;
    expect([Permissions.includes('content:read'), Permissions.includes('listener:read')]).toEqual([false, true]);
    expect((await vera.call('listeners:list', {})).map(({ id }) => id)).toContain(ids.listener);
    expect((await vera.call('dataHistory:held', {})).journals.map(({ listenerId }) => listenerId)).toContain(ids.listener);
    expect((await vera.call('deadLetters:causes', {})).causes).toEqual([]);
    await show(true);
    expect((await vera.call('auth:session', {})).user.AccessMap.Permissions).toContain('content:read');
  });

  test('does not let viewers look for dead letters by what is in them', async () => {
    await show(false);
    expect(await vera.refusal('deadLetters:list', { text: 'a' })).toBe('ACQ-CONTENT-HIDDEN');
    expect((await vera.call('deadLetters:list', {})).letters).toEqual([]);
    expect((await ana.call('deadLetters:list', { text: 'a' })).letters).toEqual([]);
  });

  test('refuses API keys with the role viewer', async () => {
    const key = { name: 'reader', description: '', expiration: null, role: 'viewer' as const };
    const { token } = await ana.call('authToken:create', key);
    const call = async () => {
      const answer = await fetch(`${server.url}/api/v1/data-history/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ listenerId: ids.listener, from: 0, to: 1 }),
      });
      return [answer.status, ((await answer.json()) as { readonly code?: string }).code];
    };
    expect(await call()).toEqual([200, undefined]);
    await show(false);
    expect(await call()).toEqual([403, 'ACQ-CONTENT-HIDDEN']);
  });

  test('has a row of what it refused, once an hour', async () => {
    const listenerId = await newListener('refused', 25_001);
    await show(false);
    for (let turn = 0; turn < 3; turn += 1) await vera.refusal('dataHistory:search', { listenerId, from: 0, to: 1 });
    const expected = { email: await emailOf(vera), operation: 'read (ACQ-CONTENT-HIDDEN)', name: 'refused' };
    expect((await rows()).filter(({ name }) => name === 'refused')).toEqual([expected]);
  });

  test('says whether it hides them, and changes it for owners and admins alone', async () => {
    await show(false);
    const { settings } = await vera.call('tenants:find', { id: ana.tenantId });
    expect(settings).toContainEqual({ settingType: 'CONTENT', value: { enabled: false } });
    const admin = await server.user('admin', ana.tenantId);
    const turnedOn = { id: ana.tenantId, settings: [{ settingType: 'CONTENT' as const, value: { enabled: true } }] };
    expect(await vera.refusal('tenants:updateTenantSettings', turnedOn)).toBe('WEB-00027');
    const eva = await server.user('owner');
    expect(await eva.refusal('tenants:updateTenantSettings', turnedOn)).toBe('ACQ-NOT-FOUND');
    expect((await admin.call('tenants:updateTenantSettings', turnedOn)).settings).toContainEqual(turnedOn.settings[0]);
    const { data } = await ana.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12, entity: ['tenant'] });
    expect(data.map(({ event }) => event.name)).toEqual(
      expect.arrayContaining(['Event contents shown to viewers', 'Event contents hidden from viewers']),
    );
  });
});

describe('reading content', () => {
  test('is one row for each person, listener and clock hour, however often and at once it is read', async () => {
    const listenerId = await newListener('often', 25_002);
    await Promise.all(Array.from({ length: 8 }, () => search(ana, listenerId)));
    await search(vera, listenerId);
    const mine = { operation: 'read', name: 'often' };
    const both = [
      { email: await emailOf(ana), ...mine },
      { email: await emailOf(vera), ...mine },
    ];
    const often = async () => (await rows()).filter(({ name }) => name === 'often');
    expect(await often()).toEqual(both);
    passedMs += 9 * minuteMs;
    await search(ana, listenerId);
    expect(await often()).toEqual(both);
    passedMs += minuteMs;
    await search(ana, listenerId);
    expect(await often()).toEqual([...both, both[0]]);
  });

  test('of a preview is noted with the listener, of saved events with the pipeline', async () => {
    const listenerId = await newListener('previewed', 25_003);
    const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
    const document = {
      format: 1 as const,
      nodes: [{ id: 'label', kind: 'label' as const, ...place, listenerId, labelId: 'all' }],
      links: [],
    };
    const words = { name: 'with samples', description: '', tags: [] };
    const { id: pipelineId } = await ana.call('pipelines:create', { ...words, document });
    const { id: sampleId } = await ana.call('internalPipelines:saveSample', { pipelineId, name: 's', kind: 'events', texts: ['{}'] });
    const look = async (
      source: { readonly kind: 'sample'; readonly sampleId: string } | { readonly kind: 'live'; readonly count: number },
    ) => {
      const { id } = await ana.call('internalPipelines:create', { pipelineId, source });
      await ana.call('internalPipelines:getLogSamples', { id });
    };
    await look({ kind: 'live', count: 1 });
    expect((await rows()).at(-1)?.name).toBe('previewed');
    await look({ kind: 'sample', sampleId });
    expect((await rows()).at(-1)?.name).toBe('with samples');
  });

  test('of one event is noted with its listener, and what is not there with nothing', async () => {
    const before = (await rows()).length;
    expect(await ana.refusal('dataHistory:search', { listenerId: 'LS_none', from: 0, to: 1 })).toBe('WEB-00026');
    expect(await rows()).toHaveLength(before);
    const { id } = await ana.call('pipelines:create', { name: 'x-rayed', description: '', tags: [] });
    await ana.call('pipelines:xray', { id, version: 'Main', eventId: 'LI_x.1-1-1.0', receivedMs: 0 });
    expect((await rows()).at(-1)?.name).toBe('x-rayed');
  });

  test('of another organization stands in its own log', async () => {
    const eva = await server.user('owner');
    const listenerId = await newListener('of eva', 25_004, eva);
    await search(eva, listenerId);
    expect((await rows(eva)).map(({ name }) => name)).toEqual(['of eva']);
    expect((await rows()).map(({ name }) => name)).not.toContain('of eva');
  });
});

describe('several servers', () => {
  const requestOf = async (browser: Browser, now: () => number = clock.now): Promise<ContentRequest> => {
    const { user, tenant } = await browser.call('auth:session', {});
    const session = {
      tenantId: tenant.id,
      user: { id: user.UID, email: user.Email, name: 'A', surname: '' },
      role: user.AccessMap.Roles[0]!,
      tenant: { viewersReadContent: true },
    } as unknown as ActiveSession;
    return { session, ip: '127.0.0.1', database: server.db.database, clock: { ...clock, now } };
  };

  test('write one row together, whatever order they name things in', async () => {
    const things = [await newListener('first of two', 25_005), await newListener('second of two', 25_006)];
    const request = await requestOf(ana);
    const servers = Array.from({ length: 4 }, () => createContentReads());
    await Promise.all(servers.map((reads, at) => reads.note(request, at % 2 === 0 ? things : things.toReversed())));
    const names = (await rows()).map(({ name }) => name).filter((name) => name.endsWith('of two'));
    expect(names.sort()).toEqual(['first of two', 'second of two']);
  });

  test('note a stream once in each hour that it gives something', async () => {
    const listenerId = await newListener('streamed', 25_007);
    let now = clock.now();
    const items = async function* () {
      for (const item of [1, 2, 3]) yield item;
      now += hourMs;
      yield 4;
    };
    const got: number[] = [];
    for await (const item of createContentReads().follow(await requestOf(ana, () => now), [listenerId], items())) {
      got.push(item);
      const written = (await rows()).filter(({ name }) => name === 'streamed').length;
      expect([item, written]).toEqual([item, item < 4 ? 1 : 2]);
    }
    expect(got).toEqual([1, 2, 3, 4]);
  });

  test('end a stream soon after its reader may no longer see content', async () => {
    const listenerId = await newListener('taken away', 25_008);
    let now = clock.now();
    const request = await requestOf(vera, () => now);
    const items = async function* () {
      yield 1;
      await show(false);
      now += minuteMs;
      yield 2;
    };
    const got: number[] = [];
    const read = async () => {
      for await (const item of createContentReads().follow(request, [listenerId], items())) got.push(item);
    };
    await expect(read()).rejects.toMatchObject({ code: 'ACQ-CONTENT-HIDDEN' });
    expect(got).toEqual([1]);
  });

  test('forget after a day what they wrote, and the log keeps it', async () => {
    const listenerId = await newListener('forgotten', 25_009);
    await createContentReads().note(await requestOf(ana), [listenerId]);
    const kept = () =>
      server.db.database.withTenant(ana.tenantId, (tx) => tx.select().from(contentReads).where(eq(contentReads.objectId, listenerId)));
    const trim = (afterMs: number) =>
      rollUpQueues(server.db.database, defaultRetention, { ...clock, now: () => clock.now() + afterMs })
        .find(({ name }) => name === 'activity-trim')!
        .run({ tenantId: ana.tenantId, key: '', attempt: 1, last: false }, new AbortController().signal);
    await trim(hourMs);
    expect(await kept()).toHaveLength(1);
    await trim(2 * dayMs);
    expect(await kept()).toEqual([]);
    expect((await rows()).filter(({ name }) => name === 'forgotten')).toHaveLength(1);
  });

  test('show nothing that cannot be noted', async () => {
    const request = await requestOf(ana);
    const away = { ...server.db.database, withTenant: async () => Promise.reject(new Error('no room')) };
    await expect(createContentReads().note({ ...request, database: away }, [ids.listener])).rejects.toThrow('no room');
    expect(await nameOf(ids.listener)).toMatch(/^gate/);
  });
});
