import type { Clock } from '@acequia/base';
import type { GateDb } from '../db/database.ts';
import { readTenantIds } from '../jobs/roll-up.store.ts';
import { recordUnattended, type unattended } from '../modules/activity/activity.service.ts';
import { readTenantIdsByEmail, readTenantIdsBySlug } from './operator-activity.store.ts';

/** What an operator did: which entity, how, and what its row says of it. */
export interface OperatorEvent {
  readonly entity: 'tenant' | 'users' | 'secret' | 'cluster' | 'installation';
  readonly operation: 'create' | 'update' | 'delete';
  readonly name: string;
  readonly ip: string;
}

/** Rows of operators' commands, in each tenant they concern; in the transaction of the change. */
export interface OperatorActivity {
  inTenant(tx: GateDb, slug: string, event: OperatorEvent): Promise<void>;
  /** In every tenant of an account. */
  ofUser(tx: GateDb, email: string, event: OperatorEvent): Promise<void>;
  everywhere(tx: GateDb, event: OperatorEvent): Promise<void>;
  /** What the server finished at its start, after an operator gave it a new key. */
  everywhereAtStart(tx: GateDb, event: OperatorEvent): Promise<void>;
}

export function createOperatorActivity(clock: Clock): OperatorActivity {
  const write = async (
    tx: GateDb,
    tenantIds: readonly string[],
    { entity, operation, name, ip }: OperatorEvent,
    by: keyof typeof unattended = 'operator',
  ) => {
    // In one order, because each row waits for the end of its tenant's chain.
    for (const tenantId of tenantIds.toSorted())
      await recordUnattended({ tx, tenantId, now: clock.now() }, by, { entity, operation }, name, ip);
  };
  return {
    inTenant: async (tx, slug, event) => write(tx, await readTenantIdsBySlug(tx, slug), event),
    ofUser: async (tx, email, event) => write(tx, await readTenantIdsByEmail(tx, email), event),
    everywhere: async (tx, event) => write(tx, await readTenantIds(tx), event),
    everywhereAtStart: async (tx, event) => write(tx, await readTenantIds(tx), event, 'acequia'),
  };
}
