import type { GateDb } from '../../db/database.ts';
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

/** Writes the row of what a link did to an account, or of its refusal, in each tenant of the user; in the transaction of the change. */
export async function recordAccountChange(tx: GateDb, { user, ip, now, refusedCode }: AccountChange): Promise<void> {
  const event = { entity: 'users', operation: 'update', ...(refusedCode === undefined ? {} : { everyMs: refusedRowMs }) } as const;
  // In one order, because each row waits for the end of its tenant's chain.
  for (const tenantId of (await readTenantIdsOf(tx, user.id)).toSorted())
    await recordActivity(tx, { session: { tenantId, user }, ip }, event, user.email, now, refusedCode);
}
