import { minuteMs, secondMs } from '@acequia/base';
import type { Database } from '../db/database.ts';
import { eachTenant } from '../db/each-tenant.ts';
import { hasUpload } from '../modules/lookups/checks.store.ts';
import type { LookupChecker } from '../modules/lookups/lookup-checker.ts';
import type { Job } from './job-runner.ts';
import { readTenantIds } from './roll-up.store.ts';
import type { TenantJobs, TenantQueue } from './tenant-jobs.ts';

const name = 'lookup-checks';

/** Reads uploaded files, the next one of a tenant in each job: large ones keep no other tenant's waiting for longer than one takes. */
export const checksQueue = (checker: LookupChecker, jobs: () => TenantJobs): TenantQueue => ({
  name,
  atOnce: 4,
  tenantAtOnce: 1,
  timeLimitMs: 10 * minuteMs,
  run: async ({ tenantId }, signal) => {
    if (await checker.check(tenantId, signal)) await checkNow(jobs(), tenantId);
  },
});

/** Has what was left behind read. */
export const checksJob = (database: Database, jobs: TenantJobs): Job => ({
  name: 'lookup checks',
  everyMs: 30 * secondMs,
  run: async () => {
    const waiting: string[] = [];
    const errors = await eachTenant(await readTenantIds(database.gate), async (tenantId) => {
      if (await database.withTenant(tenantId, hasUpload)) waiting.push(tenantId);
    });
    await jobs.add(
      name,
      waiting.map((tenantId) => ({ tenantId, key: '' })),
    );
    const [first] = errors.values();
    if (errors.size > 0) throw first;
  },
});

/** Has the tenant's next file read now. */
export const checkNow = (jobs: TenantJobs, tenantId: string): Promise<void> => jobs.add(name, [{ tenantId, key: '' }]);
