import { Agent, request } from 'node:http';
import { systemClock } from '@acequia/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, testOperatorToken, type Browser, type TestApp } from '../test-app.ts';

interface Person {
  readonly browser: Browser;
  readonly id: string;
  /** Stands in the name of everything of their tenant. */
  readonly word: string;
  readonly role: string;
}

let server: TestApp;
let people: Person[];
let ticksMs = 0;
beforeAll(async () => {
  // Time to everybody's budget of requests flies.
  server = await createTestApp({ clock: { ...systemClock, monotonic: () => (ticksMs += 1000) } });
  const owners = [await server.user('owner'), await server.user('owner')];
  const members = await Promise.all(owners.map(({ tenantId }) => server.user('viewer', tenantId)));
  people = await Promise.all(
    [...owners, ...members].map(async (browser, index) => {
      const { user } = await browser.call('auth:session', {});
      return { browser, id: user.UID, word: `tenant ${index % 2}`, role: index < 2 ? 'owner' : 'viewer' };
    }),
  );
  for (const { browser, word } of people.slice(0, 2)) {
    await browser.call('pipelines:create', { name: `pipe of ${word}`, description: '', tags: [] });
    await browser.call('secrets:create', {
      name: `secret of ${word}`,
      description: 'd',
      tags: [],
      value: 'v',
      expirationDate: 4_000_000_000_000,
    });
  }
});
afterAll(() => server.stop());

test('5,000 requests at once of four people, of two tenants and of nobody never get the answer of another (CVE-2022-39328)', async () => {
  const crossed: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const told = (operation: string, cookie: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-acequia': 'test', cookie };
      request(`${server.url}/rpc/${operation}`, { method: 'POST', headers, agent }, (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('end', () => resolve(text));
      })
        .on('error', reject)
        .end('{"json":{}}');
    });
  const ask = async (index: number): Promise<void> => {
    const { browser, id, word, role } = people[index % people.length]!;
    const [operation, cookie, ...expected] =
      (
        [
          ['auth/session', browser.cookie, `"UID":"${id}"`],
          ['pipelines/list', browser.cookie, `"name":"pipe of ${word}"`],
          ['secrets/list', browser.cookie, role === 'viewer' ? 'WEB-00027' : `"name":"secret of ${word}"`],
          ['pipelines/list', `__Host-sid=${'x'.repeat(64)}`, 'AUTH.EXPIRED'],
        ] as const
      )[Math.floor(index / people.length) % 10] ?? (['auth/session', '', 'AUTH.REQUIRED'] as const);
    const text = await told(operation, cookie);
    const others = people.filter((one) => one.word !== word).flatMap((one) => [one.id, `of ${one.word}"`]);
    if (!expected.every((part) => text.includes(part)) || others.some((part) => text.includes(part)))
      crossed.push(`${operation} of ${word} ${role}: ${text}`);
  };
  let next = 0;
  const asked = 5000;
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      while (next < asked) await ask(next++);
    }),
  );
  agent.destroy();
  expect(crossed).toEqual([]);
}, 120_000);

describe('who somebody is', () => {
  const forged = () => ({ userId: people[1]!.id, user_id: people[1]!.id, tenantId: people[1]!.browser.tenantId, role: 'owner' });
  const post = async (browser: Browser, path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await browser.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-acequia': 'test', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  test('does not come from a body, a header or an address: no key is made without a login (CVE-2025-61928)', async () => {
    const key = { name: 'forged', description: '', expiration: null, ...forged() };
    const claimed = { 'x-user-id': people[1]!.id, 'x-tenant-id': people[1]!.browser.tenantId, 'x-forwarded-user': 'user2@example.com' };
    for (const path of ['/rpc/authToken/create', `/rpc/authToken/create?userId=${people[1]!.id}`])
      expect((await post(server.browser(), path, { json: key, ...forged() }, claimed)).status).toBe(401);
    for (const { browser } of people.slice(0, 2)) expect(await browser.call('authToken:getAll', {})).toEqual([]);
  });

  test('is not told by what a request holds inside: a tenant named anywhere in it changes nothing (CVE-2025-14986)', async () => {
    const [own, other] = [people[0]!.browser, people[1]!.browser];
    const body = { name: 'nested', description: '', tags: [], ...forged(), request: forged(), context: { session: forged() } };
    expect((await post(own, `/rpc/pipelines/create?tenantId=${other.tenantId}`, { json: body, meta: [] })).status).toBe(200);
    expect((await own.call('pipelines:list', {})).map(({ name }) => name)).toContain('nested');
    expect((await other.call('pipelines:list', {})).map(({ name }) => name)).not.toContain('nested');
  });

  test('many ids with one of another tenant: nothing at all is done (CVE-2026-5199)', async () => {
    const [own, other] = [people[0]!, people[1]!];
    const ids = [people[2]!.id, people[3]!.id];
    for (const mixed of [ids, ids.toReversed()]) {
      expect(await own.browser.refusal('users:remove', { ids: mixed })).toBe('ACQ-NOT-FOUND');
      expect(await own.browser.refusal('users:updateRole', { ids: mixed, role: 'admin' })).toBe('ACQ-NOT-FOUND');
      expect(await own.browser.refusal('users:endSessions', { ids: mixed })).toBe('ACQ-NOT-FOUND');
    }
    expect((await own.browser.call('users:list', {})).find(({ id }) => id === ids[0])?.roles).toMatchObject([{ id: 'viewer' }]);
    expect((await other.browser.call('users:list', {})).find(({ id }) => id === ids[1])?.roles).toMatchObject([{ id: 'viewer' }]);
  });

  test('a key of a tenant, even of its owner, is no operator of the deployment (CVE-2026-123800)', async () => {
    const { token } = await people[0]!.browser.call('authToken:create', { name: 'k', description: '', expiration: null, role: 'owner' });
    for (const command of ['keys/rotate', 'tenant/create', 'user/reset-link', 'activity/verify']) {
      const answer = await post(server.browser(), `/operator/${command}`, {}, { authorization: `Bearer ${token}` });
      expect([command, answer.status]).toEqual([command, 404]);
    }
  });
});

describe('doors without a login', () => {
  const doors = ['/healthz', '/api/version', '/metrics', '/', '/login'];

  test('tell nothing of the configuration (CVE-2026-63645)', async () => {
    const hidden = [testOperatorToken, server.db.kek.toString('base64'), server.db.kek.toString('hex'), 'postgres', 'password='];
    const guesses = [
      '/config',
      '/api/config',
      '/api/v1/config',
      '/rpc/config',
      '/.env',
      '/env',
      '/debug/vars',
      '/debug/pprof',
      '/actuator/env',
    ];
    for (const path of [...doors, ...guesses]) {
      const text = await (await server.browser().fetch(path)).text();
      for (const word of hidden) expect(`${path}: ${text}`).not.toContain(word);
      if (guesses.includes(path)) expect(text).not.toMatch(/"?(smtp|kek|databaseUrl|dataDirectory)"?\s*[:=]/i);
    }
  });

  test('stay open and quiet whatever they are asked (CVE-2024-4323)', async () => {
    const odd = ['?x=%00', '?'.padEnd(3000, 'a'), '/../..', '%2e%2e%2f', '?__proto__[x]=1', '//', '/%ff', '?a[]=1&a=2'];
    for (const door of ['/healthz', '/api/version', '/metrics'])
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
        for (const tail of ['', ...odd]) {
          const init = ['POST', 'PUT', 'PATCH'].includes(method) ? { method, body: '\u0000{"inputs":[1,"x",null,-1]}' } : { method };
          const { status } = await server.browser().fetch(door + tail, init);
          expect([method, door + tail, status < 500]).toEqual([method, door + tail, true]);
        }
    expect((await server.browser().fetch('/healthz')).status).toBe(200);
  });
});
