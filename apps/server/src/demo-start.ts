import type { Clock, Log } from '@acequia/base';
import type { App } from './build-app.ts';
import type { Database } from './db/database.ts';
import { findFirstOwner } from './modules/auth/first-owner.service.ts';

/** `--demo`: the demo for the first owner's tenant, in the background; a failure is logged and changes nothing else. */
export function createDemo(app: App, database: Database, clock: Clock, log: Log, tenantId: string, userId: string): void {
  database
    .withTenant(tenantId, (tx) => app.demo.create({ tenantId, userId, tx, now: clock.now(), subject: () => undefined }))
    .then(app.relay.kick, (error: unknown) => log.warn({ error }, 'the demo could not be made'));
}

/** The same when the owner is there already. */
export async function createDemoForOwner(app: App, database: Database, clock: Clock, log: Log): Promise<void> {
  const owner = await findFirstOwner(database.gate);
  if (owner) createDemo(app, database, clock, log, owner.tenantId, owner.userId);
}
