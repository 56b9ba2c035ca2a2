import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import {
  datasinkSecrets,
  datasinks,
  listenerSecrets,
  listeners,
  lookupRefreshes,
  lookups,
  pipelines,
  secrets,
  tenantKeys,
  versionReferences,
  versions,
} from '../../db/schema/index.ts';

export type SecretRow = typeof secrets.$inferSelect;

export const readSecrets = (tx: TenantTx): Promise<SecretRow[]> => tx.select().from(secrets).orderBy(asc(secrets.name));

export async function findSecret(tx: TenantTx, id: string): Promise<SecretRow | undefined> {
  const rows = await tx.select().from(secrets).where(eq(secrets.id, id));
  return rows[0];
}

/** Held until the transaction ends, so that two changes of one follow each other. Never for a read. */
export async function lockSecret(tx: TenantTx, id: string): Promise<SecretRow | undefined> {
  const rows = await tx.select().from(secrets).where(eq(secrets.id, id)).for('update');
  return rows[0];
}

export async function readSecretsById(tx: TenantTx, ids: readonly string[]): Promise<SecretRow[]> {
  return ids.length === 0
    ? []
    : tx
        .select()
        .from(secrets)
        .where(inArray(secrets.id, [...ids]));
}

export const insertSecret = (tx: TenantTx, row: SecretRow) => tx.insert(secrets).values(row);
export const updateSecret = (tx: TenantTx, row: SecretRow) => tx.update(secrets).set(row).where(eq(secrets.id, row.id));
export const removeSecret = (tx: TenantTx, id: string) => tx.delete(secrets).where(eq(secrets.id, id));

export async function findTenantKey(tx: TenantTx): Promise<Buffer | undefined> {
  const rows = await tx.select().from(tenantKeys);
  return rows[0]?.sealedKey;
}

/** Of two first secrets at once one key wins; the winner is returned. */
export async function insertTenantKey(tx: TenantTx, tenantId: string, sealedKey: Buffer): Promise<Buffer> {
  await tx.insert(tenantKeys).values({ tenantId, sealedKey }).onConflictDoNothing();
  return (await findTenantKey(tx)) ?? sealedKey;
}

export async function readUsages(tx: TenantTx, secretId: string) {
  const ofListeners = await tx
    .select({ id: listeners.id, name: listeners.name, component: listeners.component })
    .from(listenerSecrets)
    .innerJoin(listeners, eq(listeners.id, listenerSecrets.listenerId))
    .where(eq(listenerSecrets.secretId, secretId));
  const ofDatasinks = await tx
    .select({ id: datasinks.id, name: datasinks.name, component: datasinks.component })
    .from(datasinkSecrets)
    .innerJoin(datasinks, eq(datasinks.id, datasinkSecrets.datasinkId))
    .where(eq(datasinkSecrets.secretId, secretId));
  const ofVersions = await tx
    .select({
      id: pipelines.id,
      name: pipelines.name,
      version: versions.version,
      versionName: versions.versionName,
      status: versions.status,
    })
    .from(versionReferences)
    .innerJoin(versions, eq(versions.id, versionReferences.versionId))
    .innerJoin(pipelines, eq(pipelines.id, versions.pipelineId))
    .where(and(eq(versionReferences.kind, 'secret'), eq(versionReferences.objectId, secretId)));
  const ofLookups = await tx
    .select({ id: lookups.id, name: lookups.name })
    .from(lookupRefreshes)
    .innerJoin(lookups, eq(lookups.id, lookupRefreshes.lookupId))
    .where(sql`${lookupRefreshes.credentials} ->> 'secretId' = ${secretId}`);
  return { ofListeners, ofDatasinks, ofVersions, ofLookups };
}
