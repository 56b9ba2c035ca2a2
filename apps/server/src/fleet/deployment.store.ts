import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { TenantTx } from '../db/database.ts';
import { datasinks, labels, listeners, pipelines, versionClusters, versions } from '../db/schema/index.ts';
import { readWantedReplays } from '../modules/replays/replays.service.ts';

/** What one tenant wants to run on a cluster, in a fixed order. A listener is opened in its own cluster, and in each other where a version that reads it runs. */
export async function readDesired(tx: TenantTx, clusterId: string) {
  const wantedVersions = await tx
    .select({ version: versions, name: pipelines.name, startedAt: versionClusters.startedAt })
    .from(versionClusters)
    .innerJoin(versions, eq(versions.id, versionClusters.versionId))
    .innerJoin(pipelines, eq(pipelines.id, versions.pipelineId))
    .where(and(eq(versionClusters.clusterId, clusterId), eq(versions.status, 'running')))
    .orderBy(asc(versions.pipelineId), asc(versions.id));
  const read = wantedVersions.flatMap(({ version }) =>
    version.document.nodes.flatMap((node) => (node.kind === 'label' ? [node.listenerId] : [])),
  );
  const wantedListeners = await tx
    .select()
    .from(listeners)
    .where(or(eq(listeners.clusterId, clusterId), inArray(listeners.id, read)))
    .orderBy(asc(listeners.id));
  const ids = wantedListeners.map((row) => row.id);
  const wantedLabels =
    ids.length === 0
      ? []
      : await tx.select().from(labels).where(inArray(labels.listenerId, ids)).orderBy(asc(labels.createdAt), asc(labels.id));
  const wantedReplays = await readWantedReplays(tx, clusterId);
  const datasinkIds = [
    ...new Set(
      [...wantedVersions, ...wantedReplays].flatMap(({ version }) =>
        version.document.nodes.flatMap((node) => (node.kind === 'datasink' ? [node.datasinkId] : [])),
      ),
    ),
  ];
  const wantedDatasinks =
    datasinkIds.length === 0 ? [] : await tx.select().from(datasinks).where(inArray(datasinks.id, datasinkIds)).orderBy(asc(datasinks.id));
  return { listeners: wantedListeners, labels: wantedLabels, versions: wantedVersions, replays: wantedReplays, datasinks: wantedDatasinks };
}
