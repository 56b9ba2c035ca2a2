import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedCatalogue } from '../../catalogue/catalogue.ts';
import { datasinks, datasinkVersions, versions } from '../../db/schema/index.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let ana: Browser;
let viewer: Browser;
let count = 0;
const text = { description: '', tags: [] };

beforeAll(async () => {
  server = await createTestApp({ catalogue: shippedCatalogue });
  ana = await server.user('owner');
  viewer = await server.user('viewer', ana.tenantId);
});
afterAll(() => server.stop());

const create = (config: object, component = 'http') =>
  ana.call('datasinks:create', { ...text, name: `sink${(count += 1)}`, component, config: config as Record<string, unknown> });
const secret = () =>
  ana.call('secrets:create', {
    ...text,
    description: 'd',
    name: `secret${(count += 1)}`,
    value: 'v',
    expirationDate: 4_000_000_000_000,
  });
/** What a release before kept: the same configuration with these members. */
const storedAs = (id: string, config: object) =>
  server.db.database.withTenant(ana.tenantId, async (tx) => {
    const [row] = await tx.select().from(datasinks).where(eq(datasinks.id, id));
    const kept = { ...row!.config, ...config };
    await tx.update(datasinks).set({ config: kept, revision: 2 }).where(eq(datasinks.id, id));
    const [version] = await tx.select().from(datasinkVersions).where(eq(datasinkVersions.instanceId, id));
    await tx.delete(datasinkVersions).where(eq(datasinkVersions.instanceId, id));
    await tx.insert(datasinkVersions).values({ ...version!, revision: 2, config: kept });
    return kept;
  });

const baseUrl = 'https://siem.example.com';
const oauth2 = { baseUrl, auth: 'oauth2', clientId: 'c' };
const refused = [
  ['user and password in the address', { baseUrl: 'https://user:s3cretpw@example.com/x' }, { baseUrl: 'CONFIG_URL_CREDENTIALS' }],
  ['a user alone', { baseUrl: 'https://k3y@example.com/x' }, { baseUrl: 'CONFIG_URL_CREDENTIALS' }],
  ['the proxy', { baseUrl, proxy: 'http://user:s3cretpw@proxy.example.com:3128' }, { proxy: 'CONFIG_PROXY_CREDENTIALS' }],
  ['the token URL', { ...oauth2, tokenUrl: 'https://user:s3cretpw@id.example.com/t' }, { tokenUrl: 'CONFIG_TOKEN_URL_CREDENTIALS' }],
  ['a query', { ...oauth2, tokenUrl: 'https://id.example.com/t?a=1&client_secret=zzz' }, { tokenUrl: 'CONFIG_QUERY_CREDENTIAL' }],
  [
    'headers',
    { baseUrl, headers: { Authorization: 'Bearer zzz', 'X-Tenant': 'a' } },
    { 'headers.Authorization': 'CONFIG_HEADER_CREDENTIAL' },
  ],
  [
    'other headers',
    { baseUrl, headers: { 'X-Api-Key': 'zzz', 'DD-API-KEY': 'zzz', PRIVATE_TOKEN: 'z', Cookie: 's=1', 'X-Any': 'Basic Zm9v' } },
    Object.fromEntries(
      ['X-Api-Key', 'DD-API-KEY', 'PRIVATE_TOKEN', 'Cookie', 'X-Any'].map((name) => [`headers.${name}`, 'CONFIG_HEADER_CREDENTIAL']),
    ),
  ],
] as const;

describe('a credential in clear', () => {
  test.each(refused)('is not saved: %s', async (_where, config, fields) => {
    const more = 'tokenUrl' in config ? { clientSecret: (await secret()).id } : {};
    await expect(create({ ...config, ...more })).rejects.toMatchObject({ code: 'ACQ-CONFIG', data: { fields } });
  });

  test('is not saved before the host of a syslog server', async () => {
    const config = { protocol: 'udp', framing: 'octet-counting', port: 514, host: 'user:s3cretpw@logs.example.com' };
    await expect(create(config, 'syslog')).rejects.toMatchObject({ data: { fields: { host: 'CONFIG_HOST_CREDENTIALS' } } });
  });

  test('is no header that carries none, nor one that an event gives', async () => {
    const headers = {
      'X-Tenant': 'a',
      'Idempotency-Key': '1',
      'X-Atlassian-Token': 'no-check',
      'X-Api-Key': '${key}',
      Authorization: 'Bearer ${token}',
      'X-Token': '{{ lower(${t}) }}',
    };
    expect(await create({ baseUrl, headers })).toMatchObject({ config: { headers } });
  });

  test('is saved as a secret, which stays while a header sends it', async () => {
    const { id } = await secret();
    const made = await create({ baseUrl, secretHeaders: [{ name: 'X-Api-Key', value: id }] });
    expect(await ana.refusal('secrets:deleteSecret', { id })).toBe('ACQ-IN-USE');
    expect(await ana.call('secrets:getUsages', { id })).toMatchObject({ totalUsages: 1, datasinks: [{ id: made.id }] });
    const other = await server.user('owner');
    const theirs = { ...text, name: 'theirs', component: 'http', config: { baseUrl, secretHeaders: [{ name: 'X-Api-Key', value: id }] } };
    expect(await other.refusal('datasinks:create', theirs)).toBe('ACQ-CONFIG');
    const update = { ...text, id: made.id, revision: 1, name: made.name, config: { baseUrl } };
    await ana.call('datasinks:update', update);
    expect(await ana.call('secrets:deleteSecret', { id })).toEqual({});
  });
});

describe('a credential that an earlier release saved in clear', () => {
  const old = {
    baseUrl: 'https://user:s3cretpw@example.com/x',
    proxy: 'http://user:s3cretpw@proxy.example.com:3128',
    headers: { 'X-Api-Key': 's3cretpw', 'X-Tenant': 'a' },
  };

  test('is shown to who may edit it, and to no viewer', async () => {
    const { id } = await create({ baseUrl });
    await storedAs(id, old);
    const shown = async (who: Browser) => [
      (await who.call('datasinks:list', {})).find((each) => each.id === id),
      await who.call('datasinks:find', { id }),
      ...(await who.call('datasinks:listVersions', { id })),
    ];
    for (const each of await shown(ana)) expect(each).toMatchObject({ config: old });
    const masked = await shown(viewer);
    expect(masked).toHaveLength(3);
    for (const each of masked)
      expect(each).toMatchObject({
        config: {
          baseUrl: 'https://***@example.com/x',
          proxy: 'http://***@proxy.example.com:3128',
          headers: { 'X-Api-Key': '***', 'X-Tenant': 'a' },
        },
      });
    expect(JSON.stringify(masked)).not.toContain('s3cretpw');
  });

  test('may stay when the data sink is renamed, and is not changed for another one', async () => {
    const made = await create({ baseUrl });
    const config = await storedAs(made.id, old);
    const change = (revision: number, name: string, more: object) =>
      ana.call('datasinks:update', { ...text, id: made.id, revision, name, config: { ...config, ...more } });
    expect(await change(2, `renamed${made.name}`, {})).toMatchObject({ revision: 3 });
    await expect(change(3, made.name, { baseUrl: 'https://user:0ther@example.com/x' })).rejects.toMatchObject({
      data: { fields: { baseUrl: 'CONFIG_URL_CREDENTIALS' } },
    });
    await expect(change(3, made.name, { headers: { 'X-Api-Key': 'other' } })).rejects.toMatchObject({
      data: { fields: { 'headers.X-Api-Key': 'CONFIG_HEADER_CREDENTIAL' } },
    });
  });

  test('in the address of a lookup is shown to no viewer', async () => {
    const { id } = await ana.call('lookups:create', { ...text, name: 'sites', format: 'csv', separator: null, keyColumn: 'k' });
    const url = 'https://nowhere.invalid/a.csv?v=1&X-Amz-Signature=s3cretpw';
    await ana.call('lookups:setRefresh', { id, url, everyMs: 3_600_000, credentials: { kind: 'none' } });
    const shown = async (who: Browser) => [
      (await who.call('lookups:find', { id })).refresh?.url,
      (await who.call('lookups:list', {})).find((each) => each.id === id)?.refresh?.url,
    ];
    const withUser = { id, url: 'https://user:s3cretpw@nowhere.invalid/', everyMs: 3_600_000, credentials: { kind: 'none' as const } };
    await expect(ana.call('lookups:setRefresh', withUser)).rejects.toMatchObject({ data: { fields: { url: 'URL_CREDENTIALS' } } });
    expect(await shown(ana)).toEqual([url, url]);
    const masked = 'https://nowhere.invalid/a.csv?v=1&X-Amz-Signature=***';
    expect(await shown(viewer)).toEqual([masked, masked]);
  });
});

describe('a credential in a step', () => {
  const at = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const documentOf = (listenerId: string, datasinkId: string, config: object) => ({
    format: 1 as const,
    nodes: [
      { ...at, id: 'in', kind: 'label' as const, listenerId, labelId: 'all' },
      {
        ...at,
        id: 'out',
        kind: 'datasink' as const,
        datasinkId,
        component: 'http',
        version: '1.0.0',
        config: config as Record<string, unknown>,
      },
    ],
    links: [{ id: 'l', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
  });
  const pipeline = async (config: object) => {
    const listener = await ana.call('listeners:create', {
      ...text,
      name: `l${(count += 1)}`,
      component: 'http',
      clusterId: testCluster,
      config: { port: 2000 + count },
    });
    const datasink = await create({ baseUrl });
    const document = documentOf(listener.id, datasink.id, config);
    return { document, ...(await ana.call('pipelines:create', { ...text, name: `p${(count += 1)}`, document })) };
  };
  const publish = (id: string) =>
    ana.call('pipelines:publishVersion', { id, revision: 1, kind: 'minor', versionName: '', clusterIds: [testCluster] });

  test.each([
    ['a header', { url: '/x', headers: { 'X-Api-Key': 's3cretpw' } }, 'CONFIG_HEADER_CREDENTIAL'],
    ['an address', { url: 'https://user:s3cretpw@example.com/${a}' }, 'CONFIG_URL_CREDENTIALS'],
    ['a query', { url: '/x?id=${a}&access_token=s3cretpw' }, 'CONFIG_QUERY_CREDENTIAL'],
  ])('keeps a draft from being published, and is shown to no viewer: %s', async (_where, config, fault) => {
    const { id } = await pipeline(config);
    await expect(publish(id)).rejects.toMatchObject({
      code: 'ACQ-NOT-PUBLISHABLE',
      data: { fields: { problem: 'config', node: 'out', fault } },
    });
    expect(JSON.stringify(await ana.call('pipelines:getVersion', { id, version: 'Main' }))).toContain('s3cretpw');
    const shown = await viewer.call('pipelines:getVersion', { id, version: 'Main' });
    expect(JSON.stringify(shown)).toContain('***');
    expect(JSON.stringify(shown)).not.toContain('s3cretpw');
  });

  test('of a version that runs lets it be stopped and started again', async () => {
    const { id, document } = await pipeline({ url: '/x' });
    const { version } = await publish(id);
    const old = {
      ...document,
      nodes: document.nodes.map((node) =>
        node.kind === 'datasink' ? { ...node, config: { url: '/x', headers: { 'X-Api-Key': 's3cretpw' } } } : node,
      ),
    };
    await server.db.database.withTenant(ana.tenantId, (tx) =>
      tx.update(versions).set({ document: old }).where(eq(versions.pipelineId, id)),
    );
    await ana.call('pipelines:stopVersion', { id, version, clusterIds: [testCluster] });
    expect(await ana.call('pipelines:startVersion', { id, version, clusterIds: [testCluster] })).toMatchObject({ status: 'running' });
    expect(JSON.stringify(await viewer.call('pipelines:getVersion', { id, version }))).not.toContain('s3cretpw');
  });
});
