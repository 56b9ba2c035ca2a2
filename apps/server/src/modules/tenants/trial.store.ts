import { and, eq, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import { trialGraceMs } from '@acequia/domain';
import type { GateDb, TenantTx } from '../../db/database.ts';
import { tenants } from '../../db/schema/index.ts';

/** Not stopped since the present end of the trial: an extended trial may end again. */
const unstopped = or(isNull(tenants.trialStoppedAt), lt(tenants.trialStoppedAt, tenants.trialEndsAt));

/** Tenants whose pipelines are to stop by now. */
export async function readEndedTrials(gate: GateDb, now: number): Promise<string[]> {
  const rows = await gate
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(isNotNull(tenants.trialEndsAt), lte(tenants.trialEndsAt, now - trialGraceMs), unstopped));
  return rows.map(({ id }) => id);
}

/** Notes that a trial's pipelines are stopped; of several servers at once one gets its end, the others undefined. */
export async function markStopped(tx: TenantTx, id: string, now: number): Promise<number | undefined> {
  const rows = await tx
    .update(tenants)
    .set({ trialStoppedAt: now })
    .where(and(eq(tenants.id, id), lte(tenants.trialEndsAt, now - trialGraceMs), unstopped))
    .returning({ endsAt: tenants.trialEndsAt });
  return rows[0]?.endsAt ?? undefined;
}

export async function lockTrial(gate: GateDb, slug: string) {
  const rows = await gate
    .select({ id: tenants.id, endsAt: tenants.trialEndsAt })
    .from(tenants)
    .where(eq(tenants.slug, slug))
    .for('no key update');
  return rows[0];
}

export async function writeTrial(gate: GateDb, id: string, trialEndsAt: number | null): Promise<void> {
  await gate.update(tenants).set({ trialEndsAt }).where(eq(tenants.id, id));
}
