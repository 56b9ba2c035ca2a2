import type { OperationMeta } from '@acequia/contract';
import type { SsoProvider } from '@acequia/domain';
import type { GateDb } from '../../db/database.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import { insertActivity, isRecorded, readActivity, readActivityAfter, readActors, type ActivityFilter } from './activity.store.ts';
import { csvPiece, jsonPiece } from './activity-file.ts';
import { presentActivity } from './activity.present.ts';

export const activityPageRows = 50;
const filePieceRows = 1000;

/** Who did something, from where. */
export interface Actor {
  readonly session: Pick<ActiveSession, 'tenantId' | 'user' | 'key'> & Partial<Pick<ActiveSession, 'via'>>;
  readonly ip: string;
}

/** Writes the row of an operation that succeeded, or was refused with a code; in the transaction of the change. */
export async function recordActivity(
  tx: GateDb,
  actor: Actor,
  event: NonNullable<OperationMeta['activity']>,
  objectName: string,
  at: number,
  refusedCode?: string,
): Promise<void> {
  const { session, ip } = actor;
  const row = {
    tenantId: session.tenantId,
    userId: session.user.id,
    entity: event.entity,
    operation: event.operation,
    objectName: objectName.slice(0, 256),
    refusedCode: refusedCode ?? null,
  };
  if (event.everyMs !== undefined && (await isRecorded(tx, row, at - event.everyMs))) return;
  await insertActivity(tx, {
    ...row,
    at,
    name: session.user.name,
    surname: session.user.surname,
    email: session.user.email,
    ip,
    via: session.key ? `key ${session.key.name}` : session.via === undefined || session.via === 'password' ? 'session' : session.via,
  });
}

/** Who acts without a session. Their ids are no user's: the first and the last a UUID can be. */
export const unattended = {
  acequia: { userId: '00000000-0000-0000-0000-000000000000', name: 'Acequia', via: 'server' },
  operator: { userId: 'ffffffff-ffff-ffff-ffff-ffffffffffff', name: 'Operator', via: 'command' },
} as const;

/** Writes the row of what the product itself or an operator did, in the transaction of the change. */
export async function recordUnattended(
  scope: { readonly tx: GateDb; readonly tenantId: string; readonly now: number },
  actor: keyof typeof unattended,
  event: NonNullable<OperationMeta['activity']>,
  objectName: string,
  ip = '',
): Promise<void> {
  await insertActivity(scope.tx, {
    tenantId: scope.tenantId,
    at: scope.now,
    ...unattended[actor],
    surname: '',
    email: '',
    entity: event.entity,
    operation: event.operation,
    objectName: objectName.slice(0, 256),
    refusedCode: null,
    ip,
  });
}

/** What an identity provider's answer was refused for. */
export interface RefusedEntry {
  readonly via: SsoProvider;
  /** The address it named; empty when it came to none. */
  readonly email: string;
  readonly code: string;
  readonly ip: string;
}

/** Writes the row of somebody who did not get in through a provider; the same again within `everyMs` is not written. */
export async function recordRefusedEntry(
  scope: { readonly tx: GateDb; readonly tenantId: string; readonly now: number },
  { via, email, code, ip }: RefusedEntry,
  everyMs: number,
): Promise<void> {
  const { userId, name } = unattended.acequia;
  const row = {
    tenantId: scope.tenantId,
    userId,
    entity: 'session',
    operation: 'start',
    objectName: email.slice(0, 256),
    refusedCode: code,
  };
  if (await isRecorded(scope.tx, row, scope.now - everyMs)) return;
  await insertActivity(scope.tx, { ...row, at: scope.now, name, surname: '', email: '', ip, via });
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
