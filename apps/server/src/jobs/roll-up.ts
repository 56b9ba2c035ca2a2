import { dayMs, hourMs, minuteMs } from '@acequia/base';
import type { Database } from '../db/database.ts';
import type { Job } from './job-runner.ts';
import { moveHoursToDays, moveMinutesToHours, readTenantIds, removeOld, trimActivity } from './roll-up.store.ts';

/** docs/decisions.md: minutes for 48 h, hours for 90 days, days for 3 years, activity for 400 days. */
export const retention = { minutesMs: 48 * hourMs, hoursMs: 90 * dayMs, daysMs: 3 * 365 * dayMs, activityMs: 400 * dayMs } as const;

/** Counters grow coarser with age; sums stay exact. */
export const rollUpJob = (database: Database): Job => ({
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
