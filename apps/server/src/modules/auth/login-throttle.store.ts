import { AppError } from '@acequia/base';
import { eq, sql } from 'drizzle-orm';
import type { GateDb } from '../../db/database.ts';
import { loginAttempts } from '../../db/schema/index.ts';

/** quality.md 2.4: 5 failures of an account, then a delay that doubles from 1 s to 15 min; 50 of an address in 5 min. */
const accountFree = 5;
const firstDelayMs = 1000;
const longestDelayMs = 15 * 60_000;
const addressFree = 50;
const windowMs = 5 * 60_000;

/**
 * Counts an attempt before its password is looked at, in one statement, so that of many parallel guesses no more are verified than
 * the limit allows. Throws ACQ-TOO-MANY while the address is over its limit; returns false while the account waits.
 */
export async function countAttempt(gate: GateDb, email: string, ip: string, now: number): Promise<boolean> {
  if (!(await take(gate, `ip:${ip}`, addressFree, now))) throw new AppError('ACQ-TOO-MANY');
  return take(gate, `account:${email}`, accountFree, now);
}

/** After a right password. */
export async function forgetAttempts(gate: GateDb, email: string): Promise<void> {
  await gate.delete(loginAttempts).where(eq(loginAttempts.subject, `account:${email}`));
}

/** Counts unless blocked; the count beyond the free ones sets the next block. */
async function take(gate: GateDb, subject: string, free: number, now: number): Promise<boolean> {
  const delay = sql`case when a.failures + 1 >= ${free}::int then least(${longestDelayMs}::bigint, (${firstDelayMs} * power(2, least(a.failures + 1 - ${free}::int, 20)))::bigint) else 0 end`;
  const stale = sql`(a.last_at < ${now - windowMs}::bigint and a.blocked_until <= ${now}::bigint)`;
  const rows = await gate.execute(sql`
    insert into login_attempts as a (subject, failures, last_at, blocked_until) values (${subject}, 1, ${now}, 0)
    on conflict (subject) do update set
      failures = case when ${stale} then 1 else a.failures + 1 end,
      last_at = ${now},
      blocked_until = case when ${stale} then 0 else ${now}::bigint + ${delay} end
    where a.blocked_until <= ${now}::bigint
    returning a.failures`);
  return (rows.rowCount ?? 0) > 0;
}
