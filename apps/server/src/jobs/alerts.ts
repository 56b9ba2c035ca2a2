import { minuteMs, secondMs, type Clock, type Random } from '@acequia/base';
import type { Database } from '../db/database.ts';
import type { AlertSender } from '../modules/alerts/alert-sender.ts';
import { readAlertTenants } from '../modules/alerts/alert-tenants.store.ts';
import { lookAtTenant } from '../modules/alerts/alert-watch.ts';
import { createSlowFacts } from '../modules/alerts/slow-facts.ts';
import type { Job } from './job-runner.ts';
import type { TenantJobs, TenantQueue } from './tenant-jobs.ts';

const evaluations = 'alert-evaluations';
const deliveries = { email: 'alert-mails', webhook: 'alert-webhooks' } as const;

const evaluateEveryMs = 10 * secondMs;
const retry = { attemptsMax: 8, firstMs: 10 * secondMs, longestMs: 15 * minuteMs } as const;

export interface AlertQueuesDeps {
  readonly database: Database;
  readonly sender: AlertSender;
  readonly random: Random;
  readonly clock: Clock;
  readonly committed: () => void;
  readonly jobs: () => TenantJobs;
}

/** Evaluates the alerts of one tenant, and sends each of its mails and webhooks, as jobs of their own. */
export function alertQueues({ database, sender, random, clock, committed, jobs }: AlertQueuesDeps): readonly TenantQueue[] {
  const slow = createSlowFacts();
  return [
    {
      name: evaluations,
      atOnce: 4,
      tenantAtOnce: 1,
      timeLimitMs: 30 * secondMs,
      run: async ({ tenantId }) => {
        const { shown, unsent } = await lookAtTenant({ database, slow, random }, tenantId, clock.now());
        if (shown) committed();
        for (const channel of ['email', 'webhook'] as const) {
          const keys = new Set(
            unsent.filter((send) => send.channel === channel).map((send) => (channel === 'email' ? send.target : send.id)),
          );
          await jobs().add(
            deliveries[channel],
            [...keys].map((key) => ({ tenantId, key })),
          );
        }
      },
    },
    { name: deliveries.email, atOnce: 8, tenantAtOnce: 2, timeLimitMs: minuteMs, retry, run: (job) => sender.mail(job) },
    {
      name: deliveries.webhook,
      atOnce: 16,
      tenantAtOnce: 2,
      timeLimitMs: 30 * secondMs,
      retry,
      run: (job, signal) => sender.call(job, signal),
    },
  ];
}

/** Has each tenant's alerts evaluated once in so long (whole seconds), whichever server begins it. */
export const alertsJob = (database: Database, jobs: TenantJobs, everyMs = evaluateEveryMs): Job => ({
  name: 'alerts',
  // Twice as often, so that no time passes without: servers and the database count it from different moments.
  everyMs: everyMs / 2,
  run: async () => jobs.add(evaluations, await allOf(database), everyMs),
});

/** Has the alerts of every tenant evaluated now. */
export const evaluateAlertsNow = async (database: Database, jobs: TenantJobs): Promise<void> =>
  jobs.add(evaluations, await allOf(database));

const allOf = async (database: Database) => (await readAlertTenants(database.gate)).map((tenantId) => ({ tenantId, key: '' }));
