import { and, eq, sql } from 'drizzle-orm';
import type { Preferences } from '@acequia/contract';
import type { SsoState } from '@acequia/domain';
import type { GateDb } from '../../db/database.ts';
import { homeFirst } from '../../db/home-first.ts';
import { credentials, installation, memberships, tenants, users } from '../../db/schema/index.ts';

export async function ownerExists(gate: GateDb): Promise<boolean> {
  const rows = await gate.select({ role: memberships.role }).from(memberships).where(eq(memberships.role, 'owner')).limit(1);
  return rows.length > 0;
}

export async function findCredentials(gate: GateDb, email: string) {
  const rows = await gate
    .select({
      userId: users.id,
      hash: credentials.passwordHash,
      tenantId: memberships.tenantId,
      user: { id: users.id, name: users.name, surname: users.surname },
    })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .where(eq(users.email, email))
    .orderBy(...homeFirst)
    .limit(1);
  return rows[0];
}

export async function isMember(gate: GateDb, userId: string, tenantId: string): Promise<boolean> {
  const rows = await gate
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(sql`${memberships.tenantId}::text`, tenantId)));
  return rows.length > 0;
}

/** The single sign-on of an organization of which one of these two is the demo, and the other one the organization itself. */
export async function findSsoBesideDemo(gate: GateDb, one: string, other: string): Promise<SsoState | undefined> {
  const rows = await gate.execute<{ sso: SsoState }>(sql`
    select home.sso from ${tenants} home join ${tenants} demo on demo.demo_of = home.id
    where (home.id::text, demo.id::text) in ((${one}, ${other}), (${other}, ${one}))`);
  return rows.rows[0]?.sso;
}

/** Without a hash the account has no password: nobody logs in with one. */
export async function insertUser(gate: GateDb, user: typeof users.$inferInsert, passwordHash: string | undefined): Promise<void> {
  await gate.insert(users).values(user);
  if (passwordHash !== undefined) await gate.insert(credentials).values({ userId: user.id, passwordHash });
}

/** A membership that is there already stays as it is. */
export async function insertMember(gate: GateDb, row: typeof memberships.$inferInsert): Promise<void> {
  await gate.insert(memberships).values(row).onConflictDoNothing();
}

/** Locks the installation row, so that of two owners created at once one wins. */
export async function lockInstallation(gate: GateDb) {
  const rows = await gate.select().from(installation).where(eq(installation.id, 1)).for('update');
  return rows[0];
}

export async function writeSetupCode(gate: GateDb, hash: Buffer | null): Promise<void> {
  await gate.update(installation).set({ setupCodeHash: hash });
}

/** `mailedAt`: it was set with a link of a mail; null otherwise. */
export async function writePasswordHash(gate: GateDb, userId: string, passwordHash: string, mailedAt: number | null): Promise<void> {
  const set = { passwordHash, mailedAt };
  await gate
    .insert(credentials)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: credentials.userId, set });
}

export async function writePreferences(gate: GateDb, userId: string, preferences: Preferences): Promise<void> {
  await gate.update(users).set({ preferences }).where(eq(users.id, userId));
}

export async function readFirstOwner(gate: GateDb) {
  const rows = await gate
    .select({ tenantId: memberships.tenantId, userId: memberships.userId })
    .from(memberships)
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .where(eq(memberships.role, 'owner'))
    .orderBy(tenants.createdAt)
    .limit(1);
  return rows[0];
}
