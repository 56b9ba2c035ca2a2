import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { pipelineTests } from '../../db/schema/index.ts';

export type PipelineTestRow = typeof pipelineTests.$inferSelect;

/** Of a version (null: of the draft) of a pipeline. */
const of = (pipelineId: string, versionId: string | null) =>
  and(
    eq(pipelineTests.pipelineId, pipelineId),
    versionId === null ? isNull(pipelineTests.versionId) : eq(pipelineTests.versionId, versionId),
  );

/** By name. */
export const readTests = (tx: TenantTx, pipelineId: string, versionId: string | null): Promise<PipelineTestRow[]> =>
  tx.select().from(pipelineTests).where(of(pipelineId, versionId)).orderBy(asc(pipelineTests.name));

/** One of the draft's; locked, so that two people follow each other. */
export async function lockDraftTest(tx: TenantTx, pipelineId: string, id: string): Promise<PipelineTestRow | undefined> {
  const rows = await tx
    .select()
    .from(pipelineTests)
    .where(and(of(pipelineId, null), eq(pipelineTests.id, id)))
    .for('update');
  return rows[0];
}

export async function countDraftTests(tx: TenantTx, pipelineId: string): Promise<number> {
  const rows = await tx.select({ tests: count() }).from(pipelineTests).where(of(pipelineId, null));
  return rows[0]?.tests ?? 0;
}

export const insertTests = (tx: TenantTx, rows: readonly PipelineTestRow[]) => tx.insert(pipelineTests).values([...rows]);

export const updateTest = (tx: TenantTx, row: PipelineTestRow) => tx.update(pipelineTests).set(row).where(eq(pipelineTests.id, row.id));

export const deleteTest = (tx: TenantTx, id: string) => tx.delete(pipelineTests).where(eq(pipelineTests.id, id));
