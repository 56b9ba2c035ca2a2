import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditVerifyCommand } from './audit-verify.ts';
import { clusterCreateCommand } from './cluster-create.ts';
import { clusterRemoveCommand } from './cluster-remove.ts';
import { clusterRemoveWorkerCommand } from './cluster-remove-worker.ts';
import { clusterEnrolCommand } from './cluster-enrol.ts';
import { installationEgressCommand } from './installation-egress.ts';
import { installationOperatorCommand } from './installation-operator.ts';
import { keysRotateCommand } from './keys-rotate.ts';
import { tenantFeaturesCommand } from './tenant-features.ts';
import { tenantTrialCommand } from './tenant-trial.ts';

/** What the server answers next, and what it was asked. */
let next: { readonly status: number; readonly body: unknown };
let asked: string[] = [];
let input: unknown;
let server: Server;
let env: Record<string, string>;
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      input = JSON.parse(body);
      response.writeHead(next.status, { 'content-type': 'application/json' }).end(JSON.stringify(next.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  env = { ACEQUIA_URL: `http://127.0.0.1:${(server.address() as { port: number }).port}`, ACEQUIA_OPERATOR_TOKEN: 'the token' };
});
afterAll(() => void server.close());

async function run(command: typeof keysRotateCommand, body: unknown, status = 200, args: string[] = []) {
  next = { status, body };
  asked = [];
  const lines: string[] = [];
  const code = await command(args, (line) => lines.push(line), env);
  return { code, text: lines.join('\n') };
}

test('a rotation says what it sealed; a key of the environment says how to replace it', async () => {
  expect(await run(keysRotateCommand, { keys: 3 })).toMatchObject({ code: 0, text: expect.stringContaining('3 keys') as string });
  expect(asked).toEqual(['POST /operator/keys/rotate Bearer the token']);
  expect(await run(keysRotateCommand, { keys: null })).toMatchObject({
    code: 1,
    text: expect.stringContaining('ACEQUIA_KEK_PREVIOUS') as string,
  });
  expect((await run(keysRotateCommand, { code: 'ACQ-NOT-FOUND', fields: {} }, 404)).code).toBe(1);
});

test('a log that is not whole does not end with 0', async () => {
  const whole = { slug: 'north', rows: 12, heads: 1, broken: null };
  expect(await run(auditVerifyCommand, { tenants: [whole] })).toEqual({
    code: 0,
    text: 'north: intact rows: 12, matching saved hashes: 1.',
  });
  const broken = { slug: 'south', rows: 4, heads: 0, broken: { seq: 5, what: 'missing' } };
  expect(await run(auditVerifyCommand, { tenants: [whole, broken] })).toMatchObject({
    code: 1,
    text: expect.stringContaining('south: row 5 is missing.') as string,
  });
  expect((await run(auditVerifyCommand, { code: 'ACQ-NOT-FOUND', fields: {} }, 404)).code).toBe(2);
});

test('a tenant has the features that are named; a feature nobody knows is refused with its code', async () => {
  expect(await run(tenantFeaturesCommand, {}, 200, ['north', 'api-keys'])).toEqual({ code: 0, text: 'north has: api-keys.' });
  expect(asked).toEqual(['POST /operator/tenant/features Bearer the token']);
  expect(await run(tenantFeaturesCommand, { code: 'WEB-00022', fields: {} }, 400, ['north', 'x'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('WEB-00022') as string,
  });
  expect((await run(tenantFeaturesCommand, {}, 200, ['--help'])).code).toBe(2);
});

test('wrong use says how and asks nothing', async () => {
  for (const command of [keysRotateCommand, auditVerifyCommand]) {
    expect(await run(command, {}, 200, ['now'])).toMatchObject({ code: 2, text: expect.stringContaining('Usage: acequia') as string });
    expect(asked).toEqual([]);
  }
});

test('a trial is extended, ended or removed as asked; what is mistyped asks nothing', async () => {
  const endsAt = Date.UTC(2027, 0, 31);
  expect(await run(tenantTrialCommand, { trialEndsAt: endsAt }, 200, ['north', 'extend', '30'])).toEqual({
    code: 0,
    text: 'The trial of north ends at 2027-01-31T00:00:00.000Z.',
  });
  expect(asked).toEqual(['POST /operator/tenant/trial Bearer the token']);
  expect((await run(tenantTrialCommand, { trialEndsAt: null }, 200, ['north', 'remove'])).text).toBe('north no longer has a trial.');
  expect((await run(tenantTrialCommand, { code: 'ACQ-NOT-FOUND', fields: {} }, 404, ['south', 'end'])).code).toBe(1);
  for (const args of [[], ['north'], ['north', 'extend'], ['north', 'extend', '0'], ['north', 'extend', '-1'], ['north', 'end', 'now']]) {
    expect((await run(tenantTrialCommand, {}, 200, args)).code).toBe(2);
    expect(asked).toEqual([]);
  }
});

test('a cluster is made with what was said of it, and the command for its worker is printed whole', async () => {
  const made = ['far', '--host', 'far.example.com', '--ports', '5000-5999', '--file-roots', '/srv/logs,cold=/mnt/cold'];
  const { code, text } = await run(clusterCreateCommand, { token: 'a-token' }, 200, made);
  expect([code, asked]).toEqual([0, ['POST /operator/cluster/create Bearer the token']]);
  expect(input).toEqual({
    name: 'far',
    host: 'far.example.com',
    ports: { from: 5000, to: 5999 },
    fileRoots: ['/srv/logs', 'cold=/mnt/cold'],
  });
  expect(text).toContain(`acequia worker --server ${env['ACEQUIA_URL']} --data ./worker --token a-token`);
  expect(await run(clusterEnrolCommand, { token: 'another' }, 200, ['far'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('--token another') as string,
  });
  expect(asked).toEqual(['POST /operator/cluster/enrol Bearer the token']);
  expect((await run(clusterEnrolCommand, { code: 'ACQ-NOT-FOUND', fields: {} }, 404, ['none'])).code).toBe(1);
});

test.each([[], ['far'], ['far', 'near', '--host', 'x'], ['far', '--host', 'x', '--ports', '80'], ['far', '--hots', 'x']])(
  'a cluster is not made of %j',
  async (...args) => {
    expect(await run(clusterCreateCommand, {}, 200, args)).toMatchObject({
      code: 2,
      text: expect.stringContaining('Usage: acequia cluster create') as string,
    });
    expect(asked).toEqual([]);
  },
);

test('addresses that may be called are shown and changed; one that cannot be read asks nothing', async () => {
  const north = { id: '0d3b7a52-4a0e-4d3a-9d55-0b9f3f2d6a11', slug: 'north', name: 'North' };
  const rules = [{ address: '10.0.0.0/8', port: null, tenantId: null }];
  const egress = { mode: 'open', private: 'rules', loopback: true, rules, tenants: [north] };
  const closed = 'closed. --loopback on works only with a single organization; --allow 127.0.0.1 opens it.';
  expect(await run(installationEgressCommand, egress)).toEqual({
    code: 0,
    text: `Private addresses: only those below. This machine itself: ${closed}\n  10.0.0.0/8`,
  });
  expect(asked).toEqual(['POST /operator/installation/egress Bearer the token']);
  const listed = { ...egress, rules: [{ address: '127.0.0.1', port: null, tenantId: null }] };
  expect((await run(installationEgressCommand, listed)).text).toBe(
    'Private addresses: only those below. This machine itself: as listed below.\n  127.0.0.1',
  );
  const alone = { ...egress, private: 'open', rules: [] };
  expect((await run(installationEgressCommand, alone)).text).toContain('With a second organization, this machine itself is closed to all.');
  expect((await run(installationEgressCommand, { ...alone, rules: listed.rules })).text).not.toContain('second organization');
  asked.length = 1;
  const change = ['--allow', '[fd12::/16]:6514@north', '--allow', 'siem.example.com', '--remove', '10.0.0.0/8', '--loopback', 'off'];
  expect((await run(installationEgressCommand, egress, 200, change)).code).toBe(0);
  expect(input).toEqual({
    loopback: false,
    rules: [
      { address: 'fd12::/16', port: 6514, tenantId: north.id },
      { address: 'siem.example.com', port: null, tenantId: null },
    ],
  });
  await run(installationEgressCommand, { ...egress, rules: null }, 200, ['--none']);
  expect(input).toEqual({ loopback: true, rules: [] });
  const unknown = await run(installationEgressCommand, egress, 200, ['--allow', '10.0.0.1@south']);
  expect(unknown).toEqual({ code: 1, text: 'There is no organization south.' });
  expect(asked).toHaveLength(1);
  expect((await run(installationEgressCommand, egress, 200, ['--loopback', 'maybe'])).code).toBe(2);
});

test('the organization that runs the installation is named by the operator', async () => {
  expect((await run(installationOperatorCommand, {}, 200, ['north'])).text).toBe('Owners of north can change the installation.');
  expect(input).toEqual({ slug: 'north', operator: true });
  await run(installationOperatorCommand, {}, 200, ['north', '--remove']);
  expect(input).toEqual({ slug: 'north', operator: false });
  expect((await run(installationOperatorCommand, {}, 200, [])).code).toBe(2);
});

test('a worker or a cluster is removed by name; a refusal is said in words, and what is mistyped asks nothing', async () => {
  expect(await run(clusterRemoveCommand, {}, 200, ['far'])).toEqual({ code: 0, text: 'The cluster far is removed.' });
  expect([asked, input]).toEqual([['POST /operator/cluster/remove Bearer the token'], { name: 'far' }]);
  const online = { code: 'ACQ-WORKER-ONLINE', fields: { name: 'one' } };
  expect(await run(clusterRemoveWorkerCommand, online, 409, ['far', 'one'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('Stop it, wait a minute, then remove it') as string,
  });
  expect(input).toEqual({ name: 'far', worker: 'one' });
  for (const [command, args] of [
    [clusterRemoveCommand, []],
    [clusterRemoveCommand, ['far', 'near']],
    [clusterRemoveWorkerCommand, ['far']],
    [clusterRemoveWorkerCommand, ['far', '--help']],
  ] as const) {
    expect((await run(command, {}, 200, [...args])).code).toBe(2);
    expect(asked).toEqual([]);
  }
});
