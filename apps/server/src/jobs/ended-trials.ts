import { minuteMs, type Clock } from '@acequia/base';
import type { Database } from '../db/database.ts';
import { stopEndedTrial } from '../modules/tenants/trial.service.ts';
import { readEndedTrials } from '../modules/tenants/trial.store.ts';
import type { Job } from './job-runner.ts';
import type { TenantJobs, TenantQueue } from './tenant-jobs.ts';

const name = 'ended-trials';

/** Stops what runs in one tenant whose trial is over. */
export const endedTrialsQueue = (database: Database, clock: Clock, committed: () => void): TenantQueue => ({
  name,
  atOnce: 2,
  tenantAtOnce: 1,
  timeLimitMs: minuteMs,
  run: async ({ tenantId }) => {
    await stopEndedTrial(database, tenantId, clock.now());
    committed();
  },
});

export const endedTrialsJob = (database: Database, jobs: TenantJobs): Job => ({
  name: 'ended trials',
  everyMs: minuteMs,
  run: async (now) =>
    jobs.add(
      name,
      (await readEndedTrials(database.gate, now)).map((tenantId) => ({ tenantId, key: '' })),
    ),
});
