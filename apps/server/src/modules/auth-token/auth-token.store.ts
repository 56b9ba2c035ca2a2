import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { GateDb, TenantTx } from '../../db/database.ts';
import { accessTokens, authTokens, tenants, users } from '../../db/schema/index.ts';

export type AuthTokenRow = typeof authTokens.$inferSelect;

export const readTokens = (tx: TenantTx): Promise<AuthTokenRow[]> => tx.select().from(authTokens).orderBy(asc(authTokens.name));

export async function findToken(tx: TenantTx, id: string): Promise<AuthTokenRow | undefined> {
  const rows = await tx.select().from(authTokens).where(eq(authTokens.id, id));
  return rows[0];
}

export const insertToken = (tx: TenantTx, row: AuthTokenRow) => tx.insert(authTokens).values(row);
export const removeToken = (tx: TenantTx, id: string) => tx.delete(authTokens).where(eq(authTokens.id, id));

const holders = (gate: GateDb) =>
  gate
    .select({ key: authTokens, user: users, tenant: tenants })
    .from(authTokens)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .innerJoin(tenants, eq(tenants.id, authTokens.tenantId));

const alive = (now: number) => or(isNull(authTokens.expiresAt), gt(authTokens.expiresAt, now));

/** A key that has not expired, with who made it, member or not. */
export async function findByKeyHash(gate: GateDb, hash: Buffer, now: number) {
  const rows = await holders(gate).where(and(eq(authTokens.tokenHash, hash), alive(now)));
  return rows[0] && { ...rows[0], endsAt: undefined };
}

/** The key behind a short-lived token; neither has expired. */
export async function findByAccessHash(gate: GateDb, hash: Buffer, now: number) {
  const links = await gate
    .select()
    .from(accessTokens)
    .where(and(eq(accessTokens.tokenHash, hash), gt(accessTokens.expiresAt, now)));
  const link = links[0];
  if (!link) return undefined;
  const rows = await holders(gate).where(and(eq(authTokens.tenantId, link.tenantId), eq(authTokens.id, link.keyId), alive(now)));
  return rows[0] && { ...rows[0], endsAt: link.expiresAt };
}

export async function insertAccessToken(gate: GateDb, row: typeof accessTokens.$inferInsert): Promise<void> {
  await gate.insert(accessTokens).values(row);
}

export async function deleteEndedAccessTokens(gate: GateDb, now: number): Promise<void> {
  await gate.delete(accessTokens).where(lt(accessTokens.expiresAt, now));
}

/** At most once a minute: a busy key costs no write with each call. */
export async function markUsed(gate: GateDb, { tenantId, id }: AuthTokenRow, now: number): Promise<void> {
  await gate
    .update(authTokens)
    .set({ lastUsedAt: now })
    .where(
      and(eq(authTokens.tenantId, tenantId), eq(authTokens.id, id), sql`coalesce(${authTokens.lastUsedAt}, 0) < ${now - markEveryMs}`),
    );
}

const markEveryMs = 60_000;
