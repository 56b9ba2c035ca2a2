import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedCatalogue } from '../../catalogue/catalogue.ts';
import { createTestApp, testCluster, type TestApp } from '../../test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ catalogue: shippedCatalogue });
});
afterAll(() => server.stop());
const words = (name: string) => ({ name, description: '', tags: [] });

test('the demo is made once and leaves nothing behind', async () => {
  const owner = await server.user('owner');
  await owner.call('tenants:createDemo', {});
  await owner.call('tenants:createDemo', {});
  expect((await owner.call('pipelines:list', {})).map(({ name }) => name)).toEqual(['Demo']);
  await owner.call('tenants:removeDemo', {});
  for (const name of ['pipelines:list', 'listeners:list', 'datasinks:list'] as const) expect(await owner.call(name, {})).toEqual([]);
});

test('two who remove the demo at once both succeed', async () => {
  const owner = await server.user('owner');
  await owner.call('tenants:createDemo', {});
  await Promise.all(Array.from({ length: 4 }, () => owner.call('tenants:removeDemo', {})));
  expect(await owner.call('pipelines:list', {})).toEqual([]);
});

test('does not take a name that is in use, and then makes nothing at all', async () => {
  const first = await server.user('owner');
  const generator = { component: 'data-generator', config: { template: 'apache-access', rate: 1 }, clusterId: testCluster };
  await first.call('listeners:create', { ...words('Demo web server'), ...generator });
  expect(await first.refusal('tenants:createDemo', {})).toBe('WEB-00031');
  const second = await server.user('owner');
  await second.call('pipelines:create', words('Demo'));
  expect(await second.refusal('tenants:createDemo', {})).toBe('WEB-12006');
  expect(await second.call('listeners:list', {})).toEqual([]);
});
