import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { openNotifications } from './notifications.ts';
import { ConnectionFailed, PromptClient } from './prompt-client.ts';
import { startTestServer, testKek, testRoles, type TestDatabase, type TestServer } from './test-database.ts';
import { freezeDatabase } from './test-freeze.ts';
import { databaseOutage } from './unavailable.ts';

let postgres: TestServer;
let db: TestDatabase;
beforeAll(async () => {
  postgres = await startTestServer();
  db = await postgres.createDatabase();
});
afterAll(async () => {
  await db.drop();
  await postgres.stop();
});

async function connect(answerTimeoutMs: number): Promise<PromptClient> {
  const client = new PromptClient({ ...db.owner, answerTimeoutMs });
  await client.connect();
  return client;
}

async function whileFrozen<T>(run: () => Promise<T>): Promise<T> {
  const thaw = await freezeDatabase(db);
  try {
    return await run();
  } finally {
    thaw();
  }
}

const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => error,
  );

describe('a database that hangs', () => {
  test('does not keep a statement, or one behind it, and the connection is closed', async () => {
    const client = await connect(300);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    const outcomes = await whileFrozen(() => Promise.all(['begin', 'select 1'].map((text) => refusal(client.query(text)))));
    expect(outcomes).toEqual([expect.any(ConnectionFailed), expect.any(ConnectionFailed)]);
    await ended;
    expect(await refusal(client.query('select 1'))).toBeInstanceOf(Error);
  });

  test('does not keep who ends a connection', async () => {
    const client = await connect(300);
    await whileFrozen(() => client.end());
  });

  test('loses the connection for notifications, which is told once', async () => {
    let ends = 0;
    const ended = Promise.withResolvers<void>();
    const notifications = await openNotifications(
      { ...db.owner, answerTimeoutMs: 300 },
      'tests',
      () => undefined,
      () => {
        ends += 1;
        ended.resolve();
      },
    );
    expect(await whileFrozen(() => refusal(notifications.send('1')))).toBeInstanceOf(ConnectionFailed);
    await ended.promise;
    await notifications.close();
    expect(ends).toBe(1);
  });

  test('gives back every connection of a pool: more transactions than it has fail as outages, and as many work afterwards', async () => {
    const database = openDatabase(db.owner, testRoles, testKek, 500);
    const transactions = () =>
      Promise.all(Array.from({ length: 24 }, () => refusal(database.gate.transaction((tx) => tx.execute('select 1'))).then(outcomeOf)));
    await transactions();
    expect(new Set(await whileFrozen(transactions))).toEqual(new Set(['ACQ-DATABASE-UNAVAILABLE']));
    await expect.poll(transactions, { timeout: 20_000 }).toEqual(Array.from({ length: 24 }, () => 'answered'));
    await database.close();
  });
});

const outcomeOf = (outcome: unknown): unknown => (outcome === 'answered' ? outcome : databaseOutage(outcome));

describe('a database that lives', () => {
  test('may be silent while no answer is due', async () => {
    const client = await connect(50);
    await once(client.connection.stream, 'timeout');
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await once(client.connection.stream, 'timeout');
    await client.end();
  });

  test('ends a slow statement itself, and its connection is kept', async () => {
    const database = openDatabase(db.owner, testRoles, testKek, 1000);
    const pid = () => database.gate.execute('select pg_backend_pid() as pid').then(({ rows }) => rows);
    const before = await pid();
    const error = await database.gate.transaction((tx) => refusal(Promise.resolve(tx.execute('select pg_sleep(600)'))));
    expect(error).toMatchObject({ cause: { code: '57014' } });
    expect(await pid()).toEqual(before);
    await database.close();
  });

  test('may take longer for several statements together than for one', async () => {
    const client = await connect(2000);
    const answers = await Promise.all([1, 2, 3].map((n) => client.query('select pg_sleep(0.8), $1::int as n', [n])));
    expect(answers.map(({ rows }) => (rows[0] as { readonly n: number }).n)).toEqual([1, 2, 3]);
    await client.end();
  });

  test('is not blamed for an answer that this process was too busy to read', async () => {
    const client = await connect(200);
    const answer = client.query('select 1 as one');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    expect((await answer).rows).toEqual([{ one: 1 }]);
    await client.end();
  });
});
