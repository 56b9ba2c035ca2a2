import type { Database } from '../../db/database.ts';
import { recordActivity, type Actor } from '../activity/activity.service.ts';
import { readTenantIdsOf } from './mfa-reset.store.ts';

export interface AccountChange {
  readonly user: Actor['session']['user'] & { readonly email: string };
  readonly ip: string;
  readonly now: number;
  /** The code it was refused with; the same again within ten minutes is not written. */
  readonly refusedCode?: string;
}

const refusedRowMs = 10 * 60_000;

/** Writes the row of what a link did to an account, or of its refusal, in each tenant of the user. */
export async function recordAccountChange(database: Database, { user, ip, now, refusedCode }: AccountChange): Promise<void> {
  const event = { entity: 'users', operation: 'update', ...(refusedCode === undefined ? {} : { everyMs: refusedRowMs }) } as const;
  for (const tenantId of await readTenantIdsOf(database.gate, user.id))
    await database.withTenant(tenantId, (tx) =>
      recordActivity(tx, { session: { tenantId, user }, ip }, event, user.email, now, refusedCode),
    );
}
