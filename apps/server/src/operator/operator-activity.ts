import type { Clock } from '@acequia/base';
import type { Database, GateDb } from '../db/database.ts';
import { readTenantIds } from '../jobs/roll-up.store.ts';
import { recordUnattended } from '../modules/activity/activity.service.ts';
import { readTenantIdsByEmail, readTenantIdsBySlug } from './operator-activity.store.ts';

/** What an operator did: which entity, how, and what its row says of it. */
export interface OperatorEvent {
  readonly entity: 'tenant' | 'users' | 'secret' | 'cluster' | 'installation';
  readonly operation: 'create' | 'update';
  readonly name: string;
  readonly ip: string;
}

/** Rows of operators' commands, in each tenant they concern. */
export interface OperatorActivity {
  inTenant(slug: string, event: OperatorEvent): Promise<void>;
  /** In every tenant of an account. */
  ofUser(email: string, event: OperatorEvent): Promise<void>;
  everywhere(event: OperatorEvent): Promise<void>;
  /** The same, in the transaction of the change. */
  everywhereAlong(tx: GateDb, event: OperatorEvent): Promise<void>;
}

export function createOperatorActivity(database: Database, clock: Clock): OperatorActivity {
  const record = (tx: GateDb, tenantId: string, { entity, operation, name, ip }: OperatorEvent) =>
    recordUnattended({ tx, tenantId, now: clock.now() }, 'operator', { entity, operation }, name, ip);
  const write = async (tenantIds: readonly string[], event: OperatorEvent) => {
    for (const tenantId of tenantIds) await database.withTenant(tenantId, (tx) => record(tx, tenantId, event));
  };
  return {
    inTenant: async (slug, event) => write(await readTenantIdsBySlug(database.gate, slug), event),
    ofUser: async (email, event) => write(await readTenantIdsByEmail(database.gate, email), event),
    everywhere: async (event) => write(await readTenantIds(database.gate), event),
    everywhereAlong: async (tx, event) => {
      // In one order, because each row waits for the end of its tenant's chain.
      for (const tenantId of (await readTenantIds(tx)).toSorted()) await record(tx, tenantId, event);
    },
  };
}
