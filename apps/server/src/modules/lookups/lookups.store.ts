import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { lookupParts, lookups, lookupVersions, pipelines, versionReferences, versions } from '../../db/schema/index.ts';

export type LookupRow = typeof lookups.$inferSelect;
export type LookupVersionRow = typeof lookupVersions.$inferSelect;

export const readLookups = (tx: TenantTx): Promise<LookupRow[]> => tx.select().from(lookups).orderBy(asc(lookups.name));

/** Held until the transaction ends, so that two changes of one lookup follow each other. Never for a read: viewers would wait for editors. */
export async function lockLookup(tx: TenantTx, id: string): Promise<LookupRow | undefined> {
  const rows = await tx.select().from(lookups).where(eq(lookups.id, id)).for('update');
  return rows[0];
}

export async function findLookup(tx: TenantTx, id: string): Promise<LookupRow | undefined> {
  const rows = await tx.select().from(lookups).where(eq(lookups.id, id));
  return rows[0];
}

export const insertLookup = (tx: TenantTx, row: LookupRow) => tx.insert(lookups).values(row);
export const updateLookup = (tx: TenantTx, row: LookupRow) => tx.update(lookups).set(row).where(eq(lookups.id, row.id));
export const removeLookup = (tx: TenantTx, id: string) => tx.delete(lookups).where(eq(lookups.id, id));

export const readVersions = (tx: TenantTx, lookupId: string): Promise<LookupVersionRow[]> =>
  tx.select().from(lookupVersions).where(eq(lookupVersions.lookupId, lookupId)).orderBy(desc(lookupVersions.number));

export const readActiveVersions = (tx: TenantTx): Promise<LookupVersionRow[]> =>
  tx.select().from(lookupVersions).where(eq(lookupVersions.status, 'active'));

export async function findVersion(tx: TenantTx, lookupId: string, number: number): Promise<LookupVersionRow | undefined> {
  const rows = await tx
    .select()
    .from(lookupVersions)
    .where(and(eq(lookupVersions.lookupId, lookupId), eq(lookupVersions.number, number)));
  return rows[0];
}

/** Columns of the newest version that was ever in force. */
export async function readEarlierColumns(tx: TenantTx, lookupId: string): Promise<string[]> {
  const rows = await tx
    .select({ columns: lookupVersions.columns })
    .from(lookupVersions)
    .where(and(eq(lookupVersions.lookupId, lookupId), ne(lookupVersions.sha256, '')))
    .orderBy(desc(lookupVersions.number))
    .limit(1);
  return rows[0]?.columns ?? [];
}

/** Versions that refreshes brought and that are not in force, newest first. */
export const readRefreshed = (tx: TenantTx, lookupId: string): Promise<LookupVersionRow[]> =>
  tx
    .select()
    .from(lookupVersions)
    .where(
      and(
        eq(lookupVersions.lookupId, lookupId),
        eq(lookupVersions.refreshed, true),
        inArray(lookupVersions.status, ['inactive', 'failed']),
      ),
    )
    .orderBy(desc(lookupVersions.number));

export const insertVersion = (tx: TenantTx, row: LookupVersionRow) => tx.insert(lookupVersions).values(row);
export const updateVersion = (tx: TenantTx, row: LookupVersionRow) =>
  tx.update(lookupVersions).set(row).where(eq(lookupVersions.id, row.id));

export const removeVersion = (tx: TenantTx, id: string) => tx.delete(lookupVersions).where(eq(lookupVersions.id, id));

/** Uploads that nobody has gone on with. */
export const readAbandoned = (tx: TenantTx, before: number): Promise<LookupVersionRow[]> =>
  tx
    .select()
    .from(lookupVersions)
    .where(and(eq(lookupVersions.status, 'processing'), lt(lookupVersions.createdAt, before)));

export async function putPart(tx: TenantTx, row: typeof lookupParts.$inferInsert): Promise<void> {
  await tx
    .insert(lookupParts)
    .values(row)
    .onConflictDoUpdate({
      target: [lookupParts.tenantId, lookupParts.lookupVersionId, lookupParts.part],
      set: { content: row.content },
    });
}

/** Bytes of all files of the tenant's lookups: of every version that still has one, and of uploads under way. */
export async function readStoredBytes(tx: TenantTx): Promise<number> {
  const [row] = await tx.select({ bytes: sql<string>`coalesce(sum(octet_length(${lookupParts.content})), 0)` }).from(lookupParts);
  return Number(row?.bytes ?? 0);
}

/** Numbers and sizes of the parts, in order. */
export const readPartSizes = (tx: TenantTx, versionId: string): Promise<{ part: number; bytes: number }[]> =>
  tx
    .select({ part: lookupParts.part, bytes: sql<number>`octet_length(${lookupParts.content})` })
    .from(lookupParts)
    .where(eq(lookupParts.lookupVersionId, versionId))
    .orderBy(asc(lookupParts.part));

export async function readPart(tx: TenantTx, versionId: string, part: number): Promise<Buffer | undefined> {
  const rows = await tx
    .select({ content: lookupParts.content })
    .from(lookupParts)
    .where(and(eq(lookupParts.lookupVersionId, versionId), eq(lookupParts.part, part)));
  return rows[0]?.content;
}

export const removeParts = (tx: TenantTx, versionIds: readonly string[]) =>
  tx.delete(lookupParts).where(inArray(lookupParts.lookupVersionId, [...versionIds]));

/** Versions of pipelines that name the lookup, archived ones aside, each pipeline's newest first. */
export async function readUsingVersions(tx: TenantTx, lookupId: string) {
  return tx
    .select({
      pipelineId: pipelines.id,
      pipelineName: pipelines.name,
      version: versions.version,
      versionName: versions.versionName,
      status: versions.status,
      document: versions.document,
    })
    .from(versionReferences)
    .innerJoin(versions, eq(versions.id, versionReferences.versionId))
    .innerJoin(pipelines, eq(pipelines.id, versions.pipelineId))
    .where(and(eq(versionReferences.kind, 'lookup'), eq(versionReferences.objectId, lookupId), ne(versions.status, 'archived')))
    .orderBy(asc(pipelines.name), desc(versions.createdAt));
}

export type UsingVersion = Awaited<ReturnType<typeof readUsingVersions>>[number];

/** The lookups with these ids and all versions whose files are there. */
export async function readDeployed(tx: TenantTx, ids: readonly string[]) {
  if (ids.length === 0) return { lookups: [], versions: [] };
  const wanted = [...ids];
  return {
    lookups: await tx.select().from(lookups).where(inArray(lookups.id, wanted)).orderBy(asc(lookups.id)),
    versions: await tx
      .select()
      .from(lookupVersions)
      .where(and(inArray(lookupVersions.lookupId, wanted), inArray(lookupVersions.status, ['active', 'inactive'])))
      .orderBy(asc(lookupVersions.number)),
  };
}
