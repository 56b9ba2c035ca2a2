import { and, count, eq, lt } from 'drizzle-orm';
import type { GateDb } from '../../db/database.ts';
import { memberships, recoveryCodes, tenants, totpEnrolments, totpFactors } from '../../db/schema/index.ts';

/** What decides whether a login of a user into a tenant needs a second step. */
export async function readStepFacts(gate: GateDb, userId: string, tenantId: string) {
  const rows = await gate
    .select({ required: tenants.mfaRequired, factor: totpFactors.userId })
    .from(memberships)
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .leftJoin(totpFactors, eq(totpFactors.userId, memberships.userId))
    .where(and(eq(memberships.userId, userId), eq(memberships.tenantId, tenantId)));
  return { required: rows[0]?.required ?? false, enrolled: (rows[0]?.factor ?? null) !== null };
}

export async function findFactor(gate: GateDb, userId: string) {
  const rows = await gate.select().from(totpFactors).where(eq(totpFactors.userId, userId));
  return rows[0];
}

/** Of many who show the code of one step at once, one gets true; nobody does for a step before the newest. */
export async function takeStep(gate: GateDb, userId: string, step: number): Promise<boolean> {
  const result = await gate
    .update(totpFactors)
    .set({ lastStep: step })
    .where(and(eq(totpFactors.userId, userId), lt(totpFactors.lastStep, step)));
  return (result.rowCount ?? 0) > 0;
}

/** Of many who show the same code at once, one gets true. */
export async function spendRecoveryCode(gate: GateDb, userId: string, codeHash: Buffer): Promise<boolean> {
  const result = await gate.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)));
  return (result.rowCount ?? 0) > 0;
}

export async function countRecoveryCodes(gate: GateDb, userId: string): Promise<number> {
  const rows = await gate.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return rows[0]?.left ?? 0;
}

export async function replaceRecoveryCodes(gate: GateDb, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await gate.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await gate.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

export async function findEnrolment(gate: GateDb, userId: string) {
  const rows = await gate.select().from(totpEnrolments).where(eq(totpEnrolments.userId, userId));
  return rows[0];
}

/** One that is younger than `before` stays; returns the one that stands. */
export async function writeEnrolment(gate: GateDb, row: typeof totpEnrolments.$inferInsert, before: number) {
  const { sealedSecret, createdAt } = row;
  const written = await gate
    .insert(totpEnrolments)
    .values(row)
    .onConflictDoUpdate({ target: totpEnrolments.userId, set: { sealedSecret, createdAt }, setWhere: lt(totpEnrolments.createdAt, before) })
    .returning();
  return written[0] ?? (await findEnrolment(gate, row.userId));
}

/** The shown secret becomes the factor; of many who confirm it at once, one gets true. */
export async function confirmEnrolment(gate: GateDb, factor: typeof totpFactors.$inferInsert): Promise<boolean> {
  const { userId, sealedSecret, lastStep, confirmedAt } = factor;
  const taken = await gate
    .delete(totpEnrolments)
    .where(and(eq(totpEnrolments.userId, userId), eq(totpEnrolments.sealedSecret, sealedSecret)));
  if ((taken.rowCount ?? 0) === 0) return false;
  await gate
    .insert(totpFactors)
    .values(factor)
    .onConflictDoUpdate({ target: totpFactors.userId, set: { sealedSecret, lastStep, confirmedAt } });
  return true;
}

/** With its recovery codes and whatever was begun; returns whether there was one. */
export async function removeFactor(gate: GateDb, userId: string): Promise<boolean> {
  await gate.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await gate.delete(totpEnrolments).where(eq(totpEnrolments.userId, userId));
  const result = await gate.delete(totpFactors).where(eq(totpFactors.userId, userId));
  return (result.rowCount ?? 0) > 0;
}
