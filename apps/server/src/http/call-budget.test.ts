import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../test-app.ts';

let server: TestApp;
let ana: Browser;
beforeAll(async () => {
  server = await createTestApp({ callLimit: { perSecond: 0.001, burst: 20 } });
  ana = await server.user('owner');
});
afterAll(() => server.stop());

const list = (browser: Browser, headers: Record<string, string> = {}) =>
  browser.fetch('/api/v1/pipelines', { headers: { 'x-acequia': '1', ...headers } });

test('who makes up sessions and keys uses up the budget of their address before anything is looked up, and nobody else’s', async () => {
  const { token } = await ana.call('authToken:create', { name: 'k', description: '', expiration: null, role: 'viewer' });
  const key = { authorization: `Bearer ${token}` };
  expect((await list(server.browser(), key)).status).toBe(200);
  const madeUp = (n: number): Record<string, string> =>
    n % 2 === 0 ? { cookie: `__Host-sid=${String(n).padStart(64, 'a')}` } : { authorization: `Bearer acq_key_${n}` };
  const statuses: number[] = [];
  let last: Response | undefined;
  for (let n = 0; n < 30; n += 1) {
    last = await list(server.browser(), madeUp(n));
    statuses.push(last.status);
  }
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(0);
  expect([last?.status, last?.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await last?.json()).toMatchObject({ code: 'ACQ-TOO-MANY', message: expect.stringContaining(' ') as string });
  const docs = await server.browser().fetch('/api/openapi.json', { headers: madeUp(31) });
  expect(docs.status).toBe(429);
  expect([(await list(ana)).status, (await list(server.browser(), key)).status]).toEqual([200, 200]);
});

test('one key or session has a budget, whatever address it comes from', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 25; n += 1) statuses.push((await list(ana)).status);
  expect(statuses.at(-1)).toBe(429);
});
