import { versionStart, type VersionStart } from '@acequia/domain';
import type { TenantScope } from '../../tenant-scope.ts';
import { silentClusters } from '../clusters/clusters.service.ts';
import { readVersionClusters, type VersionHead } from './pipelines.store.ts';

/** Where the tenant's versions are wanted, and how far their workers are with them. */
export interface Placements {
  /** Ids of the clusters a version is wanted on. */
  clustersOf(versionId: string): readonly string[];
  /** Null unless the version is wanted and no worker runs it yet. */
  startOf(head: VersionHead): VersionStart | null;
  /** Clusters none of whose workers reports. */
  readonly silent: ReadonlySet<string>;
}

export async function readPlacements(scope: TenantScope): Promise<Placements> {
  const [clusters, silent] = [await readVersionClusters(scope.tx), await silentClusters(scope)];
  return {
    silent,
    clustersOf: (versionId) => (clusters.get(versionId) ?? []).map((each) => each.clusterId),
    startOf: (head) =>
      head.status === 'running'
        ? versionStart(
            (clusters.get(head.id) ?? []).map(({ clusterId, applied }) => ({ applied, online: !silent.has(clusterId) })),
            head.reason !== null,
          )
        : null,
  };
}
