import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog, systemClock } from '@acequia/base';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../test-app.ts';
import { rollUpTenant } from './roll-up.ts';
import { defaultRetention } from '../modules/metrics/grains.ts';

let server: TestApp;
let slow: Browser;
let other: Browser;
const errors: { readonly queue?: string; readonly tenantId?: string; readonly error?: unknown }[] = [];
beforeAll(async () => {
  const log = { ...silentLog, error: (facts: never) => void errors.push(facts) };
  server = await createTestApp({ log, alertsEveryMs: 1000 });
  slow = await server.user('owner');
  other = await server.user('owner');
});
afterAll(() => server.stop());

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

async function serve(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const made: Server = createServer(listener);
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  undo.push(() => {
    made.closeAllConnections();
    made.close();
  });
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/`;
}
const inOwner = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(server.db.owner);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
const words = (name: string) => ({ name, description: 'of a test', tags: [] });
const delivery = { emails: [], language: 'en' as const, leastPriority: 'low' as const };
const patient = { timeout: 60_000 };

describe('alerts', () => {
  test('a hundred calls of a webhook that never answers keep another tenant’s call waiting no time', async () => {
    let dead = 0;
    const silent = await serve(() => void (dead += 1));
    const calls: string[] = [];
    const quick = await serve((request, response) => {
      request.on('data', (part: Buffer) => calls.push(part.toString()));
      request.on('end', () => response.end());
    });
    await slow.call('alerts:updateDelivery', { ...delivery, webhookUrl: silent });
    await other.call('alerts:updateDelivery', { ...delivery, webhookUrl: quick });
    await inOwner((client) =>
      client.query(
        `with made as (insert into alerts select $1, 'AL_' || n, 'SECRET_EXPIRY', 'topic ' || n, 'resolved', 'high', 'unknown', '', '', '', '{}', 1, 1, 0, 0, 0, $2, null, null, null
           from generate_series(1, 100) n returning id)
         insert into alert_sends (tenant_id, id, alert_id, channel, target, event, created_at) select $1, 'AS_' || id, id, 'webhook', $3, 'raised', 0 from made`,
        [slow.tenantId, Date.now(), silent],
      ),
    );
    await expect.poll(() => dead, patient).toBeGreaterThan(0);
    await other.call('secrets:create', { ...words('other secret'), value: 'v', expirationDate: Date.now() + 86_400_000 });
    await expect.poll(() => calls.join(), patient).toContain('other secret');
    const left = await inOwner((client) =>
      client.query('select count(*)::int as count from alert_sends where tenant_id = $1', [slow.tenantId]),
    );
    expect((left.rows[0] as { readonly count: number }).count).toBeGreaterThan(90);
  });

  test('a row of one tenant that cannot be evaluated stops neither its other alerts nor those of others', async () => {
    for (const user of [slow, other]) {
      await user.call('secrets:create', { ...words('bad'), value: 'v', expirationDate: Date.now() + 86_400_000 });
      await user.call('secrets:create', { ...words('good'), value: 'v', expirationDate: Date.now() + 86_400_000 });
    }
    // Dates are bounded in the database too; a row that a job cannot read may come from elsewhere.
    await inOwner((client) => client.query('alter table secrets drop constraint secrets_expires_at_bounds'));
    await inOwner((client) =>
      client.query("update secrets set expires_at = -8640000000000001 where tenant_id = $1 and name = 'bad'", [slow.tenantId]),
    );
    for (const user of [slow, other])
      await expect
        .poll(async () => (await user.call('alerts:list', {})).data.map(({ message }) => message.fields['name']), patient)
        .toContain('good');
    expect(errors.filter(({ queue }) => queue === 'alert-evaluations')).toEqual([]);
  });
});

describe('lookups', () => {
  test('servers that answer after minutes keep two of their own tenant’s files waiting and none of another', async () => {
    let hanging = 0;
    const silent = await serve(() => void (hanging += 1));
    const quick = await serve((_request, response) => response.end('k\na\n'));
    const lookup = async (user: Browser, name: string, url: string) => {
      const { id } = await user.call('lookups:create', { ...words(name), format: 'csv', separator: null, keyColumn: 'k' });
      await user.call('lookups:setRefresh', { id, url, everyMs: 3_600_000, credentials: { kind: 'none' } });
      return id;
    };
    for (let index = 0; index < 10; index += 1) await lookup(slow, `slow ${index}`, silent);
    await expect.poll(() => hanging, patient).toBe(2);
    const id = await lookup(other, 'quick', quick);
    await expect.poll(async () => (await other.call('lookups:find', { id })).active, patient).toMatchObject({ number: 1 });
    expect(hanging).toBe(2);
  });
});

describe('the roll-up', () => {
  const minutes = (client: Client, tenantId: string, count: number) =>
    client.query(
      `insert into ledger_minutes (tenant_id, worker_id, generation, scope, object_id, version_id, node, datasink_id, at, report, counts, written_at)
       select $1, 'w', 1, 'node', 'PL_1', 'PV_1', 'out', 'DS_1', $2::bigint - n * 60000, 1, '{"delivered": 1}', 0 from generate_series(1, $3) n`,
      [tenantId, Math.floor(Date.now() / 3_600_000) * 3_600_000 - 5 * 86_400_000, count],
    );
  const left = async (client: Client, tenantId: string) =>
    (
      await client.query<{ minutes: number; hours: number }>(
        `select (select count(*) from ledger_minutes where tenant_id = $1)::int as minutes,
          (select coalesce(sum((counts->>'delivered')::int), 0) from ledger_hours where tenant_id = $1)::int as hours`,
        [tenantId],
      )
    ).rows[0];

  test('one tenant’s that fails leaves the others’ done, and what it has moved before stays moved', async () => {
    await inOwner(async (client) => {
      await minutes(client, slow.tenantId, 300);
      await minutes(client, other.tenantId, 300);
      await client.query(
        `update ledger_minutes set counts = '{"delivered": "none"}' where tenant_id = $1 and at = (select min(at) + 60 * 60000 from ledger_minutes where tenant_id = $1)`,
        [slow.tenantId],
      );
      const { database } = server.db;
      await expect(rollUpTenant(database, defaultRetention, slow.tenantId, systemClock.now())).rejects.toThrow();
      await rollUpTenant(database, defaultRetention, other.tenantId, systemClock.now());
      expect(await left(client, other.tenantId)).toEqual({ minutes: 60, hours: 240 });
      expect((await left(client, slow.tenantId))?.hours).toBeGreaterThan(0);
    });
  });

  test('a ledger that ended long ago keeps its newest minutes and does not keep the next ones from moving', async () => {
    const ended = await server.user('owner');
    await inOwner(async (client) => {
      await minutes(client, ended.tenantId, 60);
      await client.query(
        `insert into ledger_minutes (tenant_id, worker_id, generation, scope, object_id, version_id, node, datasink_id, at, report, counts, written_at)
         select tenant_id, 'w2', 1, scope, object_id, version_id, node, datasink_id, at + n * 3600000, 1, counts, 0 from ledger_minutes, generate_series(1, 3) n where tenant_id = $1`,
        [ended.tenantId],
      );
      await rollUpTenant(server.db.database, defaultRetention, ended.tenantId, systemClock.now());
      expect(await left(client, ended.tenantId)).toEqual({ minutes: 120, hours: 120 });
    });
  });
});
