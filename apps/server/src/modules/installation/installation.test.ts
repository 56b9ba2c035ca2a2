import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EgressRule } from '@acequia/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, testCluster, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: TestApp;
/** Owner of the first run's organization. */
let ana: Browser;
let worker: TestWorker;
let inside: string;
let asked = 0;
const table = createServer((_request, response) => {
  asked += 1;
  response.end('k\na\n');
});

const operator = async (command: string, body: unknown) => {
  const answer = await fetch(`${server.url}/operator/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { code?: string; id: string } };
};
const rule = (address: string, port: number | null = null, tenantId: string | null = null): EgressRule => ({ address, port, tenantId });
/** The latest rule that a running worker was sent, once it looks like this. */
const workerHas = (expected: object) =>
  vi.waitFor(
    () => {
      const sent = worker.messages.findLast((message) => message.type === 'deployment');
      expect(sent?.type === 'deployment' && sent.deployment.cluster.egress).toMatchObject(expected);
    },
    { timeout: 30_000 },
  );
let made = 0;
/** A lookup of a tenant's that is fetched from an address; resolves to its id once it was tried. Rejects when the address is refused. */
const lookupFrom = async (user: Browser, url: string): Promise<string> => {
  const name = `t${(made += 1)}`;
  const { id } = await user.call('lookups:create', { name, description: '', tags: [], format: 'csv', separator: null, keyColumn: 'k' });
  await user.call('lookups:setRefresh', { id, url, everyMs: 3_600_000, credentials: { kind: 'none' } });
  await faultSince(user, id, 0);
  return id;
};
/** What came of trying it after a time. */
const faultSince = (user: Browser, id: string, sinceMs: number): Promise<string | undefined> =>
  vi.waitFor(
    async () => {
      const { refresh } = await user.call('lookups:find', { id });
      expect(refresh?.checkedAt ?? 0).toBeGreaterThan(sinceMs);
      return refresh?.fault?.code;
    },
    { timeout: 30_000 },
  );
/** The rule by which an address is refused when it is saved. */
const ruleAgainst = async (user: Browser, url: string): Promise<unknown> =>
  lookupFrom(user, url).then(
    () => undefined,
    (error: unknown) => (error as { readonly data?: { readonly fields?: { readonly url?: unknown } } }).data?.fields?.url,
  );

beforeAll(async () => {
  server = await createTestApp({ egressRules: null, probeBudget: { ofUser: 30, ofTenant: 40 } });
  ana = await server.firstOwner();
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.connect();
  await new Promise<void>((resolve) => table.listen(0, '127.0.0.1', resolve));
  inside = `http://127.0.0.1:${(table.address() as AddressInfo).port}/t.csv`;
});
beforeEach(() => {
  asked = 0;
});
afterAll(async () => {
  table.closeAllConnections();
  table.close();
  worker.close();
  await server.stop();
});

test('the only organization reaches its own machine, but no door of the installation, however it is spelled', async () => {
  expect(await faultSince(ana, await lookupFrom(ana, inside), 0)).toBeUndefined();
  expect(asked).toBe(1);
  const { port } = new URL(server.url);
  for (const host of ['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0', '[::]'])
    expect(await ruleAgainst(ana, `http://${host}:${port}/metrics`), host).toBe(
      host === '0.0.0.0' || host === '[::]' ? 'EGRESS_NEVER' : 'EGRESS_OWN',
    );
  await workerHas({ mode: 'open', loopback: true, own: [`local:${port}`] });
});

test('the setting that closes the own machine takes effect at once, here and in running workers', async () => {
  const id = await lookupFrom(ana, inside);
  const { refresh } = await ana.call('lookups:find', { id });
  asked = 0;
  await ana.call('installation:updateEgress', { loopback: false, rules: [] });
  await ana.call('lookups:refreshNow', { id });
  expect(await faultSince(ana, id, refresh!.checkedAt!)).toBe('EGRESS_REFUSED');
  expect(await ruleAgainst(ana, inside)).toBe('EGRESS_LOOPBACK');
  expect(asked).toBe(0);
  await workerHas({ mode: 'open', loopback: false });
  await server.db.database.gate.execute('update installation set egress_rules = null, egress_loopback = true');
});

test('a second organization is refused until somebody has said which private addresses may be called', async () => {
  expect(await operator('tenant/create', { name: 'Second', owner: 'b@example.com' })).toMatchObject({
    status: 409,
    body: { code: 'ACQ-EGRESS-RULES' },
  });
  expect(await ana.call('installation:getEgress', {})).toMatchObject({ private: 'open', rules: null, mode: 'open' });
  await ana.call('installation:updateEgress', { loopback: true, rules: [] });
  const { status, body } = await operator('tenant/create', { name: 'Second', owner: 'b@example.com' });
  expect(status).toBe(200);
  await workerHas({ mode: 'public-only', loopback: false, allowed: [] });
  expect(await ana.call('installation:getEgress', {})).toMatchObject({ private: 'rules', rules: [] });
  expect(await ruleAgainst(ana, inside)).toBe('EGRESS_LOOPBACK');
  expect(asked).toBe(0);

  const bea = await server.user('owner', body.id);
  const { port } = new URL(inside);
  await ana.call('installation:updateEgress', { loopback: true, rules: [rule('127.0.0.1', Number(port), body.id)] });
  expect(await faultSince(bea, await lookupFrom(bea, inside), 0)).toBeUndefined();
  expect(await ruleAgainst(bea, `http://127.0.0.1:${Number(port) + 1}/`)).toBe('EGRESS_LOOPBACK');
  expect(await ruleAgainst(ana, inside)).toBe('EGRESS_LOOPBACK');
  await workerHas({ allowed: [], tenants: { [body.id]: [`127.0.0.1:${port}`] } });
});

test('only owners of the operator’s organization see and change it; the operator says which organization that is', async () => {
  const bea = await server.user('owner');
  const admin = await server.user('admin', ana.tenantId);
  for (const user of [bea, admin]) {
    expect(await user.refusal('installation:getEgress', {})).toBe('WEB-00027');
    expect(await user.refusal('installation:updateEgress', { loopback: true, rules: [rule('0.0.0.0/0')] })).toBe('WEB-00027');
  }
  expect((await ana.call('auth:session', {})).user.AccessMap.Permissions).toContain('installation:update');
  expect((await bea.call('auth:session', {})).user.AccessMap.Permissions).not.toContain('installation:read');
  await operator('installation/operator', { slug: bea.tenantId, operator: true });
  expect(await bea.call('installation:getEgress', {})).toMatchObject({ mode: 'open' });
  await operator('installation/operator', { slug: bea.tenantId, operator: false });
  expect(await bea.refusal('installation:getEgress', {})).toBe('WEB-00027');
  expect((await operator('installation/operator', { slug: 'nobody', operator: true })).status).toBe(404);
});

test.each([
  '',
  '10.0.0.0/33',
  '10.0.0',
  '10.0.0.0/8/8',
  'fd00::/129',
  '[fd00::1]',
  'fe80::1%eth0',
  'a b',
  'host:80',
  '-a.example',
  '*',
  '*.',
])('what is no address is no rule: %s', async (address) => {
  const refusal = await ana.refusal('installation:updateEgress', { loopback: true, rules: [rule('10.0.0.1'), rule(address)] });
  expect(refusal).toBe(address === '' ? 'WEB-00022' : 'ACQ-EGRESS-ADDRESS');
});

test('rules are kept once each, as they are compared; the operator changes the same ones', async () => {
  const rules = ['10.0.0.0/8', 'SIEM.example.com', 'siem.example.com', '*.corp.example', 'fd00::/8'].map((address) => rule(address));
  const { rules: kept } = await ana.call('installation:updateEgress', { loopback: true, rules });
  expect(kept?.map(({ address }) => address)).toEqual(['10.0.0.0/8', 'siem.example.com', '*.corp.example', 'fd00::/8']);
  await operator('installation/update-egress', { loopback: false, rules: [rule('192.168.0.0/16')] });
  expect(await ana.call('installation:getEgress', {})).toMatchObject({ loopback: false, rules: [rule('192.168.0.0/16')] });
});

test('a person’s tests of addresses have a budget, and their organization one: they are no port scanner', async () => {
  const users = [await server.user('owner')];
  users.push(await server.user('admin', users[0]!.tenantId));
  const codes: string[] = [];
  for (const user of users)
    for (let at = 0; at < 35; at += 1)
      codes.push(await user.refusal('datasinks:probe', { clusterId: 'CL_none', component: 'http', config: {} }));
  expect(codes.slice(0, 30)).not.toContain('ACQ-TOO-MANY');
  expect(codes.slice(30, 35).filter((code) => code === 'ACQ-TOO-MANY').length).toBeGreaterThanOrEqual(3);
  expect(codes.slice(35).filter((code) => code !== 'ACQ-TOO-MANY').length).toBeLessThan(20);
});
