import { eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { datasinks, listeners, pipelines, tenants } from '../../db/schema/index.ts';

const tables = { listener: listeners, pipeline: pipelines, datasink: datasinks } as const;

export async function readNames(tx: TenantTx, kind: keyof typeof tables): Promise<ReadonlyMap<string, string>> {
  const table = tables[kind];
  const rows = await tx.select({ id: table.id, name: table.name }).from(table);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function readLimit(tx: TenantTx, tenantId: string): Promise<number | null> {
  const rows = await tx.select({ limit: tenants.ingestLimitBytes }).from(tenants).where(eq(tenants.id, tenantId));
  return rows[0]?.limit ?? null;
}

export const writeLimit = (tx: TenantTx, tenantId: string, ingestLimitBytes: number | null) =>
  tx.update(tenants).set({ ingestLimitBytes }).where(eq(tenants.id, tenantId));
