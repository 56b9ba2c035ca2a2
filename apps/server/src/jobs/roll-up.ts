import { minuteMs } from '@acequia/base';
import type { Database } from '../db/database.ts';
import type { Retention } from '../modules/metrics/grains.ts';
import type { Job } from './job-runner.ts';
import { moveHoursToDays, moveMinutesToHours, readTenantIds, removeOld, trimActivity } from './roll-up.store.ts';

/** Counters grow coarser with age; sums stay exact. */
export const rollUpJob = (database: Database, retention: Retention): Job => ({
  name: 'roll up',
  everyMs: 10 * minuteMs,
  run: async (now) => {
    for (const tenantId of await readTenantIds(database.gate)) {
      await database.withTenant(tenantId, async (tx) => {
        await moveMinutesToHours(tx, now - retention.minutesMs);
        await moveHoursToDays(tx, now - retention.hoursMs);
        await removeOld(tx, now - retention.daysMs);
      });
    }
    await trimActivity(database.gate, now - retention.activityMs);
  },
});
