import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Reason } from '@acequia/contract';
import type { TenantTx } from '../../db/database.ts';
import {
  labels,
  pipelines,
  removedObjects,
  versionClusters,
  versionReferences,
  versions,
  type ReferenceKind,
} from '../../db/schema/index.ts';

/** Pipelines with a version, archived ones aside, that names an object of this kind. */
export async function readUses(tx: TenantTx, kind: ReferenceKind, objectIds?: readonly string[]) {
  return tx
    .selectDistinct({ objectId: versionReferences.objectId, id: pipelines.id, name: pipelines.name })
    .from(versionReferences)
    .innerJoin(versions, eq(versions.id, versionReferences.versionId))
    .innerJoin(pipelines, eq(pipelines.id, versions.pipelineId))
    .where(
      and(
        eq(versionReferences.kind, kind),
        ne(versions.status, 'archived'),
        objectIds ? inArray(versionReferences.objectId, [...objectIds]) : undefined,
      ),
    )
    .orderBy(asc(pipelines.name));
}

/** Clusters where a running version that names the object is wanted. */
export async function readClustersOfUses(tx: TenantTx, kind: ReferenceKind, objectId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ clusterId: versionClusters.clusterId })
    .from(versionReferences)
    .innerJoin(versions, eq(versions.id, versionReferences.versionId))
    .innerJoin(versionClusters, eq(versionClusters.versionId, versions.id))
    .where(and(eq(versionReferences.kind, kind), eq(versionReferences.objectId, objectId), eq(versions.status, 'running')));
  return rows.map(({ clusterId }) => clusterId);
}

/** Stops every running version; returns them with the names of their pipelines. */
export async function stopEveryVersion(tx: TenantTx, reason: Reason, at: number) {
  const stopped = await tx
    .update(versions)
    .set({ status: 'stopped', reason, updatedAt: at })
    .where(eq(versions.status, 'running'))
    .returning({ id: versions.id, pipelineId: versions.pipelineId });
  const ids = stopped.map((version) => version.pipelineId);
  const named =
    ids.length === 0 ? [] : await tx.select({ id: pipelines.id, name: pipelines.name }).from(pipelines).where(inArray(pipelines.id, ids));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return stopped.map((version) => ({ ...version, name: names.get(version.pipelineId) ?? '' }));
}

/** Stops running versions that name one of the objects; returns them. */
export async function stopVersionsUsing(tx: TenantTx, kind: ReferenceKind, objectIds: readonly string[], reason: Reason, at: number) {
  const used = tx
    .select({ id: versionReferences.versionId })
    .from(versionReferences)
    .where(and(eq(versionReferences.kind, kind), inArray(versionReferences.objectId, [...objectIds])));
  return tx
    .update(versions)
    .set({ status: 'stopped', reason, updatedAt: at })
    .where(and(eq(versions.status, 'running'), inArray(versions.id, used)))
    .returning({ id: versions.id, pipelineId: versions.pipelineId });
}

/** Keeps the name of an object that is about to be deleted, and those of a listener's labels, if a version of any status refers to it. */
export async function keepRemovedName(
  tx: TenantTx,
  tenantId: string,
  kind: ReferenceKind,
  object: { readonly id: string; readonly name: string },
): Promise<void> {
  const own =
    kind === 'listener' ? await tx.select({ id: labels.id, name: labels.name }).from(labels).where(eq(labels.listenerId, object.id)) : [];
  const leaving = [{ kind, ...object }, ...own.map((label) => ({ kind: 'label' as const, ...label }))];
  const referred = await tx
    .selectDistinct({ objectId: versionReferences.objectId })
    .from(versionReferences)
    .where(
      inArray(
        versionReferences.objectId,
        leaving.map(({ id }) => id),
      ),
    );
  const known = new Set(referred.map(({ objectId }) => objectId));
  const rows = leaving.filter(({ id }) => known.has(id)).map(({ kind, id, name }) => ({ tenantId, kind, objectId: id, name }));
  if (rows.length > 0) await tx.insert(removedObjects).values(rows);
}

/** What versions of a pipeline refer to that was deleted, by name. */
export const readRemoved = (tx: TenantTx, pipelineId: string) =>
  tx
    .selectDistinct({ kind: removedObjects.kind, id: removedObjects.objectId, name: removedObjects.name })
    .from(removedObjects)
    .innerJoin(
      versionReferences,
      and(eq(versionReferences.kind, removedObjects.kind), eq(versionReferences.objectId, removedObjects.objectId)),
    )
    .innerJoin(versions, eq(versions.id, versionReferences.versionId))
    .where(eq(versions.pipelineId, pipelineId))
    .orderBy(asc(removedObjects.name));
