import { randomBytes } from 'node:crypto';
import { silentLog, systemClock, type Log } from '@acequia/base';
import { Client } from 'pg';
import { emptyDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAtTenant } from '../modules/alerts/alert-watch.ts';
import { createSlowFacts } from '../modules/alerts/slow-facts.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../test-app.ts';

let server: TestApp;
let ana: Browser;
const logged: unknown[] = [];
const log: Log = { ...silentLog, error: (fields) => void logged.push(fields), child: () => log };

beforeAll(async () => {
  server = await createTestApp({ log });
  ana = await server.user('owner');
});
afterAll(() => server.stop());

async function damage(text: string, values: readonly unknown[] = []): Promise<void> {
  const client = new Client(server.db.owner);
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

const words = (name: string) => ({ name, description: 'of a test', tags: [] });
const byName = <T extends { readonly name: string }>(rows: readonly T[], name: string): T | undefined =>
  rows.find((row) => row.name === name);
let ports = 20_000;
const addListener = (name: string) =>
  ana.call('listeners:create', { ...words(name), component: 'toy-gate', clusterId: testCluster, config: { port: (ports += 1) } });
const addDatasink = (name: string) => ana.call('datasinks:create', { ...words(name), component: 'toy-field', config: { address: 'x' } });

const garbage = ['[null]', '"x"', '7', 'null', '[{}]'];

test.each(garbage)('a listener whose stored values are %s is listed and found with what can be read, beside all others', async (value) => {
  const name = `damaged ${value}`;
  const [bad, good] = [await addListener(name), await addListener(`whole ${value}`)];
  await damage('update listeners set config = $2::jsonb, reason = $2::jsonb where id = $1', [bad.id, value]);
  await damage('update listener_versions set config = $2::jsonb where listener_id = $1', [bad.id, value]);
  const listed = await ana.call('listeners:list', {});
  expect(byName(listed, good.name)).toEqual(good);
  expect(byName(listed, name)).toMatchObject({ id: bad.id, config: {}, reason: null });
  expect(byName(listed, name)?.damaged).toContain('config');
  expect(await ana.call('listeners:find', { id: bad.id })).toMatchObject({ config: {} });
  expect(await ana.call('listeners:listVersions', { id: bad.id })).toMatchObject([{ config: {}, damaged: ['config'] }]);
  expect(logged).toContainEqual(expect.objectContaining({ code: 'ROW_UNREADABLE', tenantId: ana.tenantId, operation: 'listeners:list' }));
  // Saved anew it is whole, and it can be removed.
  const { revision } = bad;
  expect(
    (await ana.call('listeners:update', { ...words(name), id: bad.id, revision, config: { port: (ports += 1) } })).damaged,
  ).toBeUndefined();
  await ana.call('listeners:remove', { id: bad.id, confirmUsed: true });
});

test.each(garbage)('a data sink whose stored values are %s is listed and found with what can be read, beside all others', async (value) => {
  const name = `damaged ${value}`;
  const [bad, good] = [await addDatasink(name), await addDatasink(`whole ${value}`)];
  await damage('update datasinks set config = $2::jsonb where id = $1', [bad.id, value]);
  const listed = await ana.call('datasinks:list', {});
  expect(byName(listed, good.name)).toEqual(good);
  expect(byName(listed, name)).toMatchObject({ id: bad.id, config: {}, damaged: ['config'] });
  expect(await ana.call('datasinks:find', { id: bad.id })).toMatchObject({ config: {}, damaged: ['config'] });
});

test.each(garbage)('a viewer sees what cannot be read of others neither', async (value) => {
  const viewer = await server.user('viewer', ana.tenantId);
  const [listener, datasink] = [await addListener(`seen ${value}`), await addDatasink(`seen ${value}`)];
  await damage('update listeners set config = $2::jsonb where id = $1', [listener.id, value]);
  await damage('update datasinks set config = $2::jsonb where id = $1', [datasink.id, value]);
  expect(byName(await viewer.call('listeners:list', {}), listener.name)).toMatchObject({ config: {} });
  expect(byName(await viewer.call('datasinks:list', {}), datasink.name)).toMatchObject({ config: {} });
});

test.each(garbage)('pipelines, versions and labels are listed beside a pipeline whose document and reason are %s', async (value) => {
  const listener = await addListener(`for labels ${value}`);
  const condition = { form: 'visual', ast: { field: 'a', op: 'exists' } };
  await ana.call('labels:create', { listenerId: listener.id, name: 'l', description: '', condition });
  const [bad, good] = [
    await ana.call('pipelines:create', { ...words(`damaged ${value}`), document: emptyDocument }),
    await ana.call('pipelines:create', { ...words(`whole ${value}`), document: emptyDocument }),
  ];
  await damage('update versions set document = $2::jsonb, reason = $2::jsonb where pipeline_id = $1', [bad.id, value]);
  await damage('update labels set condition = $2::jsonb where listener_id = $1', [listener.id, value]);
  const listed = await ana.call('pipelines:list', {});
  expect(byName(listed, good.name)).toBeDefined();
  expect(byName(listed, bad.name)).toMatchObject({ id: bad.id });
  expect(await ana.call('pipelines:listVersions', { id: bad.id })).toMatchObject([{ version: 'Main', reason: null }]);
  expect((await ana.call('labels:list', { listenerId: listener.id })).length).toBeGreaterThan(1);
});

test('secrets, enrichments and pipelines are listed beside those with damaged tags and addresses', async () => {
  const secret = (name: string) => ana.call('secrets:create', { ...words(name), value: 'v', expirationDate: 9e12 });
  const lookup = (name: string) => ana.call('lookups:create', { ...words(name), format: 'csv', separator: ',', keyColumn: 'k' });
  await secret('damaged');
  const [badLookup] = [await lookup('damaged'), await lookup('whole')];
  await secret('whole');
  await damage("update secrets set tags = '{NULL,a}' where name = 'damaged'");
  await damage(
    `insert into lookup_refreshes (tenant_id, lookup_id, url, every_ms, credentials, next_at, fault, set_by)
     select tenant_id, id, 'https://example.com', 300000, '[7]', 9000000000000, '"x"', created_by from lookups where id = $1`,
    [badLookup.id],
  );
  const secrets = await ana.call('secrets:list', {});
  expect([byName(secrets, 'damaged')?.tags, byName(secrets, 'whole')?.tags]).toEqual([['a'], []]);
  const lookups = await ana.call('lookups:list', {});
  expect(byName(lookups, 'damaged')).toMatchObject({ refresh: null, damaged: ['refresh'] });
  expect(byName(lookups, 'whole')).toMatchObject({ refresh: null });
});

test('alerts, health and how alerts are told are shown beside what is damaged of them, and the tenant is still looked at', async () => {
  const alert = (id: string, code: string, fields: string) =>
    damage(
      `insert into alerts (tenant_id, id, code, topic, state, priority, source_type, source_id, cluster_id, worker_id, fields, raises, places,
       first_at, raised_at, last_at) values ($1, $2, $3, $2, 'open', 'high', 'unknown', '', '', '', $4, 1, 1, 1, 1, 1)`,
      [ana.tenantId, id, code, fields],
    );
  await alert('AL_whole', 'OVER_LIMIT', '{"percent": 101}');
  await alert('AL_fields', 'OVER_LIMIT', '[null]');
  await alert('AL_code', 'OF_ANOTHER_RELEASE', '{}');
  await damage(
    `insert into alert_settings (tenant_id, emails, language, webhook_url, key_version, least_priority, last_fault, last_fault_at, updated_at)
     values ($1, '{a@example.com}', 'en', '', 0, 'low', '"x"', 1, 1)`,
    [ana.tenantId],
  );
  const part = (id: string, reason: string) =>
    damage(
      `insert into health_parts (tenant_id, worker_id, kind, object_id, pipeline_id, node, state, reason, since, waiting_events, waiting_bytes,
       kept_bytes, undelivered_bytes, limit_bytes, updated_at)
       select $1, id, 'listener', $2, '', '', 'error', $3, 1, 0, 0, 0, 0, 0, 1 from workers limit 1`,
      [ana.tenantId, id, reason],
    );
  await part('LS_whole', '{"code": "PORT_IN_USE", "fields": {}}');
  await part('LS_damaged', '"x"');
  const { data } = await ana.call('alerts:list', {});
  expect(data.find(({ id }) => id === 'AL_whole')?.message).toEqual({ code: 'OVER_LIMIT', fields: { percent: 101 } });
  expect(data.find(({ id }) => id === 'AL_fields')?.message).toEqual({ code: 'OVER_LIMIT', fields: {} });
  expect(data.some(({ id }) => id === 'AL_code')).toBe(false);
  expect(logged).toContainEqual(
    expect.objectContaining({ operation: 'alerts:list', damaged: expect.arrayContaining(['data.AL_code']) as string[] }),
  );
  expect((await ana.call('alerts:getDelivery', {})).emails).toEqual(['a@example.com']);
  const parts = await ana.call('health:parts', {});
  expect(parts.filter(({ id }) => id === 'LS_damaged').every(({ reason }) => reason === null)).toBe(true);
  const { database } = server.db;
  const looks = lookAtTenant({ database, slow: createSlowFacts(), random: { bytes: randomBytes } }, ana.tenantId, systemClock.now());
  expect((await looks).unsent).toBeInstanceOf(Array);
});
