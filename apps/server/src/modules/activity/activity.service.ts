import type { OperationMeta } from '@acequia/contract';
import type { TenantTx } from '../../db/database.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import { insertActivity, isRecorded, readActivity, readActivityAfter, readActors, type ActivityFilter } from './activity.store.ts';
import { csvPiece, jsonPiece } from './activity-file.ts';
import { presentActivity } from './activity.present.ts';

export const activityPageRows = 50;
const filePieceRows = 1000;

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
  const since = event.everyMs === undefined || refusedCode !== undefined ? undefined : at - event.everyMs;
  if (since !== undefined && (await isRecorded(tx, { userId: session.user.id, ...event, objectName }, since))) return;
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
    via: session.key ? `key ${session.key.name}` : 'session',
  });
}

export async function listActivity(scope: TenantScope, filter: ActivityFilter, page: number) {
  const { rows, count } = await readActivity(scope.tx, filter, page, activityPageRows);
  return { data: rows.map(presentActivity), page, limit: activityPageRows, count };
}

export async function listActors(scope: TenantScope) {
  const actors = await readActors(scope.tx);
  return actors.sort((a, b) => `${a.name} ${a.surname}`.localeCompare(`${b.name} ${b.surname}`));
}

/** A piece of a file; `next` is where the following one begins, null after the last. */
export async function exportActivity(scope: TenantScope, filter: ActivityFilter, format: 'csv' | 'json', after: number | undefined) {
  const rows = await readActivityAfter(scope.tx, filter, after ?? 0, filePieceRows);
  const text = format === 'csv' ? csvPiece(rows, after === undefined) : jsonPiece(rows);
  return { text, count: rows.length, next: rows.length < filePieceRows ? null : (rows.at(-1)?.seq ?? null) };
}
