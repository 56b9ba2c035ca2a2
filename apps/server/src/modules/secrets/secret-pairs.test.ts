import { dayMs } from '@acequia/base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedCatalogue } from '../../catalogue/catalogue.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { createCertificate } from '../../tls/self-signed.ts';

let server: TestApp;
let owner: Browser;
beforeAll(async () => {
  server = await createTestApp({ catalogue: shippedCatalogue });
  owner = await server.user('owner');
});
afterAll(() => server.stop());

const texts = { description: 'd', tags: [] };
const secret = async (name: string, value: string) =>
  (await owner.call('secrets:create', { ...texts, name, value, expirationDate: Date.now() + 90 * dayMs })).id;

test.each([
  ['listeners:create', { port: 28_443, path: ['/'], tls: true }, 'certificate', 'privateKey'],
  ['datasinks:create', { baseUrl: 'https://sink.example', tls: true }, 'clientCertificate', 'clientKey'],
] as const)('%s refuses a certificate and a key of two secrets that do not belong together', async (operation, config, first, second) => {
  const [mine, other] = [createCertificate(['a.example'], Date.now()), createCertificate(['b.example'], Date.now())];
  const certificate = await secret(`certificate for ${operation}`, mine.cert);
  const save = (key: string) => ({
    ...texts,
    name: operation,
    component: 'http',
    clusterId: testCluster,
    config: { ...config, [first]: certificate, [second]: key },
  });
  const [right, wrong] = [await secret(`its key for ${operation}`, mine.key), await secret(`another key for ${operation}`, other.key)];
  expect(await owner.refusal(operation, save(wrong))).toBe('ACQ-PEM-PAIR');
  expect(await owner.call(operation, save(right))).toMatchObject({ name: operation });
});
