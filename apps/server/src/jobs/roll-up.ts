import { dayMs, minuteMs, type Clock } from '@acequia/base';
import type { Database } from '../db/database.ts';
import { removeContentReads } from '../modules/activity/content-reads.store.ts';
import type { Retention } from '../modules/metrics/grains.ts';
import type { Job } from './job-runner.ts';
import { moveHoursToDays, moveMinutesToHours, movedMs, nextMinutes, readTenantIds, removeOld, trimActivity } from './roll-up.store.ts';
import type { TenantJobs, TenantQueue } from './tenant-jobs.ts';

const everyMs = 10 * minuteMs;

/** Counters of one tenant grow coarser with age; sums stay exact. A run that is cut short has moved some of them, and the next goes on. */
export async function rollUpTenant(
  database: Database,
  retention: Retention,
  tenantId: string,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const before = now - retention.minutesMs;
  const next = (from: number) => database.withTenant(tenantId, (tx) => nextMinutes(tx, from, before));
  for (let from = await next(0); from !== undefined; from = await next(from + movedMs)) {
    signal?.throwIfAborted();
    const start = from;
    await database.withTenant(tenantId, (tx) => moveMinutesToHours(tx, start, before));
  }
  await database.withTenant(tenantId, (tx) => moveHoursToDays(tx, now - retention.hoursMs));
  await database.withTenant(tenantId, (tx) => removeOld(tx, now - retention.daysMs));
}

const queueNames = ['roll-up', 'activity-trim'] as const;

/** The ledger and the activity log of a tenant, each as jobs of their own: one does not stop the other. */
export const rollUpQueues = (database: Database, retention: Retention, clock: Clock): readonly TenantQueue[] => [
  {
    name: 'roll-up',
    atOnce: 2,
    tenantAtOnce: 1,
    timeLimitMs: 5 * minuteMs,
    run: ({ tenantId }, signal) => rollUpTenant(database, retention, tenantId, clock.now(), signal),
  },
  {
    name: 'activity-trim',
    atOnce: 1,
    tenantAtOnce: 1,
    timeLimitMs: 5 * minuteMs,
    run: async ({ tenantId }, signal) => {
      await database.withTenant(tenantId, (tx) => removeContentReads(tx, clock.now() - dayMs));
      while (await trimActivity(database.gate, tenantId, clock.now() - retention.activityMs)) signal.throwIfAborted();
    },
  },
];

export const rollUpJob = (database: Database, jobs: TenantJobs): Job => ({
  name: 'roll up',
  everyMs,
  run: async () => {
    const all = (await readTenantIds(database.gate)).map((tenantId) => ({ tenantId, key: '' }));
    for (const name of queueNames) await jobs.add(name, all, everyMs);
  },
});
