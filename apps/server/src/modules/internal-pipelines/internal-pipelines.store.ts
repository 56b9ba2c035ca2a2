import { and, count, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { GateDb, TenantTx } from '../../db/database.ts';
import { internalPipelines, previewSamples } from '../../db/schema/index.ts';

export type InternalPipelineRow = typeof internalPipelines.$inferSelect;
export type SampleRow = typeof previewSamples.$inferSelect;

export const insertInternal = (tx: TenantTx, row: InternalPipelineRow) => tx.insert(internalPipelines).values(row);

/** Of this user, unless its time is over. */
export async function findInternal(tx: TenantTx, userId: string, id: string, now: number): Promise<InternalPipelineRow | undefined> {
  const [row] = await tx
    .select()
    .from(internalPipelines)
    .where(and(eq(internalPipelines.id, id), eq(internalPipelines.userId, userId)));
  return row && row.endsAt > now ? row : undefined;
}

/** Whether there was one. */
export async function deleteInternal(tx: TenantTx, userId: string, id: string): Promise<boolean> {
  const gone = await tx
    .delete(internalPipelines)
    .where(and(eq(internalPipelines.id, id), eq(internalPipelines.userId, userId)))
    .returning({ id: internalPipelines.id });
  return gone.length > 0;
}

/** All but the newest of a user. */
export async function deleteOlderInternals(tx: TenantTx, userId: string, kept: number): Promise<void> {
  const older = await tx
    .select({ id: internalPipelines.id })
    .from(internalPipelines)
    .where(eq(internalPipelines.userId, userId))
    .orderBy(desc(internalPipelines.endsAt))
    .offset(kept);
  if (older.length === 0) return;
  await tx.delete(internalPipelines).where(
    inArray(
      internalPipelines.id,
      older.map(({ id }) => id),
    ),
  );
}

/** In all tenants. */
export const deleteEndedInternals = async (gate: GateDb, now: number): Promise<void> => {
  await gate.delete(internalPipelines).where(lte(internalPipelines.endsAt, now));
};

const sampleHead = {
  tenantId: previewSamples.tenantId,
  id: previewSamples.id,
  pipelineId: previewSamples.pipelineId,
  name: previewSamples.name,
  kind: previewSamples.kind,
  count: previewSamples.count,
  masked: previewSamples.masked,
  createdAt: previewSamples.createdAt,
  createdBy: previewSamples.createdBy,
};

export type SampleHead = Omit<SampleRow, 'texts'>;

/** By name, without their events. */
export const readSamples = (tx: TenantTx, pipelineId: string): Promise<SampleHead[]> =>
  tx.select(sampleHead).from(previewSamples).where(eq(previewSamples.pipelineId, pipelineId)).orderBy(previewSamples.name);

export async function findSample(tx: TenantTx, pipelineId: string, id: string): Promise<SampleRow | undefined> {
  const [row] = await tx
    .select()
    .from(previewSamples)
    .where(and(eq(previewSamples.id, id), eq(previewSamples.pipelineId, pipelineId)));
  return row;
}

/** Names of the fields that were hidden in any saved sample of the tenant. */
export async function readMaskedNames(tx: TenantTx): Promise<string[]> {
  const rows = await tx.selectDistinct({ name: sql<string>`unnest(${previewSamples.masked})` }).from(previewSamples);
  return rows.map(({ name }) => name);
}

export async function countSamples(tx: TenantTx, pipelineId: string): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(previewSamples).where(eq(previewSamples.pipelineId, pipelineId));
  return row?.count ?? 0;
}

export const insertSample = (tx: TenantTx, row: SampleRow) => tx.insert(previewSamples).values(row);

/** Whether there was one. */
export async function deleteSample(tx: TenantTx, pipelineId: string, id: string): Promise<boolean> {
  const gone = await tx
    .delete(previewSamples)
    .where(and(eq(previewSamples.id, id), eq(previewSamples.pipelineId, pipelineId)))
    .returning({ id: previewSamples.id });
  return gone.length > 0;
}
