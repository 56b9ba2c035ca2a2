import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog, systemClock } from '@acequia/base';
import type { Lookup } from '@acequia/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';
import { lookupRefreshes } from '../../db/schema/index.ts';
import { createLookupRefresher } from './lookup-refresher.ts';
import { lockLookup } from './lookups.store.ts';
import { beginVersion } from './version-life.ts';

/** The first test asks eight times, each in several transactions. */
vi.setConfig({ testTimeout: 180_000 });

let server: TestApp;
let ana: Browser;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let url: string;
const asked: IncomingMessage[] = [];
const source = createServer((request, response) => {
  asked.push(request);
  answer(request, response);
});
let count = 0;

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/sites.csv`;
});
afterAll(async () => {
  source.closeAllConnections();
  source.close();
  await server.stop();
});

const lookup = () => {
  const name = `table ${(count += 1)}`;
  return ana.call('lookups:create', { name, description: '', tags: [], format: 'csv', separator: null, keyColumn: 'k' });
};
const hourly = (id: string) => ({ id, url, everyMs: 3_600_000, credentials: { kind: 'none' as const } });

/** What the lookup says once the address was asked after `before`. */
const checked = (id: string, before = 0, user = ana): Promise<Lookup> =>
  vi.waitFor(
    async () => {
      const found = await user.call('lookups:find', { id });
      expect(found.refresh?.checkedAt ?? 0).toBeGreaterThan(before);
      return found;
    },
    { timeout: 120_000, interval: 100 },
  );
const again = async (id: string) => {
  const { refresh } = await ana.call('lookups:find', { id });
  await ana.call('lookups:refreshNow', { id });
  return checked(id, refresh?.checkedAt ?? 0);
};
const give = (body: string, headers: Record<string, string> = {}) => {
  answer = (_request, response) => response.writeHead(200, headers).end(body);
};

test('the file comes at once; an equal one makes no version; another one is in force, and old ones do not pile up', async () => {
  const { id } = await lookup();
  give('k,v\na,0\n');
  await ana.call('lookups:setRefresh', hourly(id));
  expect(await checked(id)).toMatchObject({ active: { number: 1, rows: 1 }, refresh: { fault: null } });
  expect(await again(id)).toMatchObject({ active: { number: 1 } });
  expect(await ana.call('lookups:listVersions', { id })).toHaveLength(1);
  for (let n = 1; n <= 6; n += 1) {
    give(`k,v\na,${n}\n`);
    await again(id);
  }
  const statuses = (await ana.call('lookups:listVersions', { id })).map(({ status }) => status);
  expect(statuses).toEqual(['active', 'inactive', 'inactive', 'inactive', 'inactive', 'deleted', 'deleted']);
});

test('asks with what the last answer said, and 304 leaves all as it is', async () => {
  const { id } = await lookup();
  give('k\na\n', { etag: '"one"', 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' });
  await ana.call('lookups:setRefresh', hourly(id));
  await checked(id);
  answer = (_request, response) => response.writeHead(304).end();
  const found = await again(id);
  expect(asked.at(-1)!.headers).toMatchObject({ 'if-none-match': '"one"', 'if-modified-since': 'Sat, 21 Nov 2026 10:00:00 GMT' });
  expect(found).toMatchObject({ active: { number: 1 }, refresh: { fault: null } });
});

test('a failure keeps the version before and is shown; the next turn mends it', async () => {
  const { id } = await lookup();
  give('k,v\na,1\n');
  await ana.call('lookups:setRefresh', hourly(id));
  await checked(id);
  answer = (_request, response) => response.writeHead(503).end('busy');
  expect(await again(id)).toMatchObject({ active: { number: 1 }, refresh: { fault: { code: 'LOOKUP_SOURCE', fields: { status: 503 } } } });
  give('k\na\n');
  expect(await again(id)).toMatchObject({ active: { number: 1 }, refresh: { fault: { code: 'LOOKUP_COLUMN_GONE' } } });
  answer = (_request, response) => response.writeHead(200, { 'content-length': '100' }).write('k,v\n', () => response.destroy());
  expect((await again(id)).refresh?.fault?.code).toBeDefined();
  give('k,v\na,2\n');
  expect(await again(id)).toMatchObject({ active: { rows: 1 }, refresh: { fault: null } });
  const statuses = (await ana.call('lookups:listVersions', { id })).map(({ status }) => status);
  expect(statuses).toEqual(['active', 'failed', 'inactive']);
});

test('a redirect is not followed', async () => {
  const { id } = await lookup();
  answer = (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
  await ana.call('lookups:setRefresh', hourly(id));
  expect(await checked(id)).toMatchObject({ active: null, refresh: { fault: { code: 'LOOKUP_SOURCE', fields: { status: 302 } } } });
});

test('credentials from secrets, in each form; a secret of nobody is refused, an inactive one told', async () => {
  const words = { name: `secret ${(count += 1)}`, description: 'd', tags: [] };
  const expirationDate = Date.now() + 86_400_000;
  const secret = await ana.call('secrets:create', { ...words, value: 's3cret', expirationDate });
  const { id } = await lookup();
  give('k\na\n');
  const forms = [
    [{ kind: 'bearer' as const, secretId: secret.id }, { authorization: 'Bearer s3cret' }],
    [{ kind: 'basic' as const, user: 'ana', secretId: secret.id }, { authorization: `Basic ${btoa('ana:s3cret')}` }],
    [{ kind: 'header' as const, header: 'X-Token', secretId: secret.id }, { 'x-token': 's3cret' }],
  ] as const;
  for (const [credentials, headers] of forms) {
    const before = (await ana.call('lookups:find', { id })).refresh?.checkedAt ?? 0;
    await ana.call('lookups:setRefresh', { ...hourly(id), credentials });
    await checked(id, before);
    expect(asked.at(-1)!.headers).toMatchObject(headers);
  }
  const unknown = { ...hourly(id), credentials: { kind: 'bearer' as const, secretId: 'SE_none' } };
  expect(await ana.refusal('lookups:setRefresh', unknown)).toBe('ACQ-CONFIG');
  expect(await ana.refusal('secrets:deleteSecret', { id: secret.id })).toBe('ACQ-IN-USE');
  await ana.call('secrets:update', { id: secret.id, ...words, active: false, expirationDate });
  expect(await again(id)).toMatchObject({ refresh: { fault: { code: 'LOOKUP_CREDENTIALS' } } });
  expect(JSON.stringify(await ana.call('lookups:list', {}))).not.toContain('s3cret');
});

test('addresses that cannot be asked are refused when they are set', async () => {
  const { id } = await lookup();
  for (const wrong of ['ftp://a.example/x', 'http://ana:pw@a.example/x', 'nothing'])
    expect(await ana.refusal('lookups:setRefresh', { ...hourly(id), url: wrong })).toBe('ACQ-CONFIG');
  expect(await ana.refusal('lookups:refreshNow', { id })).toBe('ACQ-CONFIG');
});

test('an installation that may only call public addresses calls no other', async () => {
  const strict = await createTestApp({ egress: 'public-only', egressRules: null });
  try {
    const eva = await strict.user('owner');
    const { id } = await eva.call('lookups:create', {
      name: 't',
      description: '',
      tags: [],
      format: 'csv',
      separator: null,
      keyColumn: 'k',
    });
    const before = asked.length;
    for (const [wrong, rule] of [
      [url, 'EGRESS_LOOPBACK'],
      ['https://10.0.0.7/sites.csv', 'EGRESS_PRIVATE'],
      ['https://[::ffff:a9fe:a9fe]/latest', 'EGRESS_NEVER'],
    ] as const)
      await expect(eva.call('lookups:setRefresh', { ...hourly(id), url: wrong })).rejects.toMatchObject({
        code: 'ACQ-CONFIG',
        data: { fields: { url: rule } },
      });
    // Saved while it was allowed.
    await eva.call('lookups:setRefresh', { ...hourly(id), url: 'https://nowhere.invalid/sites.csv' });
    const { refresh } = await checked(id, 0, eva);
    await strict.db.database.withTenant(eva.tenantId, (tx) => tx.update(lookupRefreshes).set({ url }));
    await eva.call('lookups:refreshNow', { id });
    const found = await checked(id, refresh!.checkedAt!, eva);
    expect(found.refresh?.fault?.code).toBe('EGRESS_REFUSED');
    expect(asked).toHaveLength(before);
    const credentials = { kind: 'bearer' as const, secretId: 'SE_1' };
    expect(await eva.refusal('lookups:setRefresh', { ...hourly(id), credentials })).toBe('ACQ-CONFIG');
  } finally {
    await strict.stop();
  }
});

test('what a server that is gone was fetching is fetched again', async () => {
  const { id } = await lookup();
  give('k\na\n');
  await ana.call('lookups:setRefresh', { ...hourly(id), everyMs: 30 * 86_400_000 });
  await checked(id);
  const { tenantId } = ana;
  const { database } = server.db;
  const number = await database.withTenant(tenantId, async (tx) => {
    const row = (await lockLookup(tx, id))!;
    const scope = { tx, tenantId, userId: row.createdBy, now: systemClock.now() };
    return (await beginVersion(scope, row, { random: { bytes: (n) => randomBytes(n) }, refreshed: true })).number;
  });
  expect(await ana.refusal('lookups:finishVersion', { id, number })).toBe('ACQ-CONFIG');
  give('k\nb\nc\n');
  const later = createLookupRefresher({
    database,
    catalogue: { action: () => undefined },
    secrets: { openValues: () => Promise.resolve({}) },
    egressOf: () => Promise.resolve({ mode: 'open', allowed: [] }),
    clock: { ...systemClock, now: () => Date.now() + 3_600_000 },
    random: { bytes: (n) => randomBytes(n) },
    log: silentLog,
    committed: () => undefined,
    bytesMax: 1024 ** 3,
  });
  await later.refresh({ tenantId, key: id, attempt: 2 }, new AbortController().signal);
  later.close();
  expect(await ana.call('lookups:find', { id })).toMatchObject({ active: { number: number + 1, rows: 2 } });
  expect(await ana.refusal('lookups:findVersion', { id, number })).toBe('ACQ-NOT-FOUND');
});

test('taken away: nothing is asked any more', async () => {
  const { id } = await lookup();
  give('k\na\n');
  await ana.call('lookups:setRefresh', hourly(id));
  await checked(id);
  expect(await ana.call('lookups:removeRefresh', { id })).toMatchObject({ refresh: null, active: { number: 1 } });
  expect(await ana.refusal('lookups:refreshNow', { id })).toBe('ACQ-CONFIG');
});
