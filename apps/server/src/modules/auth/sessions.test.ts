import { randomBytes, randomUUID } from 'node:crypto';
import { minuteMs, secondMs, silentLog, systemClock, type Log } from '@acequia/base';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testKek, testServers, type TestDatabase } from '../../db/test-database.ts';
import { memberships, sessions as sessionRows, tenants, users } from '../../db/schema/index.ts';
import { defaultPreferences } from './auth.service.ts';
import { readCookieValue } from './session-renewal.ts';
import { createSessions, type Sessions } from './sessions.ts';

const tenantId = randomUUID();
const userId = randomUUID();
const hour = 60 * minuteMs;

describe.each(testServers)('the cookie of a session on %s', (kind) => {
  let db: TestDatabase;
  let now = 0;
  const warnings: string[] = [];
  /** Two servers of one deployment. */
  let servers: readonly [Sessions, Sessions];
  let open: () => Promise<string>;
  let serverWith: (key: Uint8Array) => Sessions;

  beforeAll(async () => {
    db = await createTestDatabase(kind);
    const { gate } = db.database;
    await gate.insert(tenants).values({ id: tenantId, slug: 't', name: 'T', createdAt: 0 });
    await gate
      .insert(users)
      .values({ id: userId, email: 'u@example.com', name: 'U', surname: '', preferences: defaultPreferences, createdAt: 0 });
    await gate.insert(memberships).values({ tenantId, userId, role: 'viewer' });
    const log: Log = { ...silentLog, warn: (_facts: object, text?: string) => void warnings.push(text ?? '') };
    serverWith = (key) =>
      createSessions({
        gate,
        clock: { ...systemClock, now: () => now },
        random: { bytes: (n) => randomBytes(n) },
        limits: { idleMs: 1000 * hour, absoluteMs: 1000 * hour },
        key,
        log,
        trials: false,
      });
    servers = [serverWith(testKek), serverWith(testKek)];
    open = async () => (await servers[0].open(userId, tenantId, '127.0.0.1')).cookie;
  });
  beforeEach(() => {
    now = 1_700_000_000_000;
    warnings.length = 0;
  });
  afterAll(() => db.drop());

  const renewedBy = async (server: Sessions, cookie: string) => (await server.admit(cookie))?.renewed;
  const isOver = { code: 'AUTH.EXPIRED' };

  test('a renewal that was made with another key, and whose answer was lost, is made again and not taken for a theft', async () => {
    const first = await open();
    now += 10 * minuteMs;
    expect(await renewedBy(servers[0], first)).toBeDefined();
    const afterRotation = serverWith(randomBytes(32));
    const again = (await renewedBy(afterRotation, first))!;
    expect(await renewedBy(afterRotation, first)).toBe(again);
    expect((await afterRotation.admit(again))?.session.user.id).toBe(userId);
    expect(warnings).toEqual([]);
  });

  test('is renewed after 10 minutes of use, not before; the session stays the same', async () => {
    const first = await open();
    now += 10 * minuteMs - 1;
    expect(await renewedBy(servers[0], first)).toBeUndefined();
    now += 1;
    const second = (await renewedBy(servers[0], first))!;
    expect(second).toMatch(/^[\w-]{64}$/);
    expect(second).not.toBe(first);
    expect(readCookieValue(second)?.id).toBe(readCookieValue(first)?.id);
    now += 5 * minuteMs;
    expect(await renewedBy(servers[1], second)).toBeUndefined();
    now += 5 * minuteMs;
    expect(await renewedBy(servers[1], second)).toBeDefined();
  });

  test('many requests at once on two servers: all go on, and all that carry a new value carry the same', async () => {
    const first = await open();
    now += 10 * minuteMs;
    const values = await Promise.all(Array.from({ length: 24 }, (_, n) => renewedBy(servers[n % 2]!, first)));
    const renewed = new Set([...values, await renewedBy(servers[1], first)].filter((value) => value !== undefined));
    expect(renewed.size).toBe(1);
    expect(await renewedBy(servers[0], [...renewed][0]!)).toBeUndefined();
  });

  test('the answer with the new value is lost: the old one is good, and gets the same value again from any server', async () => {
    const first = await open();
    now += 10 * minuteMs;
    const lost = await renewedBy(servers[0], first);
    now += 25 * minuteMs;
    expect(await renewedBy(servers[1], first)).toBe(lost);
    expect(await servers[1].find(lost)).toBeDefined();
  });

  test('the old value lasts 10 s from the first use of the new one; after that it ends the session for both, with a warning', async () => {
    const first = await open();
    now += 10 * minuteMs;
    const second = (await renewedBy(servers[0], first))!;
    now += minuteMs;
    await servers[1].admit(second);
    now += 10 * secondMs - 1;
    expect(await renewedBy(servers[0], first)).toBeUndefined();
    const { id } = (await servers[0].find(second))!;
    const ended = servers[1].watch(id).signal;
    now += 1;
    await expect(servers[1].admit(first)).rejects.toMatchObject(isOver);
    await expect(servers[0].admit(second)).rejects.toMatchObject(isOver);
    expect(ended.aborted).toBe(true);
    expect(warnings).toEqual(['an old session cookie came back; the session is ended']);
  });

  test('a value renewed twice since ends the session too', async () => {
    const values = [await open()];
    for (let n = 0; n < 3; n += 1) {
      now += 10 * minuteMs;
      values.push((await renewedBy(servers[0], values.at(-1)!))!);
      await servers[0].find(values.at(-1));
    }
    await expect(servers[0].find(values[0])).rejects.toMatchObject(isOver);
    await expect(servers[0].find(values[3])).rejects.toMatchObject(isOver);
  });

  test('looking without a way to answer renews nothing, and what the table holds opens nothing', async () => {
    const first = await open();
    now += 10 * minuteMs;
    await servers[0].find(first);
    const second = (await renewedBy(servers[0], first))!;
    const rows = await db.database.gate.select().from(sessionRows);
    const kept = rows.flatMap((row) => [row.secretHash, row.seed, row.previousHash].filter((bytes) => bytes !== null));
    const shown = [first, second].map((value) => Buffer.from(readCookieValue(value)!.secret).toString('hex'));
    for (const bytes of kept) expect(shown).not.toContain(bytes.toString('hex'));
  });

  test.each(['x', 'a'.repeat(43), 'a'.repeat(64), `${'a'.repeat(63)}=`, 'ñ'.repeat(64)])('the value %j opens nothing', async (value) => {
    await expect(servers[0].find(value)).rejects.toMatchObject(isOver);
  });

  test('answers of a value that came late, beside the first use of it: it is not renewed before they are all in', async () => {
    const first = await open();
    now += 10 * minuteMs;
    await renewedBy(servers[0], first);
    now += 10 * minuteMs;
    const second = (await renewedBy(servers[0], first))!;
    expect(await renewedBy(servers[1], first)).toBe(second);
    expect(await renewedBy(servers[0], second)).toBeUndefined();
    now += 59 * secondMs;
    expect(await renewedBy(servers[1], second)).toBeUndefined();
    now += secondMs;
    expect(await renewedBy(servers[1], second)).toBeDefined();
    expect(warnings).toEqual([]);
  });

  test('a browser with many tabs, whose answers come late, in any order or never, is never logged out', async () => {
    type Step =
      | { readonly kind: 'send'; readonly server: 0 | 1 }
      | { readonly kind: 'take' | 'lose'; readonly which: number }
      | { readonly kind: 'wait'; readonly ms: number };
    const step: fc.Arbitrary<Step> = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), server: fc.constantFrom(0 as const, 1 as const) }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('take' as const, 'lose' as const), which: fc.nat(9) }) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.oneof(fc.nat(15 * secondMs), fc.nat(30 * minuteMs)) }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        let jar = await open();
        let underWay: { readonly value: string | undefined; readonly at: number }[] = [];
        for (const one of steps) {
          if (one.kind === 'wait') {
            now += one.ms;
            // No answer takes longer than the server's own limit of a minute.
            underWay = underWay.filter(({ at }) => now - at < minuteMs);
          } else if (one.kind === 'send') {
            underWay.push({ value: await renewedBy(servers[one.server], jar), at: now });
          } else {
            const [answer] = underWay.splice(one.which % Math.max(1, underWay.length), 1);
            if (one.kind === 'take') jar = answer?.value ?? jar;
          }
        }
        expect(await servers[0].find(jar)).toBeDefined();
        expect(warnings).toEqual([]);
      }),
      { numRuns: Number(process.env['SESSION_RUNS'] ?? 60) },
    );
  });
});
