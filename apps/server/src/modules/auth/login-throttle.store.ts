import { AppError, senderOf } from '@acequia/base';
import { sql, type SQL } from 'drizzle-orm';
import type { GateDb } from '../../db/database.ts';

/** quality.md 2.4: 5 failures of an account, then a delay that doubles from 1 s to 15 min; 50 of an address in 5 min. */
const accountFree = 5;
const firstDelayMs = 1000;
const longestDelayMs = 15 * 60_000;
const addressFree = 50;
const resetsFree = 3;
const windowMs = 5 * 60_000;

/**
 * Counts an attempt before its password is looked at, of address and account in one statement and one commit, so that of many parallel
 * guesses no more are verified than the limit allows. Throws ACQ-TOO-MANY while the address is over its limit, and then does not count
 * for the account; returns false while the account waits. With a known `device` that one stands in the place of the account.
 */
export async function countAttempt(gate: GateDb, email: string, ip: string, now: number, device?: string): Promise<boolean> {
  const { rows } = await gate.execute<{ address: boolean; account: boolean }>(sql`
    with address as (${countingAddress(ip, now)}),
      account as (${counting(attemptsOf(email, device), accountFree, now, { only: sql`where exists (select from address)` })})
    select exists (select from address) as address, exists (select from account) as account`);
  if (!rows[0]?.address) throw new AppError('ACQ-TOO-MANY');
  return rows[0].account;
}

/** Counts an attempt of an address before anything is looked at; throws ACQ-TOO-MANY while it is over its limit. */
export async function countAddress(gate: GateDb, ip: string, now: number): Promise<void> {
  if (!isTaken(await gate.execute(countingAddress(ip, now)))) throw new AppError('ACQ-TOO-MANY');
}

/** Counts a request for a reset link of an account, known or not; false while it has had enough of them. */
export const countResetRequest = (gate: GateDb, email: string, now: number): Promise<boolean> =>
  take(gate, `reset:${email}`, resetsFree, now);

/** The same for a link that takes the second factor off. */
export const countMfaResetRequest = (gate: GateDb, email: string, now: number): Promise<boolean> =>
  take(gate, `mfa-reset:${email}`, resetsFree, now);

/** Counts a code of a second factor before it is looked at; false while the account waits. Throws as `countAttempt`. */
export async function countCode(gate: GateDb, userId: string, ip: string, now: number): Promise<boolean> {
  await countAddress(gate, ip, now);
  return take(gate, codeSubject(userId), accountFree, now);
}

/** After a right code of `ip`. */
export async function forgetCodes(gate: GateDb, userId: string, ip: string): Promise<void> {
  await forget(gate, codeSubject(userId), ip);
}

const codeSubject = (userId: string): string => `mfa:${userId}`;

export interface Spending {
  readonly amount: number;
  /** At most this much in `windowMs`. */
  readonly max: number;
  readonly windowMs: number;
  readonly now: number;
}

/** Takes an amount from a budget that is full again when its window is over; false, and nothing taken, when it does not suffice. */
export async function spend(gate: GateDb, subject: string, { amount, max, windowMs, now }: Spending): Promise<boolean> {
  if (amount > max) return false;
  const stale = sql`a.last_at <= ${now - windowMs}::bigint`;
  const rows = await gate.execute(sql`
    insert into login_attempts as a (subject, failures, last_at, blocked_until) values (${subject}, ${amount}, ${now}, 0)
    on conflict (subject) do update set
      failures = case when ${stale} then ${amount}::int else a.failures + ${amount}::int end,
      last_at = case when ${stale} then ${now}::bigint else a.last_at end
    where ${stale} or a.failures + ${amount}::int <= ${max}::int
    returning a.failures`);
  return (rows.rowCount ?? 0) > 0;
}

/** After a right password of `ip`, of whom it was counted for; in the transaction of what it opens. */
export async function forgetAttempts(gate: GateDb, email: string, ip: string, device?: string): Promise<void> {
  await forget(gate, attemptsOf(email, device), ip);
}

/** The attempt was right, so it is none of those that its address has. It was let through: no block before it still lasts. */
async function forget(gate: GateDb, subject: string, ip: string): Promise<void> {
  await gate.execute(sql`
    with forgotten as (delete from login_attempts where subject = ${subject})
    update login_attempts set failures = greatest(failures - 1, 0), blocked_until = 0 where subject = ${addressSubject(ip)}`);
}

const addressSubject = (ip: string): string => `ip:${senderOf(ip)}`;

const attemptsOf = (email: string, device: string | undefined): string => (device === undefined ? `account:${email}` : `device:${device}`);

/** False, and nothing counted, while it is blocked. */
const take = async (gate: GateDb, subject: string, free: number, now: number): Promise<boolean> =>
  isTaken(await gate.execute(counting(subject, free, now)));

const isTaken = ({ rowCount }: { readonly rowCount: number | null }): boolean => (rowCount ?? 0) > 0;

/** An address may be a whole office: its window has an end, however often somebody logs in. */
const countingAddress = (ip: string, now: number): SQL => counting(addressSubject(ip), addressFree, now, { fixedWindow: true });

interface Counting {
  readonly only?: SQL;
  /** The window begins with its first attempt; else with each one again. */
  readonly fixedWindow?: boolean;
}

/** Counts unless blocked, one row then; the count beyond the free ones sets the next block. */
function counting(subject: string, free: number, now: number, { only = sql``, fixedWindow = false }: Counting = {}): SQL {
  const until = sql`${now}::bigint + least(${longestDelayMs}::bigint, (${firstDelayMs} * power(2, least(a.failures + 1 - ${free}::int, 20)))::bigint)`;
  const stale = sql`(a.last_at < ${now - windowMs}::bigint and a.blocked_until <= ${now}::bigint)`;
  const lastAt = fixedWindow ? sql`case when ${stale} then ${now}::bigint else a.last_at end` : sql`${now}::bigint`;
  return sql`
    insert into login_attempts as a (subject, failures, last_at, blocked_until) select ${subject}, 1, ${now}::bigint, 0 ${only}
    on conflict (subject) do update set
      failures = case when ${stale} then 1 else a.failures + 1 end,
      last_at = ${lastAt},
      blocked_until = case when ${stale} or a.failures + 1 < ${free}::int then 0 else ${until} end
    where a.blocked_until <= ${now}::bigint
    returning a.failures`;
}
