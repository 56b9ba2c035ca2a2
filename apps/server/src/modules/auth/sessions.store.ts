import { AppError } from '@acequia/base';
import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { brokenConstraint } from '../../db/constraint.ts';
import type { GateDb } from '../../db/database.ts';
import { credentials, memberships, sessions, tenants, users } from '../../db/schema/index.ts';

export async function findSession(gate: GateDb, id: string) {
  const rows = await gate
    .select({ session: sessions, user: users, role: memberships.role, tenant: tenants, passwordOf: credentials.userId })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(memberships, and(eq(memberships.tenantId, sessions.tenantId), eq(memberships.userId, sessions.userId)))
    .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
    .leftJoin(credentials, eq(credentials.userId, sessions.userId))
    .where(eq(sessions.id, id));
  return rows[0];
}

/** Two statements, to be committed together. Throws AUTH.EXPIRED for somebody who is no member. */
export async function insertSession(gate: GateDb, row: typeof sessions.$inferInsert): Promise<void> {
  await gate
    .insert(sessions)
    .values(row)
    .catch((error: unknown) => {
      throw brokenConstraint(error) === 'sessions_tenant_id_user_id_fkey' ? new AppError('AUTH.EXPIRED', { cause: error }) : error;
    });
  await gate
    .update(memberships)
    .set({ lastSeenAt: row.createdAt })
    .where(and(eq(memberships.tenantId, row.tenantId), eq(memberships.userId, row.userId)));
}

export async function findSessionsOf(gate: GateDb, userIds: readonly string[], tenantId: string): Promise<string[]> {
  const rows = await gate
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.tenantId, tenantId), inArray(sql`${sessions.userId}::text`, [...userIds])));
  return rows.map((row) => row.id);
}

/** All rows of a user, with the name of their tenant; of one tenant alone when given. */
export function findRowsOf(gate: GateDb, userId: string, tenantId: string | undefined) {
  return gate
    .select({ session: sessions, tenantName: tenants.name })
    .from(sessions)
    .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
    .where(ofUser(userId, tenantId));
}

const ofUser = (userId: string, tenantId: string | undefined) =>
  and(eq(sessions.userId, userId), tenantId === undefined ? undefined : eq(sessions.tenantId, tenantId));

export async function markSeen(gate: GateDb, id: string, at: number): Promise<void> {
  await gate
    .update(sessions)
    .set({ seenAt: at })
    .where(and(eq(sessions.id, id), lt(sessions.seenAt, at)));
  // Left out while somebody changes the member: a sign of life must not wait for a tenant's transaction, and the next one counts too.
  await gate.execute(sql`
    with seen as (
      select m.tenant_id, m.user_id from ${memberships} m join ${sessions} s on m.tenant_id = s.tenant_id and m.user_id = s.user_id
      where s.id = ${id} for no key update of m skip locked)
    update ${memberships} m set last_seen_at = ${at} from seen where m.tenant_id = seen.tenant_id and m.user_id = seen.user_id`);
}

/** Keeps what was noted first. */
export async function noteUserAgent(gate: GateDb, id: string, userAgent: string): Promise<void> {
  await gate
    .update(sessions)
    .set({ userAgent })
    .where(and(eq(sessions.id, id), isNull(sessions.userAgent)));
}

export async function markAuthenticated(gate: GateDb, id: string, at: number): Promise<void> {
  await gate.update(sessions).set({ authenticatedAt: at }).where(eq(sessions.id, id));
}

export interface Renewal {
  /** The one whose place is taken. */
  readonly presentHash: Buffer;
  /** The one that stays good until the next is confirmed. */
  readonly shownHash: Buffer;
  readonly nextHash: Buffer;
  readonly seed: Buffer;
  readonly now: number;
}

/** Puts the next secret in the place of the shown one; of many requests and servers at once one does. Returns whether this one did. */
export async function replaceSecret(gate: GateDb, id: string, { presentHash, shownHash, nextHash, seed, now }: Renewal): Promise<boolean> {
  const result = await gate
    .update(sessions)
    .set({ secretHash: nextHash, previousHash: shownHash, seed, renewedAt: now, replacedAt: null })
    .where(and(eq(sessions.id, id), eq(sessions.secretHash, presentHash)));
  return (result.rowCount ?? 0) > 0;
}

/** The browser has shown the present secret: the one before gets its grace. */
export async function confirmSecret(gate: GateDb, id: string, shownHash: Buffer, now: number): Promise<void> {
  await gate
    .update(sessions)
    .set({ seed: null, replacedAt: now })
    .where(and(eq(sessions.id, id), eq(sessions.secretHash, shownHash), isNotNull(sessions.seed)));
}

export async function deleteSession(gate: GateDb, id: string): Promise<void> {
  await gate.delete(sessions).where(eq(sessions.id, id));
}

/** Returns their ids. */
export async function deleteSessionsOf(
  gate: GateDb,
  userId: string,
  keep: string | undefined,
  tenantId: string | undefined,
): Promise<string[]> {
  const rows = await gate
    .delete(sessions)
    .where(and(ofUser(userId, tenantId), keep === undefined ? undefined : ne(sessions.id, keep)))
    .returning({ id: sessions.id });
  return rows.map((row) => row.id);
}

export async function deleteEndedSessions(gate: GateDb, seenBefore: number, createdBefore: number): Promise<void> {
  await gate.delete(sessions).where(or(lt(sessions.seenAt, seenBefore), lt(sessions.createdAt, createdBefore)));
}
