import { minuteMs, secondMs, type Clock } from '@acequia/base';
import type { Database } from '../db/database.ts';
import { answerTimeoutMs, refreshesAtOnce, type LookupRefresher } from '../modules/lookups/lookup-refresher.ts';
import { readDue } from '../modules/lookups/refreshes.store.ts';
import type { Job } from './job-runner.ts';
import type { TenantJobs, TenantQueue } from './tenant-jobs.ts';

const name = 'lookup-refreshes';

/** Fetches the files of lookups; a slow server keeps none but two of its tenant's waiting. */
export const refreshQueue = (refresher: LookupRefresher): TenantQueue => ({
  name,
  atOnce: refreshesAtOnce,
  tenantAtOnce: 2,
  timeLimitMs: answerTimeoutMs + minuteMs,
  retry: { attemptsMax: 5, firstMs: 10 * secondMs, longestMs: 10 * minuteMs },
  run: (job, signal) => refresher.refresh(job, signal),
});

/** Has the files fetched whose turn has come. */
export const refreshesJob = (database: Database, jobs: TenantJobs, clock: Clock): Job => ({
  name: 'lookup refreshes',
  everyMs: 30 * secondMs,
  run: async () =>
    jobs.add(
      name,
      (await readDue(database.gate, clock.now())).map(({ tenantId, lookupId }) => ({ tenantId, key: lookupId })),
    ),
});

/** Has one fetched now. */
export const refreshNow = (jobs: TenantJobs, tenantId: string, lookupId: string): Promise<void> =>
  jobs.add(name, [{ tenantId, key: lookupId }]);
