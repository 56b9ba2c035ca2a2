import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { shadowRuns, versions } from '../../db/schema/index.ts';

export type ShadowRow = typeof shadowRuns.$inferSelect;

export interface NamedShadow {
  readonly run: ShadowRow;
  /** The version its draft was published as. */
  readonly version: string | null;
}

const listMax = 50;
const named = (tx: TenantTx) =>
  tx.select({ run: shadowRuns, version: versions.version }).from(shadowRuns).leftJoin(versions, eq(versions.id, shadowRuns.versionId));

/** The newest first. */
export const readShadows = (tx: TenantTx, pipelineId: string): Promise<NamedShadow[]> =>
  named(tx).where(eq(shadowRuns.pipelineId, pipelineId)).orderBy(desc(shadowRuns.createdAt), desc(shadowRuns.id)).limit(listMax);

export async function findShadow(tx: TenantTx, id: string): Promise<NamedShadow | undefined> {
  const rows = await named(tx).where(eq(shadowRuns.id, id));
  return rows[0];
}

export async function countRunningShadows(tx: TenantTx): Promise<number> {
  const rows = await tx.select({ running: count() }).from(shadowRuns).where(eq(shadowRuns.state, 'running'));
  return rows[0]?.running ?? 0;
}

export const insertShadow = (tx: TenantTx, row: ShadowRow) => tx.insert(shadowRuns).values(row);

/** Only while it runs: what has ended stays as it is, and gives nothing. */
export async function updateShadow(
  tx: TenantTx,
  id: string,
  change: Partial<Pick<ShadowRow, 'state' | 'reason' | 'progress' | 'result' | 'heardAt' | 'endedAt' | 'stopping'>>,
): Promise<{ readonly stopping: boolean } | undefined> {
  const rows = await tx
    .update(shadowRuns)
    .set(change)
    .where(and(eq(shadowRuns.id, id), eq(shadowRuns.state, 'running')))
    .returning({ stopping: shadowRuns.stopping });
  return rows[0];
}

/** The runs of a draft's state belong to the version it was published as. */
export const giveShadows = (tx: TenantTx, pipelineId: string, revision: number, versionId: string) =>
  tx
    .update(shadowRuns)
    .set({ versionId })
    .where(and(eq(shadowRuns.pipelineId, pipelineId), eq(shadowRuns.revision, revision), isNull(shadowRuns.versionId)));
