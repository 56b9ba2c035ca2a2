import { addressFieldsOf, type ConfigSchema } from '@acequia/component-sdk/definition';
import { datasinkDefinitions } from '@acequia/components/definitions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedCatalogue } from '../../catalogue/catalogue.ts';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let ana: Browser;
let count = 0;

/** What each field that leads somewhere needs beside it. */
const around: Readonly<Record<string, object>> = {
  'http baseUrl': {},
  'http proxy': { baseUrl: 'https://siem.example.com' },
  'http tokenUrl': { baseUrl: 'https://siem.example.com', auth: 'oauth2', clientId: 'c', clientSecret: '' },
  'syslog host': { protocol: 'tcp', framing: 'octet-counting', port: 6514 },
};
const marked = Object.values(datasinkDefinitions).flatMap(({ id, creation }) =>
  Object.entries(addressFieldsOf(creation as ConfigSchema)).map(([field, { leadsTo }]) => ({ component: id, field, leadsTo })),
);

beforeAll(async () => {
  server = await createTestApp({ catalogue: shippedCatalogue });
  ana = await server.user('owner');
  await server.user('owner');
});
afterAll(() => server.stop());

const text = { description: '', tags: [] };
async function needed(component: string, field: string): Promise<object> {
  const more = around[`${component} ${field}`]!;
  if (!('clientSecret' in more)) return more;
  const secret = await ana.call('secrets:create', {
    ...text,
    description: 'd',
    name: `secret${(count += 1)}`,
    value: 'v',
    expirationDate: 4_000_000_000_000,
  });
  return { ...more, clientSecret: secret.id };
}
const create = (component: string, config: object) =>
  ana.call('datasinks:create', { ...text, name: `sink${(count += 1)}`, component, config: config as Record<string, unknown> });

test('every field that leads somewhere is known here', () => {
  expect(marked.map(({ component, field }) => `${component} ${field}`).toSorted()).toEqual(Object.keys(around).toSorted());
});

test.each(marked)(
  '$component $field: an address the worker would refuse is refused when it is saved',
  async ({ component, field, leadsTo }) => {
    const more = await needed(component, field);
    for (const [host, rule] of [
      ['169.254.169.254', 'EGRESS_NEVER'],
      ['[::ffff:169.254.169.254]', 'EGRESS_NEVER'],
      ['10.0.0.7', 'EGRESS_PRIVATE'],
    ] as const) {
      const value = leadsTo === 'url' ? `https://${host}/x` : host;
      await expect(create(component, { ...more, [field]: value }), host).rejects.toMatchObject({
        code: 'ACQ-CONFIG',
        data: { fields: { [field]: rule } },
      });
    }
  },
);

test.each(marked)(
  '$component $field: a text that is no address, about which no rule can be asked, is refused when it is saved',
  async ({ component, field, leadsTo }) => {
    const more = await needed(component, field);
    for (const text of leadsTo === 'url'
      ? ['https://[fe80::1%25lo]/', 'https://127.0.0.1:99999', 'https://256.1.1.1/', 'https://[::1/']
      : ['fe80::1%lo', '127.0.0.1:99999', '256.1.1.1'])
      await expect(create(component, { ...more, [field]: text }), text).rejects.toMatchObject({
        code: 'ACQ-CONFIG',
        // The rule about an address is said where it can be read with its zone.
        data: { fields: { [field]: text === 'fe80::1%lo' ? 'EGRESS_NEVER' : 'CONFIG_FORMAT' } },
      });
  },
);

test('an address that is refused in any form is said to be so, not to need https', async () => {
  const { port } = new URL(server.url);
  const { networkInterfaces } = await import('node:os');
  const mine = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).filter(({ family }) => family === 'IPv4'));
  for (const [baseUrl, rule] of [
    ['http://169.254.169.254/', 'EGRESS_NEVER'],
    ['http://0xa9fea9fe/latest', 'EGRESS_NEVER'],
    ['http://[::ffff:169.254.169.254]/', 'EGRESS_NEVER'],
    ['http://10.0.0.7/', 'EGRESS_PRIVATE'],
    [`http://0x7f.1:${port}/`, 'EGRESS_OWN'],
    ...mine.map(({ address }) => [`http://${address}:${port}/`, 'EGRESS_OWN'] as const),
    ['http://siem.example.com/', 'CONFIG_HTTPS'],
  ] as const)
    await expect(create('http', { baseUrl }), baseUrl).rejects.toMatchObject({ code: 'ACQ-CONFIG', data: { fields: { baseUrl: rule } } });
  const made = await create('http', { baseUrl: 'https://siem.example.com' });
  const change = { ...text, id: made.id, revision: 1, name: 'changed', config: { ...made.config, baseUrl: 'http://169.254.1.1' } };
  await expect(ana.call('datasinks:update', change)).rejects.toMatchObject({ data: { fields: { baseUrl: 'EGRESS_NEVER' } } });
});

test('the installation’s own port is refused, and this machine is not where a rule names it', async () => {
  const { port } = new URL(server.url);
  const own = create('http', { baseUrl: `http://localhost:${port}` });
  await expect(own).rejects.toMatchObject({ code: 'ACQ-CONFIG', data: { fields: { baseUrl: 'EGRESS_OWN' } } });
  expect(await create('http', { baseUrl: 'http://127.0.0.1:9' })).toMatchObject({ revision: 1 });
});

test('a data sink whose address is refused since it was saved may be renamed, and leads nowhere else that is', async () => {
  const { installation } = await import('../../db/schema/index.ts');
  const made = await create('syslog', { ...around['syslog host'], host: '127.0.0.1' });
  await server.db.database.gate.update(installation).set({ egressRules: [] });
  const change = (host: string, revision: number) =>
    ana.call('datasinks:update', { ...text, id: made.id, revision, name: `renamed${revision}`, config: { ...made.config, host } });
  expect(await change('127.0.0.1', 1)).toMatchObject({ revision: 2 });
  await expect(change('127.0.0.2', 2)).rejects.toMatchObject({ data: { fields: { host: 'EGRESS_LOOPBACK' } } });
});
