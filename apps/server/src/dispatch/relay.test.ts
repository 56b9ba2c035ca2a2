import { silentLog, systemClock, type Clock } from '@acequia/base';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { startRelay, type ChangeMessage, type ChangeRelay } from './relay.ts';
import { writeChange } from './write-change.ts';

const tenantId = '00000000-0000-4000-8000-00000000000a';
let db: TestDatabase;
const relays: ChangeRelay[] = [];
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.stop();
  await db.drop();
});

async function startListening(
  clock: Clock = systemClock,
  database: Database = db.database,
): Promise<{
  readonly relay: ChangeRelay;
  readonly seen: ChangeMessage[];
  until(id: string): Promise<void>;
}> {
  const relay = await startRelay(database, clock, silentLog);
  relays.push(relay);
  const seen: ChangeMessage[] = [];
  const waiting = new Set<() => void>();
  relay.subscribe((message) => {
    seen.push(message);
    for (const wake of waiting) wake();
  });
  const until = async (id: string) => {
    while (!seen.some((message) => message.id === id)) await new Promise<void>((resolve) => waiting.add(resolve));
  };
  return { relay, seen, until };
}

const write = (...ids: string[]) => db.database.withTenant(tenantId, (tx) => writeChange({ tx, tenantId, now: 1 }, 'pipeline', ...ids));

test('three servers see every change once, in one order, whichever wrote it', async () => {
  const servers = [await startListening(), await startListening(), await startListening()];
  for (let n = 0; n < 60; n += 1) {
    await write(`PL_${n}`);
    servers[n % 3]!.relay.kick();
  }
  await write('PL_last');
  servers[0]!.relay.kick();
  await Promise.all(servers.map((server) => server.until('PL_last')));
  const orders = servers.map((server) => server.seen.map((message) => message.id));
  expect(orders[0]).toHaveLength(61);
  expect(orders[1]).toEqual(orders[0]);
  expect(orders[2]).toEqual(orders[0]);
  expect(servers[0]!.seen.map((message) => message.seq)).toEqual(servers[0]!.seen.map((message) => message.seq).toSorted((a, b) => a - b));
});

test('what was rolled back is never heard of', async () => {
  const server = await startListening();
  await db.database
    .withTenant(tenantId, async (tx) => {
      await writeChange({ tx, tenantId, now: 1 }, 'pipeline', 'PL_undone');
      throw new Error('undo');
    })
    .catch(() => undefined);
  await write('PL_done');
  await server.relay.settled();
  expect(server.seen.map((message) => message.id)).toEqual(['PL_done']);
});

test('a cut LISTEN connection loses nothing', async () => {
  const [writer, reader] = [await startListening(), await startListening()];
  const owner = new Client(db.owner);
  await owner.connect();
  await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'acequia relay' and datname = current_database()",
  );
  await write('PL_cut');
  writer.relay.kick();
  await reader.until('PL_cut');
  await owner.end();
  expect(reader.seen.map((message) => message.id)).toEqual(['PL_cut']);
});

test('a poll that finds nothing opens no transaction; what one finds it numbers', async () => {
  const polls: (() => void)[] = [];
  const still = { ...systemClock, after: (_ms: number, run: () => void) => (polls.push(run), () => undefined) };
  const { gate } = db.database;
  let transactions = 0;
  const transaction: typeof gate.transaction = (run) => ((transactions += 1), gate.transaction(run));
  const server = await startListening(still, {
    ...db.database,
    gate: Object.create(gate, { transaction: { value: transaction } }) as never,
  });
  polls.shift()!();
  await server.relay.settled();
  expect(transactions).toBe(1);
  await write('PL_polled');
  polls.shift()!();
  await server.until('PL_polled');
  expect(transactions).toBe(2);
});

test('a notification of another server is read, not answered with one: three servers do not call each other on and on', async () => {
  await write('PL_numbered');
  const waits: number[] = [];
  const still = { ...systemClock, after: (ms: number) => (waits.push(ms), () => undefined) };
  const server = await startListening(still);
  await write('PL_later');
  server.relay.kick();
  const other = new Client(db.owner);
  await other.connect();
  await other.query("update dispatch set seq = nextval('dispatch_seq') where object_id = 'PL_numbered'");
  await other.query("select pg_notify('acequia_dispatch', 'another')");
  await server.until('PL_numbered');
  const { rows } = await other.query<{ seq: string | null }>("select seq from dispatch where object_id = 'PL_later'");
  await other.end();
  expect(rows).toEqual([{ seq: null }]);
  // Its own turn, set for 100 ms from then, was put off for the other's next one.
  expect(waits.filter((ms) => ms < 1000)).toEqual([100, 200]);
});
