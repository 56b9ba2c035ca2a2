import { secondMs, silentLog, systemClock } from '@acequia/base';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GateDb } from '../../db/database.ts';
import { createKeyRing, type KeyRing } from '../../keys/key-ring.ts';
import { noMailer } from '../../mail/mailer.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { createAfterAnswer } from './after-answer.ts';
import { createMfa, type MfaProof } from './mfa.service.ts';
import type { ActiveSession } from './sessions.ts';
import { enrol, type Authenticator } from './test-authenticator.ts';

let server: TestApp;
let at = 1_800_000_015_000;
let session: ActiveSession;
let app: Authenticator;

beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, now: () => at } });
  const member = await server.user('viewer');
  const { user } = await member.call('auth:session', {});
  session = { user: { id: user.UID, email: user.Email }, preferences: { language: 'en' } } as unknown as ActiveSession;
  app = await enrol(member, at);
});
afterAll(() => server.stop());
beforeEach(async () => {
  at += 120 * secondMs;
  await server.db.database.gate.execute('delete from login_attempts');
});

/** What one statement becomes: an error, or an answer that is not the one of the database. */
type Mutation = (answer: Promise<unknown>) => Promise<unknown>;

/** The gate with its n-th statement changed; `seen` counts them. */
function mutatedGate(index: number, mutation: Mutation, seen: { count: number }): GateDb {
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name);
        if (name === 'then' && typeof value === 'function')
          return (...callbacks: Parameters<Promise<unknown>['then']>) => {
            const answer = Promise.resolve().then(() => of as unknown as Promise<unknown>);
            const mine = seen.count === index;
            seen.count += 1;
            return (mine ? mutation(answer) : answer).then(...callbacks);
          };
        if (typeof value !== 'function') return value;
        return (...args: readonly unknown[]) => {
          const made: unknown = (value as (...given: readonly unknown[]) => unknown).apply(of, [...args]);
          return typeof made === 'object' && made !== null && 'then' in made ? wrap(made) : made;
        };
      },
    });
  const { gate } = server.db.database;
  return new Proxy(gate, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]) => {
        const made = (value as (...given: readonly unknown[]) => object).apply(of, [...args]);
        return wrapBuilder(made, wrap);
      };
    },
  });
}

/** A statement that is being written; each part of it returns the next. */
function wrapBuilder(made: object, wrap: <T extends object>(target: T) => T): object {
  return wrap(
    'then' in made
      ? made
      : new Proxy(made, {
          get: (of, name) => {
            const value: unknown = Reflect.get(of, name);
            if (typeof value !== 'function') return value;
            return (...args: readonly unknown[]) =>
              wrapBuilder((value as (...given: readonly unknown[]) => object).apply(of, [...args]), wrap);
          },
        }),
  );
}

function verify(proof: MfaProof, gate: GateDb, ring: KeyRing = createKeyRing(server.db.kek)): Promise<string> {
  const mfa = createMfa({
    gate,
    ring,
    sessions: undefined as never,
    mailer: noMailer,
    afterAnswer: createAfterAnswer(silentLog),
    clock: { ...systemClock, now: () => at },
    random: { bytes: () => new Uint8Array(0) },
  });
  return mfa.prove(session, proof, '192.0.2.9').then(
    () => 'let in',
    () => 'refused',
  );
}

const rightCode = (): MfaProof => ({ totpCode: app.codeAt(at) });
const wrongCode = (): MfaProof => ({ totpCode: String((Number(app.codeAt(at)) + 1) % 1_000_000).padStart(6, '0') });
const lost = { rows: [], rowCount: 0 };
const errors: readonly (readonly [string, Mutation])[] = [
  ['throws', () => Promise.reject(new Error('the connection is gone'))],
  ['is never answered with anything', async () => undefined],
];
const answers: readonly (readonly [string, Mutation])[] = [
  ...errors,
  ['changes nothing', async (answer) => (await answer, Array.isArray(await answer) ? [] : lost)],
  ['tells no count', async (answer) => (Array.isArray(await answer) ? [] : { rows: [], rowCount: null })],
];

/** Statements of one proof, which ends as it does without a mutation. */
async function statementsOf(proof: MfaProof, end: string): Promise<number> {
  const seen = { count: 0 };
  const unchanged = mutatedGate(-1, (answer) => answer, seen);
  expect(await verify(proof, unchanged)).toBe(end);
  return seen.count;
}

describe('whatever goes wrong while a code is looked at (CVE-2026-0723)', () => {
  test('the right one is let in when nothing does, and the wrong one is not', async () => {
    expect(await verify(wrongCode(), server.db.database.gate)).toBe('refused');
    expect(await verify(rightCode(), server.db.database.gate)).toBe('let in');
    expect(await verify({ recoveryCode: app.recoveryCodes[0]! }, server.db.database.gate)).toBe('let in');
    expect(await verify({ recoveryCode: app.recoveryCodes[0]! }, server.db.database.gate)).toBe('refused');
  });

  test.each(answers)('a wrong code is refused when any statement %s', async (_what, mutation) => {
    const statements = await statementsOf(wrongCode(), 'refused');
    expect(statements).toBeGreaterThan(2);
    for (let index = 0; index < statements; index += 1) {
      at += 120 * secondMs;
      await server.db.database.gate.execute('delete from login_attempts');
      expect([index, await verify(wrongCode(), mutatedGate(index, mutation, { count: 0 }))]).toEqual([index, 'refused']);
      expect([index, await verify({ recoveryCode: 'aaaa' }, mutatedGate(index, mutation, { count: 0 }))]).toEqual([index, 'refused']);
    }
  });

  test.each(answers)('the right code is refused when a statement that decides %s', async (what, mutation) => {
    const statements = await statementsOf(rightCode(), 'let in');
    // The last statement forgets the failures of before: it decides nothing, but its error is one.
    const deciding = what === 'throws' ? statements : statements - 1;
    for (let index = 0; index < deciding; index += 1) {
      at += 120 * secondMs;
      await server.db.database.gate.execute('delete from login_attempts');
      expect([index, await verify(rightCode(), mutatedGate(index, mutation, { count: 0 }))]).toEqual([index, 'refused']);
    }
  });

  test.each<readonly [string, () => Buffer]>([
    [
      'throws',
      () => {
        throw new Error('the key is gone');
      },
    ],
    ['is empty', () => Buffer.alloc(0)],
    ['is another one', () => Buffer.alloc(20, 1)],
    ['is nothing', () => undefined as unknown as Buffer],
  ])('the code is refused when the stored secret %s', async (_what, unseal) => {
    const ring = { ...createKeyRing(server.db.kek), unseal };
    for (const proof of [rightCode(), wrongCode()]) expect(await verify(proof, server.db.database.gate, ring)).toBe('refused');
  });

  test.each([Number.NaN, Infinity, -1, 1.5, 1e21, '', ' ', '0x1', '12345678', 'null', '１２３４５６'])(
    '%j is no code',
    async (totpCode) => {
      expect(await verify({ totpCode }, server.db.database.gate)).toBe('refused');
    },
  );
});
