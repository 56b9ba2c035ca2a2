import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { lookupActivationsMax } from '@acequia/contract';
import type { TenantTx } from '../../db/database.ts';
import { lookupActivations } from '../../db/schema/index.ts';

export type ActivationRow = typeof lookupActivations.$inferSelect;

/** Of these lookups, newest first. */
export async function readActivations(tx: TenantTx, lookupIds: readonly string[]): Promise<ActivationRow[]> {
  if (lookupIds.length === 0) return [];
  return tx
    .select()
    .from(lookupActivations)
    .where(inArray(lookupActivations.lookupId, [...lookupIds]))
    .orderBy(desc(lookupActivations.turn));
}

/** The newest from now on; the lookup is locked. Those that are too many fall out. */
export async function addActivation(tx: TenantTx, row: Omit<ActivationRow, 'turn'>): Promise<void> {
  const ofLookup = eq(lookupActivations.lookupId, row.lookupId);
  const [last] = await tx
    .select({ turn: sql<number>`coalesce(max(${lookupActivations.turn}), 0)::int` })
    .from(lookupActivations)
    .where(ofLookup);
  const turn = last!.turn + 1;
  await tx.insert(lookupActivations).values({ ...row, turn });
  await tx.delete(lookupActivations).where(and(ofLookup, lte(lookupActivations.turn, turn - lookupActivationsMax)));
}
