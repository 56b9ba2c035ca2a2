import { and, desc, eq, lte } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { datasinkVersions, listenerVersions } from '../../db/schema/index.ts';

const tables = { listener: listenerVersions, datasink: datasinkVersions } as const;
export type InstanceKind = keyof typeof tables;
export type InstanceVersionRow = typeof listenerVersions.$inferSelect;

export const insertInstanceVersion = (tx: TenantTx, kind: InstanceKind, row: InstanceVersionRow) => tx.insert(tables[kind]).values(row);

export const readInstanceVersions = (tx: TenantTx, kind: InstanceKind, instanceId: string): Promise<InstanceVersionRow[]> =>
  tx.select().from(tables[kind]).where(eq(tables[kind].instanceId, instanceId)).orderBy(desc(tables[kind].revision));

export const deleteInstanceVersions = (tx: TenantTx, kind: InstanceKind, instanceId: string, upTo: number) =>
  tx.delete(tables[kind]).where(and(eq(tables[kind].instanceId, instanceId), lte(tables[kind].revision, upTo)));
