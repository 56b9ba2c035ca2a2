import { silentLog, systemClock, type Log } from '@acequia/base';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openJobStore } from '../db/job-store.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { startTenantJobs, type TenantJob, type TenantJobs, type TenantQueue } from './tenant-jobs.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const servers: TenantJobs[] = [];
/** What is held ends when a test does. */
const held: (() => void)[] = [];
afterEach(async () => {
  for (const end of held.splice(0)) end();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** Pauses and limits of this side pass ten times as fast; those of the job library count in the database's seconds. */
const hurry = 10;
const clock = { ...systemClock, after: (ms: number, run: () => void) => systemClock.after(ms / hurry, run) };
const basics = { atOnce: 4, tenantAtOnce: 2, timeLimitMs: 300_000 };
let queues = 0;
const newName = () => `tests-${(queues += 1)}`;

/** One server of several on the database. */
async function startServer(queue: TenantQueue, log: Log = silentLog): Promise<TenantJobs> {
  const boss = await openJobStore(db.database.executeJobs, log);
  const server = await startTenantJobs({ boss, queues: [queue], clock, log });
  servers.push(server);
  return server;
}

/** Resolves when the test ends, or the signal aborts. */
const hold = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    held.push(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

const jobsOf = (tenantId: string, count: number) => Array.from({ length: count }, (_none, index) => ({ tenantId, key: `${index}` }));

test('a tenant with a hundred jobs that do not end holds its own share, and another tenant’s job is done', async () => {
  const name = newName();
  const seen: TenantJob[] = [];
  const server = await startServer({
    ...basics,
    name,
    run: async (job, signal) => {
      seen.push(job);
      if (job.tenantId === 'slow') await hold(signal);
    },
  });
  await server.add(name, jobsOf('slow', 100));
  await expect.poll(() => seen.length).toBe(basics.tenantAtOnce);
  await server.add(name, jobsOf('other', 3));
  await expect.poll(() => seen.filter(({ tenantId }) => tenantId === 'other').length).toBe(3);
  expect(seen.filter(({ tenantId }) => tenantId === 'slow')).toHaveLength(basics.tenantAtOnce);
});

test('three servers on one database do each job once', async () => {
  const name = newName();
  const done: string[] = [];
  const queue = { ...basics, name, run: async ({ tenantId, key }: TenantJob) => void done.push(`${tenantId} ${key}`) };
  const [first, second] = [await startServer(queue), await startServer(queue), await startServer(queue)];
  for (let tenant = 0; tenant < 10; tenant += 1) await (tenant % 2 ? first : second).add(name, jobsOf(`tenant ${tenant}`, 10));
  await expect.poll(() => done.length).toBe(100);
  expect(new Set(done).size).toBe(100);
});

test('a job that several servers add for one time slot is done once in it', async () => {
  const name = newName();
  let runs = 0;
  const queue = { ...basics, name, run: async () => void (runs += 1) };
  const [first, second] = [await startServer(queue), await startServer(queue)];
  const hour = 3_600_000;
  for (const server of [first, second, first, second]) await server.add(name, jobsOf('one', 1), hour);
  await expect.poll(() => runs).toBe(1);
  await first.add(name, [{ tenantId: 'one', key: 'another' }], hour);
  await expect.poll(() => runs).toBe(2);
});

test('what is added while a job of its key is in hand is done after it, once', async () => {
  const name = newName();
  const turns: (() => void)[] = [];
  const server = await startServer({ ...basics, name, run: () => new Promise<void>((resolve) => turns.push(resolve)) });
  await server.add(name, jobsOf('one', 1));
  await expect.poll(() => turns.length).toBe(1);
  for (let more = 0; more < 3; more += 1) await server.add(name, jobsOf('one', 1));
  expect(turns).toHaveLength(1);
  turns[0]!();
  await expect.poll(() => turns.length).toBe(2);
  turns[1]!();
  await server.add(name, [{ tenantId: 'one', key: 'last' }]);
  await expect.poll(() => turns.length).toBe(3);
  turns[2]!();
});

test('a job that outlasts its time limit is aborted, has failed, and holds its tenant up no longer', async () => {
  const name = newName();
  const aborted: string[] = [];
  const faults: object[] = [];
  const log = { ...silentLog, error: (facts: object) => void faults.push(facts) };
  const server = await startServer(
    {
      ...basics,
      tenantAtOnce: 1,
      timeLimitMs: 200 * hurry,
      name,
      run: async ({ key }, signal) => {
        signal.addEventListener('abort', () => aborted.push(key));
        if (key === '0') await new Promise((resolve) => held.push(() => resolve(undefined)));
        else aborted.push('done');
      },
    },
    log,
  );
  await server.add(name, [{ tenantId: 'one', key: '0' }]);
  await expect.poll(() => held).toHaveLength(1);
  await server.add(name, [{ tenantId: 'one', key: '1' }]);
  await expect.poll(() => aborted).toEqual(['0', 'done']);
  expect(faults).toMatchObject([{ queue: name, tenantId: 'one', key: '0' }]);
});

test('a job that fails is tried again until its attempts end, with growing pauses, and is told which one is the last', async () => {
  const name = newName();
  const attempts: TenantJob[] = [];
  const server = await startServer({
    ...basics,
    name,
    retry: { attemptsMax: 3, firstMs: 1000, longestMs: 1000 },
    run: async (job) => {
      attempts.push(job);
      throw new Error('not now');
    },
  });
  await server.add(name, jobsOf('one', 1));
  await server.add(name, jobsOf('one', 1));
  await expect.poll(() => attempts.length, { timeout: 40_000 }).toBe(3);
  expect(attempts.map(({ attempt, last }) => [attempt, last])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ]);
});

test('a job that fails each time is logged with its cause, but not each time', async () => {
  const name = newName();
  let runs = 0;
  const faults: { readonly error: unknown; readonly failures: number }[] = [];
  const log = { ...silentLog, error: (facts: never) => void faults.push(facts) };
  const cause = new RangeError('a date too far');
  const server = await startServer(
    {
      ...basics,
      name,
      run: async () => {
        runs += 1;
        throw cause;
      },
    },
    log,
  );
  for (let turn = 1; turn <= 10; turn += 1) {
    await server.add(name, jobsOf('one', 1));
    await expect.poll(() => runs).toBe(turn);
  }
  await expect.poll(() => faults.map(({ failures }) => failures)).toEqual([1, 2, 4, 8]);
  expect(new Set(faults.map(({ error }) => error))).toEqual(new Set([cause]));
});

describe('stopping', () => {
  test('while jobs run aborts them, ends within its bound, and the next server does them', async () => {
    const name = newName();
    const begun: string[] = [];
    const queue = (run: TenantQueue['run']): TenantQueue => ({
      ...basics,
      name,
      retry: { attemptsMax: 3, firstMs: 1000, longestMs: 1000 },
      run,
    });
    const first = await startServer(
      queue(async ({ key }, signal) => {
        begun.push(key);
        await hold(signal);
        signal.throwIfAborted();
      }),
    );
    await first.add(name, [...jobsOf('one', 2), ...jobsOf('two', 5)]);
    await expect.poll(() => begun.length).toBe(basics.atOnce);
    await first.stop();
    const done: string[] = [];
    await startServer(queue(async ({ tenantId, key }) => void done.push(`${tenantId} ${key}`)));
    await expect.poll(() => done.toSorted(), { timeout: 40_000 }).toEqual(['one 0', 'one 1', 'two 0', 'two 1', 'two 2', 'two 3', 'two 4']);
  });

  test('does not wait for a job that ignores its signal longer than the bound', async () => {
    const name = newName();
    let begun = false;
    const server = await startServer({
      ...basics,
      name,
      run: () => {
        begun = true;
        return new Promise((resolve) => held.push(() => resolve(undefined)));
      },
    });
    await server.add(name, jobsOf('one', 1));
    await expect.poll(() => begun).toBe(true);
    await server.stop();
  });
});

test('the role of tenants sees no job', async () => {
  const app = new Client({ ...db.owner });
  await app.connect();
  const { rows } = await app.query(
    "select has_schema_privilege('acequia_test_app', 'jobs', 'usage') as app, has_schema_privilege('acequia_test_gate', 'jobs', 'usage') as gate",
  );
  await app.end();
  expect(rows).toEqual([{ app: false, gate: true }]);
});
