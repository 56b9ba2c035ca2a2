import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contract, type OperationMeta } from '@acequia/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';
import type { TenantAudit } from './audit.ts';
import { headJob, openHeadFile } from './head-file.ts';
import { openInstallation } from '../../keys/installation.ts';
import { createKeyRing } from '../../keys/key-ring.ts';
import { trimActivity } from '../../jobs/roll-up.store.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'acequia-audit-'));
let server: TestApp;
let owner: Browser;
let client: Client;
beforeAll(async () => {
  server = await createTestApp({ auditFolder: folder });
  owner = await server.user('owner');
  client = new Client(server.db.owner);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const everything = { from: 0, to: 2.5e14, page: 1 };
const pipeline = (by: Browser, name: string) => by.call('pipelines:create', { name, description: '', tags: [] });

async function verify(tenantId: string): Promise<TenantAudit> {
  const response = await fetch(`${server.url}/operator/audit/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { tenants } = (await response.json()) as { tenants: TenantAudit[] };
  return tenants.find(({ slug }) => slug === tenantId)!;
}

/** Own look, and what opens and ends sessions: they change nothing of the tenant. */
const unrecorded = ['session', 'preferences'];

describe('every operation that changes something of the tenant', () => {
  const operations = Object.entries(contract).flatMap(([noun, verbs]) =>
    Object.entries(verbs as Record<string, { readonly '~orpc': { readonly meta: OperationMeta } }>).map(
      ([verb, { '~orpc': made }]) => [`${noun}:${verb}`, made.meta] as const,
    ),
  );
  const changing = operations.filter(([, { changes }]) => changes.some((entity) => !unrecorded.includes(entity)));
  test.each(changing.filter(([name]) => name !== 'tenants:setDefault'))('%s names its activity', (_name, meta) => {
    expect(meta.activity).toMatchObject({
      entity: expect.stringMatching(/^[a-zA-Z]+$/) as string,
      operation: expect.any(String) as string,
    });
  });
});

describe('the log', () => {
  test('filters by entity, operation, user and time; pages count from 1', async () => {
    const admin = await server.user('admin', owner.tenantId);
    const { user } = await admin.call('auth:session', {});
    const made = await pipeline(admin, 'by the admin');
    await admin.call('pipelines:remove', { id: made.id });
    for (let index = 0; index < 60; index += 1) await pipeline(owner, `many ${index}`);
    const all = await owner.call('activity:getUserActivity', everything);
    expect(all).toMatchObject({ page: 1, limit: 50, count: 64 });
    expect(all.data).toHaveLength(50);
    expect((await owner.call('activity:getUserActivity', { ...everything, page: 2 })).data).toHaveLength(14);
    const of = async (filter: object) => (await owner.call('activity:getUserActivity', { ...everything, ...filter })).data;
    expect(await of({ userId: [user.UID] })).toHaveLength(3);
    expect((await of({ operation: ['delete'] })).map((row) => row.event)).toEqual([
      { operation: 'delete', entity: 'pipeline', name: 'by the admin' },
    ]);
    expect(await of({ entity: ['secret'] })).toEqual([]);
    expect(await of({ to: 1 })).toEqual([]);
    expect((await owner.call('activity:getActors', {})).map(({ email }) => email).sort()).toEqual(['user1@example.com', user.Email].sort());
  });

  test('a file holds every row once, and no cell that a spreadsheet would run', async () => {
    await pipeline(owner, '=cmd|"/C calc"!A1');
    await pipeline(owner, '+1, "two"; three');
    const csv = await owner.call('activity:export', { from: 0, to: 2.5e14, format: 'csv' });
    expect(csv).toMatchObject({ count: 66, next: null });
    expect(csv.text).toContain(`"'=cmd|""/C calc""!A1"`);
    expect(csv.text).toContain(`"'+1, ""two""; three"`);
    expect(csv.text.startsWith('seq,date,name,')).toBe(true);
    const json = await owner.call('activity:export', { from: 0, to: 2.5e14, format: 'json', cursor: 60 });
    expect(
      json.text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { seq: number }).seq),
    ).toEqual([61, 62, 63, 64, 65, 66]);
  });
});

describe('the chain', () => {
  test('is whole after changes at the same time, and each tenant has its own', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => pipeline(owner, `at once ${index}`)));
    const other = await server.user('owner');
    await pipeline(other, 'elsewhere');
    expect(await verify(owner.tenantId)).toMatchObject({ rows: 96, broken: null });
    expect(await verify(other.tenantId)).toMatchObject({ rows: 2, broken: null });
  });

  test('the app role neither changes nor removes a row, and does not choose its place', async () => {
    const run = (sql: string) => server.db.database.withTenant(owner.tenantId, (tx) => tx.execute(sql));
    for (const sql of ['update activity set name = name', 'delete from activity', 'select * from activity_heads', 'truncate activity'])
      await expect(run(sql)).rejects.toMatchObject({ cause: { code: '42501' } });
    await expect(server.db.database.gate.execute('delete from activity')).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  test('1,000 changed, removed and exchanged rows are all found', async () => {
    const at = (index: number) => 1 + ((index * 37) % 94);
    const columns = ['at', 'name', 'surname', 'email', 'entity', 'operation', 'object_name', 'refused_code', 'ip', 'via'];
    await client.query('alter table activity disable trigger chain');
    let missed = 0;
    for (let index = 0; index < 1000; index += 1) {
      const seq = at(index);
      const column = columns[index % columns.length]!;
      const value = column === 'at' ? `${column} + 1` : `coalesce(${column}, '') || 'x'`;
      const mutation =
        index % 3 === 0
          ? `delete from activity where tenant_id = $1 and seq = ${seq}`
          : index % 3 === 1
            ? `update activity set ${column} = ${value} where tenant_id = $1 and seq = ${seq}`
            : `update activity set seq = ${seq} + 1000000 where tenant_id = $1 and seq = ${seq}`;
      await client.query('begin');
      await client.query(mutation, [owner.tenantId]);
      if ((await verifyIn(client, owner.tenantId)) === null) missed += 1;
      await client.query('rollback');
    }
    await client.query('alter table activity enable trigger chain');
    expect(missed).toBe(0);
    expect(await verify(owner.tenantId)).toMatchObject({ broken: null });
  });

  test('a chain written anew as a whole is found by the heads outside of the database', async () => {
    const { privatePem } = await openInstallation(server.db.database.gate, createKeyRing(server.db.kek));
    const file = openHeadFile(folder, privatePem);
    await headJob(server.db.database.gate, file).run(Date.now());
    const whole = await verify(owner.tenantId);
    expect(whole).toMatchObject({ broken: null });
    expect(whole.heads).toBeGreaterThan(0);
    const text = readFileSync(path.join(folder, 'heads.ndjson'), 'utf8');
    writeFileSync(path.join(folder, 'heads.ndjson'), `${text.replaceAll(/"seq":\d+/g, '"seq":1')}{"cut`);
    expect((await verify(owner.tenantId)).heads).toBe(0);
    writeFileSync(path.join(folder, 'heads.ndjson'), text);
    await client.query('begin');
    await client.query('alter table activity disable trigger chain');
    await client.query(`update activity set name = 'Somebody Else' where tenant_id = $1 and seq = 5`, [owner.tenantId]);
    await client.query(
      `do $$ declare r activity; previous bytea := '\\x'; begin
        for r in select * from activity where tenant_id = '${owner.tenantId}' order by seq loop
          previous := activity_hash(previous, r);
          update activity set hash = previous where tenant_id = r.tenant_id and seq = r.seq;
        end loop;
        update activity_heads set hash = previous where tenant_id = '${owner.tenantId}';
      end $$`,
    );
    await client.query('alter table activity enable trigger chain');
    await client.query('commit');
    expect((await verify(owner.tenantId)).broken).toMatchObject({ what: 'other head' });
    rmSync(path.join(folder, 'heads.ndjson'));
    expect(await verify(owner.tenantId)).toMatchObject({ broken: null });
  });

  test('age takes rows from the front and leaves the rest whole; never rows of this month', async () => {
    await trimActivity(server.db.database.gate, owner.tenantId, 9e15);
    expect((await owner.call('activity:getUserActivity', everything)).count).toBe(96);
    const old = crypto.randomUUID();
    await client.query(`insert into tenants (id, slug, name, created_at) values ('${old}', '${old}', 'Old', 0)`);
    for (const [index, at] of [1, 2, Date.now()].entries())
      await client.query(
        `insert into activity (tenant_id, at, user_id, name, surname, email, entity, operation, object_name, ip) values ($1, $2, $1, '', '', '', 'pipeline', 'create', $3, '')`,
        [old, at, `row ${index}`],
      );
    while (await trimActivity(server.db.database.gate, old, 9e15, 1));
    const { rows } = await client.query<{ name: string }>('select object_name as name from activity where tenant_id = $1', [old]);
    expect(rows).toEqual([{ name: 'row 2' }]);
    expect(await verify(old)).toMatchObject({ rows: 1, broken: null });
  });

  test('nobody without the operator token checks it', async () => {
    const ask = (headers: Record<string, string>) => fetch(`${server.url}/operator/audit/verify`, { method: 'POST', headers });
    expect((await ask({})).status).toBe(404);
    expect((await ask({ authorization: 'Bearer x' })).status).toBe(404);
    expect((await owner.fetch('/operator/audit/verify', { method: 'POST' })).status).toBe(404);
  });
});

/** As the command does it, inside an open transaction of the owner: rows and head are read, every hash is computed again. */
async function verifyIn(open: Client, tenantId: string): Promise<string | null> {
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const { verifyActivity } = await import('./audit.ts');
  const audits = await verifyActivity(drizzle(open), openHeadFile(undefined, ''));
  return audits.find(({ slug }) => slug === tenantId)?.broken?.what ?? null;
}
