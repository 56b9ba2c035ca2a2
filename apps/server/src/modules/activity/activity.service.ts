import type { OperationMeta } from '@acequia/contract';
import type { TenantTx } from '../../db/database.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import { insertActivity, readActivity, type ActivityFilter } from './activity.store.ts';
import { presentActivity } from './activity.present.ts';

export const activityPageRows = 50;

/** Who did something, from where. */
export interface Actor {
  readonly session: ActiveSession;
  readonly ip: string;
}

/** Writes the row of an operation that succeeded, or was refused with a code; in the transaction of the change. */
export async function recordActivity(
  tx: TenantTx,
  actor: Actor,
  event: NonNullable<OperationMeta['activity']>,
  objectName: string,
  at: number,
  refusedCode?: string,
): Promise<void> {
  const { session, ip } = actor;
  await insertActivity(tx, {
    tenantId: session.tenantId,
    at,
    userId: session.user.id,
    name: session.user.name,
    surname: session.user.surname,
    email: session.user.email,
    entity: event.entity,
    operation: event.operation,
    objectName: objectName.slice(0, 256),
    refusedCode: refusedCode ?? null,
    ip,
  });
}

export async function listActivity(scope: TenantScope, filter: ActivityFilter, page: number) {
  const { rows, count } = await readActivity(scope.tx, filter, page, activityPageRows);
  return { data: rows.map(presentActivity), page, limit: activityPageRows, count };
}
