import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@acequia/base';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { writeChange } from '../dispatch/write-change.ts';
import { createTestApp, type Browser, type TestApp } from '../test-app.ts';
import { embeddedConnection } from './connection.ts';
import { openDatabase } from './database.ts';
import { readPostmaster } from './embedded/postmaster.ts';
import { startEmbedded } from './embedded/supervisor.ts';
import { migrate } from './migrate.ts';
import { startTestServer, testKek, testRoles, type TestDatabase, type TestServer } from './test-database.ts';
import { freezeDatabase, postmasterOf } from './test-freeze.ts';
import { openTestWay } from './test-way.ts';

let postgres: TestServer;
beforeAll(async () => {
  postgres = await startTestServer();
});
afterAll(() => postgres.stop());

const undo: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function appOn(db: TestDatabase): Promise<{ readonly server: TestApp; readonly ana: Browser }> {
  const server = await createTestApp({ db });
  undo.push(() => server.app.stop());
  return { server, ana: await server.firstOwner() };
}

/** Of a database that is made to hang: short, but enough for a busy machine. */
const hangStatementMs = 1000;
const bound = { timeout: 20_000 };

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
}

/** Somebody who reads and writes without a pause until `stop`, which gives all answers. */
const betweenCallsMs = 80;

function startCalls(server: TestApp, ana: Browser) {
  const answers: Answer[] = [];
  let stopped = false;
  let saved = 0;
  const ask = async (name: string, input: unknown): Promise<Answer> => {
    const response = await ana.fetch(`/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-acequia': 'test' },
      body: JSON.stringify({ json: input }),
    });
    const { json } = (await response.json()) as { readonly json?: { readonly code?: string } | null };
    const answer = { status: response.status, code: json?.code, retryAfter: response.headers.get('retry-after') };
    answers.push(answer);
    return answer;
  };
  const save = () =>
    ask('secrets/create', {
      name: `of ${saved++}`,
      description: 'x'.repeat(1000),
      tags: [],
      value: 'v'.repeat(20_000),
      expirationDate: Date.now() + 86_400_000,
    });
  const read = () => ask('secrets/list', {});
  const loop = async (call: () => Promise<unknown>) => {
    while (!stopped) {
      await call();
      // Below the budget of one person's calls, also while each is refused at once.
      await new Promise((resolve) => setTimeout(resolve, betweenCallsMs));
    }
  };
  const healthy = () => server.app.http.inject('/healthz').then(({ statusCode }) => statusCode);
  const running = Promise.all([loop(read), loop(save), loop(() => ask('tenants/list', {})), loop(healthy)]);
  const stop = async () => {
    stopped = true;
    await running;
    return answers;
  };
  undo.push(stop);
  return { answers, save, read, stop };
}

/** Every answer is the wanted one, or says that the database cannot answer now. */
function expectHonest(answers: readonly Answer[]): void {
  const unlike = answers.filter(
    ({ status, code, retryAfter }) =>
      status !== 200 &&
      !(status === 503 && ['ACQ-DATABASE-UNAVAILABLE', 'ACQ-DATABASE-FULL'].includes(code ?? '') && Number(retryAfter) > 0),
  );
  expect(unlike).toEqual([]);
}

test('kill -9 of the embedded database: requests answer 503 with a code and Retry-After, and all comes back, with the change feed', async () => {
  const db = await postgres.createDatabase();
  undo.push(() => db.drop());
  const { server, ana } = await appOn(db);
  const calls = startCalls(server, ana);
  for (let round = 0; round < 3; round += 1) {
    const before = calls.answers.length;
    await expect.poll(() => calls.answers.slice(before).filter(({ status }) => status === 200).length).toBeGreaterThan(20);
    process.kill(await postmasterOf(db), 'SIGKILL');
    await expect.poll(() => calls.answers.slice(before).some(({ status }) => status === 503)).toBe(true);
    const refused = calls.answers.length;
    await expect.poll(() => calls.answers.slice(refused).some(({ status }) => status === 200)).toBe(true);
  }
  expectHonest(await calls.stop());
  const seen: string[] = [];
  server.app.relay.subscribe(({ id }) => void seen.push(id));
  await db.database.withTenant(ana.tenantId, (tx) => writeChange({ tx, tenantId: ana.tenantId, now: 1 }, 'pipeline', 'PL_after'));
  await expect.poll(() => seen).toContain('PL_after');
  const listening = async () => {
    const owner = new Client(db.owner);
    await owner.connect();
    const { rows } = await owner.query("select count(*)::int as count from pg_stat_activity where application_name = 'acequia relay'");
    await owner.end();
    return (rows[0] as { readonly count: number }).count;
  };
  // One hears of changes, one of who has an editor open; none is left of the outages.
  await expect.poll(listening).toBe(2);
});

test('an external database that goes and comes back: the same answers, and all goes through again', async () => {
  const db = await postgres.createDatabase();
  undo.push(() => db.drop());
  const way = await openTestWay(db);
  undo.push(() => way.db.database.close());
  undo.push(() => way.close());
  const { server, ana } = await appOn(way.db);
  const calls = startCalls(server, ana);
  for (let round = 0; round < 3; round += 1) {
    const before = calls.answers.length;
    await expect.poll(() => calls.answers.slice(before).some(({ status }) => status === 200)).toBe(true);
    await way.close();
    await expect.poll(() => calls.answers.at(-1)?.status).toBe(503);
    await way.open();
  }
  await expect.poll(() => calls.answers.at(-1)?.status).toBe(200);
  expectHonest(await calls.stop());
});

test('an embedded database that hangs: calls that wait for it answer 503, and all goes through when it goes on', async () => {
  const db = await postgres.createDatabase(hangStatementMs);
  undo.push(() => db.drop());
  const { server, ana } = await appOn(db);
  const seen: string[] = [];
  server.app.relay.subscribe(({ id }) => void seen.push(id));
  const calls = startCalls(server, ana);
  for (let round = 0; round < 2; round += 1) {
    const before = calls.answers.length;
    await expect.poll(() => calls.answers.slice(before).filter(({ status }) => status === 200).length, bound).toBeGreaterThan(20);
    const thaw = await freezeDatabase(db);
    undo.push(thaw);
    const waiting = Promise.all([calls.save(), calls.save()]);
    // More of them than the pool has connections: none is left with one that does not answer.
    const reading = await Promise.all(Array.from({ length: 24 }, () => calls.read()));
    for (const { status, code } of [...reading, ...(await waiting)])
      expect({ status, code }).toEqual({ status: 503, code: 'ACQ-DATABASE-UNAVAILABLE' });
    thaw();
    await expect.poll(async () => (await calls.save()).status, bound).toBe(200);
  }
  expectHonest(await calls.stop());
  await db.database.withTenant(ana.tenantId, (tx) => writeChange({ tx, tenantId: ana.tenantId, now: 1 }, 'pipeline', 'PL_after'));
  await expect.poll(() => seen, bound).toContain('PL_after');
});

test('a database that hangs: no call of a steady stream waits longer than its bound, whatever waits before it', async () => {
  const statementMs = 500;
  const db = await postgres.createDatabase(statementMs);
  undo.push(() => db.drop());
  const { ana } = await appOn(db);
  const ask = async (name: string, input: unknown) => {
    const begun = performance.now();
    const response = await ana.fetch(`/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-acequia': 'test' },
      body: JSON.stringify({ json: input }),
    });
    await response.text();
    const retry = Number(response.headers.get('retry-after'));
    return { name, status: response.status, retry, ms: performance.now() - begun };
  };
  const secret = { description: 'x', tags: [], value: 'v'.repeat(20_000), expirationDate: Date.now() + 86_400_000 };
  await ask('secrets/list', {});
  const thaw = await freezeDatabase(db);
  undo.push(thaw);
  const asked: ReturnType<typeof ask>[] = [];
  // Waves of more calls than the pools have connections, while the first are still waiting.
  for (let wave = 0; wave < 24; wave += 1) {
    for (const name of ['secrets/list', 'tenants/list', 'alerts/list', 'pipelines/list']) asked.push(ask(name, {}));
    asked.push(ask('secrets/create', { ...secret, name: `of ${wave}` }));
    await new Promise((resolve) => setTimeout(resolve, statementMs / 4));
  }
  const answers = await Promise.all(asked);
  thaw();
  expect(answers.filter(({ status, retry }) => status !== 503 || !(retry > 0))).toEqual([]);
  const boundMs = 2 * statementMs;
  expect(answers.filter(({ ms }) => ms > 3 * boundMs)).toEqual([]);
  await expect.poll(async () => (await ask('secrets/list', {})).status, bound).toBe(200);
}, 60_000);

test('a server whose database hangs can be stopped', async () => {
  const db = await postgres.createDatabase(hangStatementMs);
  undo.push(() => db.drop());
  const { server } = await appOn(db);
  undo.push(await freezeDatabase(db));
  await server.app.stop();
});

const diskMb = 220;
/** Left free: what a few seconds of changes fill. */
const freeMb = 1;
const canMount = process.getuid?.() === 0;

test.runIf(canMount).each([
  ['while the database runs', false],
  ['while the database is killed and cannot start', true],
])('a full disk of the database, %s: 503 with a code until there is space, then all goes through again', async (_name, killed) => {
  const disk = mkdtempSync(path.join(tmpdir(), 'acequia-pg-disk-'));
  undo.push(() => rmSync(disk, { recursive: true, force: true }));
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=755`, 'tmpfs', disk]).status).toBe(0);
  undo.push(() => spawnSync('umount', ['-l', disk]));
  mkdirSync(path.join(disk, 'keys'));
  const embedded = await startEmbedded({
    folder: path.join(disk, 'postgres'),
    passwordFile: path.join(disk, 'keys', 'password'),
    clock: systemClock,
  });
  undo.push(() => embedded.stop());
  const owner = embeddedConnection(embedded.address, 'postgres');
  await migrate(owner, testRoles, testKek);
  const database = openDatabase(owner, testRoles, testKek);
  undo.push(() => database.close());
  const { server, ana } = await appOn({ database, owner, kek: testKek, drop: () => Promise.resolve() });
  const filler = path.join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - freeMb * 1024 * 1024)));
  const calls = startCalls(server, ana);
  await expect.poll(() => calls.answers.some(({ status }) => status === 503), { timeout: 60_000 }).toBe(true);
  if (killed) {
    const living = readPostmaster(path.join(disk, 'postgres'));
    if (living) process.kill(living.pid, 'SIGKILL');
    await expect.poll(() => calls.answers.at(-1)).toMatchObject({ status: 503, code: 'ACQ-DATABASE-UNAVAILABLE' });
  }
  const refused = calls.answers.length;
  truncateSync(filler, 0);
  await expect.poll(async () => (await calls.save()).status, { timeout: 10_000 }).toBe(200);
  expect(calls.answers.length).toBeGreaterThan(refused);
  expectHonest(await calls.stop());
});
