import type { Clock, Log } from '@acequia/base';
import type { App } from './build-app.ts';
import type { Database } from './db/database.ts';
import { findFirstOwner } from './modules/auth/first-owner.service.ts';

/** `--demo`: the demo beside the first owner's tenant, in the background; a failure is logged and changes nothing else. */
export function createDemo(app: App, clock: Clock, log: Log, tenantId: string, userId: string): void {
  app.demo
    .create({ tenantId, userId, now: clock.now() }, async () => undefined)
    .then(app.relay.kick, (error: unknown) => log.warn({ error }, 'the demo could not be made'));
}

/** The same when the owner is there already. */
export async function createDemoForOwner(app: App, database: Database, clock: Clock, log: Log): Promise<void> {
  const owner = await findFirstOwner(database.gate);
  if (owner) createDemo(app, clock, log, owner.tenantId, owner.userId);
}
