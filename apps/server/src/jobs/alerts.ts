import { secondMs, type Log, type Random } from '@acequia/base';
import type { Database } from '../db/database.ts';
import type { AlertSender } from '../modules/alerts/alert-sender.ts';
import { lookAtTenant } from '../modules/alerts/alert-watch.ts';
import { readAlertTenants } from '../modules/alerts/alert-tenants.store.ts';
import { createSlowFacts } from '../modules/alerts/slow-facts.ts';
import type { Job } from './job-runner.ts';

/** Looks at every tenant that has alerts, then tells its people. One tenant's fault does not keep the others from theirs. */
export function alertsJob(deps: {
  readonly database: Database;
  readonly sender: AlertSender;
  readonly random: Random;
  readonly log: Log;
  readonly committed: () => void;
}): Job {
  const { database, sender, random, log, committed } = deps;
  const slow = createSlowFacts();
  return {
    name: 'alerts',
    everyMs: 10 * secondMs,
    run: async (now) => {
      for (const tenantId of await readAlertTenants(database.gate)) {
        try {
          if (await lookAtTenant({ database, slow, random }, tenantId, now)) committed();
          await sender.send(tenantId);
        } catch (error) {
          log.error({ error, tenantId }, 'the alerts of a tenant could not be looked after; it is tried again');
        }
      }
    },
  };
}
