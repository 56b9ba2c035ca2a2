import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tenants } from './schema/index.ts';
import { SecondConnection } from './guarded-pool.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { databaseOutage } from './unavailable.ts';

const tenantId = randomUUID();
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** More than either pool has connections. */
const many = 24;

describe('a transaction that asks for a second connection fails at once, so that none waits for one that another holds', () => {
  const nested: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a statement of the system inside a tenant', () => db.database.withTenant(tenantId, () => db.database.gate.select().from(tenants))],
    [
      'a transaction of the system inside a tenant',
      () => db.database.withTenant(tenantId, () => db.database.gate.transaction(() => Promise.resolve())),
    ],
    ['a tenant inside a tenant', () => db.database.withTenant(tenantId, () => db.database.withTenant(tenantId, () => Promise.resolve()))],
    [
      'a tenant inside a transaction of the system',
      () => db.database.gate.transaction(() => db.database.withTenant(tenantId, () => Promise.resolve())),
    ],
    [
      'a statement of the system inside a transaction of the system',
      () => db.database.gate.transaction(() => db.database.gate.select().from(tenants).then()),
    ],
  ];
  test.each(nested)('%s', async (_name, run) => {
    const outcomes = await Promise.all(Array.from({ length: many }, () => run().then(() => undefined, rootOf)));
    for (const outcome of outcomes) expect(outcome).toBeInstanceOf(SecondConnection);
    await db.database.withTenant(tenantId, () => Promise.resolve());
    await db.database.ping();
  });

  test('what a transaction leaves running may ask for one as soon as the transaction has ended', async () => {
    const ended = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;
    await db.database.withTenant(tenantId, async () => {
      later = ended.promise.then(() => db.database.gate.select().from(tenants));
    });
    ended.resolve();
    await expect(later).resolves.toEqual([]);
  });
});

const rootOf = (error: unknown): unknown => (error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error);

describe('connections that break', () => {
  const cut = async () => {
    const owner = new Client(db.owner);
    await owner.connect();
    await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'acequia'");
    await owner.end();
  };

  test('while a transaction waits for something else, do not end the process, and the transaction fails as an outage', async () => {
    const error = await db.database
      .withTenant(tenantId, async (tx) => {
        await cut();
        await tx.select().from(tenants);
      })
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(databaseOutage(error)).toBe('ACQ-DATABASE-UNAVAILABLE');
  });

  test('before a transaction has begun, go back to the pool: it does not run out of them', async () => {
    const transactions = () =>
      Promise.allSettled(
        Array.from({ length: many }, (_none, index) =>
          index % 2 === 0
            ? db.database.withTenant(tenantId, (tx) => tx.select().from(tenants))
            : db.database.gate.transaction((tx) => tx.select().from(tenants)),
        ),
      );
    for (let round = 0; round < many; round += 1) await Promise.all([transactions(), cut()]);
    await transactions();
    expect((await transactions()).filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});

describe('a request that has little time for the database', () => {
  /** Ten uses, of which seven spend the time of the request. */
  const uses = async () => {
    for (let use = 0; use < 10; use += 1) await quick.database.gate.execute(sql`select pg_sleep(0.3)`);
  };
  let quick: TestDatabase;
  beforeAll(async () => {
    quick = await createTestDatabase('embedded', 1000);
  });
  afterAll(() => quick.drop());

  test('fails as an outage when all its uses together take longer', async () => {
    const error = await quick.database.answerInTime(uses).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(databaseOutage(error)).toBe('ACQ-DATABASE-UNAVAILABLE');
  });

  test('does not stop, once it is answered, what it has woken', async () => {
    await quick.database.answerInTime(async (lift) => {
      lift();
      await uses();
    });
  });
});
