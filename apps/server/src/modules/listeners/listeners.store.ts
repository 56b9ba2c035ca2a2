import { and, asc, eq } from 'drizzle-orm';
import type { Reason } from '@acequia/contract';
import type { ListenerState } from '@acequia/domain';
import type { TenantTx } from '../../db/database.ts';
import { listenerBinds, listeners, listenerSecrets } from '../../db/schema/index.ts';

export type ListenerRow = typeof listeners.$inferSelect;

export const readListeners = (tx: TenantTx): Promise<ListenerRow[]> => tx.select().from(listeners).orderBy(asc(listeners.name));

export async function findListenerRow(tx: TenantTx, id: string): Promise<ListenerRow | undefined> {
  const rows = await tx.select().from(listeners).where(eq(listeners.id, id));
  return rows[0];
}

/** Held until the transaction ends, so that two changes of one listener follow each other. Never for a read: viewers would wait for editors. */
export async function lockListenerRow(tx: TenantTx, id: string): Promise<ListenerRow | undefined> {
  const rows = await tx.select().from(listeners).where(eq(listeners.id, id)).for('update');
  return rows[0];
}

export const insertListener = (tx: TenantTx, row: ListenerRow) => tx.insert(listeners).values(row);
export const updateListener = (tx: TenantTx, row: ListenerRow) => tx.update(listeners).set(row).where(eq(listeners.id, row.id));
export const deleteListener = (tx: TenantTx, id: string) => tx.delete(listeners).where(eq(listeners.id, id));

export interface Bind {
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
}

export async function replaceBinds(tx: TenantTx, row: ListenerRow, binds: readonly Bind[]): Promise<void> {
  await tx.delete(listenerBinds).where(eq(listenerBinds.listenerId, row.id));
  if (binds.length === 0) return;
  await tx
    .insert(listenerBinds)
    .values(binds.map(({ protocol, port }) => ({ tenantId: row.tenantId, listenerId: row.id, clusterId: row.clusterId, protocol, port })));
}

/** The tenant's own listener that holds a port; undefined when it is free or another tenant's. */
export async function findBindOwner(tx: TenantTx, clusterId: string, bind: Bind) {
  const rows = await tx
    .select({ id: listeners.id, name: listeners.name })
    .from(listenerBinds)
    .innerJoin(listeners, eq(listeners.id, listenerBinds.listenerId))
    .where(and(eq(listenerBinds.clusterId, clusterId), eq(listenerBinds.protocol, bind.protocol), eq(listenerBinds.port, bind.port)));
  return rows[0];
}

export async function replaceListenerSecrets(tx: TenantTx, row: ListenerRow, secretIds: readonly string[]): Promise<void> {
  await tx.delete(listenerSecrets).where(eq(listenerSecrets.listenerId, row.id));
  if (secretIds.length > 0)
    await tx.insert(listenerSecrets).values(secretIds.map((secretId) => ({ tenantId: row.tenantId, listenerId: row.id, secretId })));
}

/** What a worker reports of a revision; a later saved change makes it void. True when something changed. */
export async function writeReportedState(
  tx: TenantTx,
  id: string,
  revision: number,
  state: ListenerState,
  reason: Reason | null,
): Promise<boolean> {
  const before = await lockListenerRow(tx, id);
  if (!before || before.revision !== revision) return false;
  if (before.state === state && JSON.stringify(before.reason) === JSON.stringify(reason)) return false;
  await tx.update(listeners).set({ state, reason }).where(eq(listeners.id, id));
  return true;
}
