import { AppError, dayMs } from '@acequia/base';
import type { Database, GateDb } from '../../db/database.ts';
import { recordUnattended } from '../activity/activity.service.ts';
import { stopAllPipelines } from '../pipelines/dependents.service.ts';
import { stopAllReplays } from '../replays/replays.service.ts';
import { lockTrial, markStopped, writeTrial } from './trial.store.ts';

/** What an operator may do with a tenant's trial. `extend`: so many days from its end, or from now when that is later. `end`: over now. `remove`: the tenant has no trial any more. */
export type TrialChange = { readonly action: 'extend'; readonly days: number } | { readonly action: 'end' | 'remove' };

/** Changes a tenant's trial and returns its end, null for none. Stopped pipelines are started by the tenant's people. Inside the caller's transaction. Throws ACQ-NOT-FOUND. */
export async function changeTrial(tx: GateDb, slug: string, change: TrialChange, now: number): Promise<number | null> {
  const tenant = await lockTrial(tx, slug);
  if (!tenant) throw new AppError('ACQ-NOT-FOUND');
  const endsAt = endAfter(change, tenant.endsAt, now);
  await writeTrial(tx, tenant.id, endsAt);
  return endsAt;
}

function endAfter(change: TrialChange, endsAt: number | null, now: number): number | null {
  switch (change.action) {
    case 'remove':
      return null;
    case 'end':
      return Math.min(endsAt ?? now, now);
    case 'extend':
      return Math.max(endsAt ?? now, now) + change.days * dayMs;
  }
}

/**
 * Stops what runs in a tenant whose trial ended 7 days ago, in one transaction with its activity rows, so that several servers and a
 * restart at any moment stop it once. The reason stays at each version. Changes nothing in any other tenant.
 */
export const stopEndedTrial = (database: Database, tenantId: string, now: number): Promise<void> =>
  database.withTenant(tenantId, async (tx) => {
    const scope = { tx, tenantId, now };
    const endedAt = await markStopped(tx, tenantId, now);
    if (endedAt === undefined) return;
    await stopAllReplays(scope);
    const names = await stopAllPipelines(scope, { code: 'TRIAL_OVER', fields: { endedAt } });
    for (const name of names) await recordUnattended(scope, 'acequia', { entity: 'pipeline', operation: 'stop' }, name);
  });
