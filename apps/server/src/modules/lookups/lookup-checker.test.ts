import { dayMs, secondMs, systemClock, type Clock } from '@acequia/base';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../db/database.ts';
import { dispatch, lookupVersions } from '../../db/schema/index.ts';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';
import { checkedVersion, uploadTable } from '../../test-lookup.ts';
import { checkLeaseMs, keepUpload, takeUpload } from './checks.store.ts';
import { createLookupChecker } from './lookup-checker.ts';

/** These checkers live in the future, so that the server's own leaves alone what they have in hand. */
const future = systemClock.now() + dayMs;
const clockAt = (now: number, stepMs = 0): Clock => ({ ...systemClock, now: () => (now += stepMs) });

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.stop());

/** Reads, when it is told to, all files of a tenant; `stop` resolves when it has ended. */
function checker(clock: Clock, database: Database = server.db.database) {
  const one = createLookupChecker({ database, clock, committed: () => undefined });
  const { signal } = new AbortController();
  let work: Promise<void> = Promise.resolve();
  const readAll = async (tenantId: string): Promise<void> => {
    while (await one.check(tenantId, signal));
  };
  return {
    kick: (tenantId: string) => void (work = readAll(tenantId)),
    stop: () => {
      one.stop();
      return work;
    },
  };
}

/** Runs before each transaction of a checker. */
const before = (step: (count: number) => Promise<void>): Database => {
  let count = 0;
  return {
    ...server.db.database,
    withTenant: async (tenantId, run) => {
      await step((count += 1));
      return server.db.database.withTenant(tenantId, run);
    },
  };
};

async function table(): Promise<{ ana: Browser; id: string }> {
  const ana = await server.user('owner');
  const words = { name: 'table', description: '', tags: [], format: 'csv' as const, separator: null, keyColumn: 'k' };
  return { ana, id: (await ana.call('lookups:create', words)).id };
}

/** A version whose upload has ended, in the hands of a server that is gone. */
async function lost(ana: Browser, id: string, parts: readonly string[], takes = 1) {
  const { number } = await ana.call('lookups:createVersion', { id });
  for (const [part, content] of parts.entries())
    await ana.call('lookups:putPart', { id, number, part, content: Buffer.from(content).toString('base64') });
  const taken = await server.db.database.withTenant(ana.tenantId, async (tx) => {
    const sealed = { sealedAt: future, byteCount: parts.join('').length, takes: takes - 1 };
    await tx
      .update(lookupVersions)
      .set(sealed)
      .where(and(eq(lookupVersions.lookupId, id), eq(lookupVersions.number, number)));
    return takeUpload(tx, future);
  });
  return { number, taken: taken! };
}

const one = ['k,v\n', 'a,1\n'];

test('an upload is answered before its file is read, and its end is told', async () => {
  const { ana, id } = await table();
  const { number } = await ana.call('lookups:createVersion', { id });
  await ana.call('lookups:putPart', { id, number, part: 0, content: btoa('k\na\n') });
  expect(await ana.call('lookups:findVersion', { id, number })).toMatchObject({ status: 'processing', checkedBytes: null });
  const answer = await ana.call('lookups:finishVersion', { id, number });
  expect(answer).toMatchObject({ status: 'processing', bytes: 4, checkedBytes: 0 });
  expect(await checkedVersion(ana, id, number)).toMatchObject({ status: 'active', rows: 1, checkedBytes: null });
  expect(await ana.refusal('lookups:findVersion', { id, number: 9 })).toBe('ACQ-NOT-FOUND');
});

test('what a server that is gone had in hand is taken up again, and not before it is lost; the one that is gone changes nothing', async () => {
  const { ana, id } = await table();
  const { number, taken } = await lost(ana, id, one);
  const early = checker(clockAt(future + checkLeaseMs - 1));
  early.kick(ana.tenantId);
  await early.stop();
  expect(await ana.call('lookups:findVersion', { id, number })).toMatchObject({ status: 'processing' });
  const again = await server.db.database.withTenant(ana.tenantId, (tx) => takeUpload(tx, future + checkLeaseMs));
  expect(await server.db.database.withTenant(ana.tenantId, (tx) => keepUpload(tx, taken, { checkedBytes: 1 }))).toBe(false);
  expect(again).toMatchObject({ takes: 2 });
  checker(clockAt(future + 2 * checkLeaseMs)).kick(ana.tenantId);
  expect(await checkedVersion(ana, id, number)).toMatchObject({ status: 'active', rows: 1 });
});

test('one upload of a tenant after the other, the first one first', async () => {
  const { ana, id } = await table();
  const first = await lost(ana, id, one);
  const { number } = await ana.call('lookups:createVersion', { id });
  await ana.call('lookups:putPart', { id, number, part: 0, content: btoa('k,v\nb,2\n') });
  await ana.call('lookups:finishVersion', { id, number });
  await server.db.database.withTenant(ana.tenantId, (tx) =>
    tx
      .update(lookupVersions)
      .set({ sealedAt: future + 1 })
      .where(and(eq(lookupVersions.lookupId, id), eq(lookupVersions.number, number))),
  );
  checker(clockAt(future + 2 * checkLeaseMs)).kick(ana.tenantId);
  await checkedVersion(ana, id, number);
  const told = await ana.call('lookups:listActivations', { id });
  expect(told.map((each) => each.number)).toEqual([number, first.number]);
});

test('a file that stops its server again and again is given up with a reason, and the version before stays', async () => {
  const { ana, id } = await table();
  await uploadTable(ana, id, one);
  const { number } = await lost(ana, id, one, 3);
  checker(clockAt(future + 2 * checkLeaseMs)).kick(ana.tenantId);
  expect(await checkedVersion(ana, id, number)).toMatchObject({ status: 'failed', fault: { code: 'LOOKUP_UNCHECKED' } });
  expect((await ana.call('lookups:find', { id })).active?.number).toBe(1);
});

test('a server that stops hands on what it was reading, and it does not count against the file', async () => {
  const { ana, id } = await table();
  const { number } = await lost(ana, id, one, 2);
  let stopped: Promise<void> | undefined;
  const stopping = checker(
    clockAt(future + 2 * checkLeaseMs),
    before(async (count) => {
      if (count === 3) stopped = stopping.stop();
    }),
  );
  stopping.kick(ana.tenantId);
  await expect.poll(() => stopped !== undefined).toBe(true);
  await stopped;
  checker(clockAt(future + 2 * checkLeaseMs + 1)).kick(ana.tenantId);
  expect(await checkedVersion(ana, id, number)).toMatchObject({ status: 'active' });
});

test('a version that is deleted while it is read does not come into force', async () => {
  const { ana, id } = await table();
  const { number } = await lost(ana, id, one);
  const reading = checker(
    clockAt(future + 2 * checkLeaseMs),
    before(async (count) => {
      if (count === 4) await ana.call('lookups:deleteVersion', { id, number });
    }),
  );
  reading.kick(ana.tenantId);
  await expect.poll(() => ana.call('lookups:findVersion', { id, number })).toMatchObject({ status: 'deleted' });
  await reading.stop();
  expect(await ana.call('lookups:findVersion', { id, number })).toMatchObject({ status: 'deleted', rows: 0 });
  expect((await ana.call('lookups:find', { id })).active).toBeNull();
});

test('how far a check is can be seen, and those who look hear of it', async () => {
  const { ana, id } = await table();
  const { number } = await lost(ana, id, ['k\n', 'a\n', 'b\n', 'c\n']);
  const seen: (number | null)[] = [];
  const heard = () =>
    server.db.database.gate
      .select({ at: dispatch.at })
      .from(dispatch)
      .where(and(eq(dispatch.objectId, id), eq(dispatch.entity, 'lookup')));
  const changes = (await heard()).length;
  const slow = checker(
    clockAt(future + 2 * checkLeaseMs, 5 * secondMs),
    before(async (count) => {
      if (count > 2) seen.push((await ana.call('lookups:findVersion', { id, number })).checkedBytes);
    }),
  );
  slow.kick(ana.tenantId);
  await checkedVersion(ana, id, number);
  await slow.stop();
  expect([...new Set(seen.filter((bytes) => bytes !== null))]).toEqual([0, 2, 4, 6, 8]);
  expect((await heard()).length - changes).toBe(5);
});

test('a file that takes longer than its time is read again and again for good, or holds its tenant’s next one up', async () => {
  const { ana, id } = await table();
  const { number } = await lost(ana, id, one);
  const reading = createLookupChecker({
    database: server.db.database,
    clock: clockAt(future + 2 * checkLeaseMs),
    committed: () => undefined,
  });
  const over = AbortSignal.abort(new Error('the time limit of the job has passed'));
  for (let turn = 0; turn < 3; turn += 1) expect(await reading.check(ana.tenantId, over)).toBe(true);
  expect(await ana.call('lookups:findVersion', { id, number })).toMatchObject({ status: 'failed', fault: { code: 'LOOKUP_UNCHECKED' } });
  expect(await reading.check(ana.tenantId, over)).toBe(false);
});
