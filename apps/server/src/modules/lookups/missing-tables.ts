import type { LookupMissing } from '@acequia/contract';
import type { TenantScope } from '../../tenant-scope.ts';
import { clusterNames } from '../clusters/clusters.service.ts';
import { listParts } from '../health/health.service.ts';

/** By lookup, the versions that workers should have and have no table of. */
export async function missingTables(scope: Pick<TenantScope, 'tx'>): Promise<(lookupId: string) => LookupMissing[]> {
  const parts = (await listParts(scope)).filter(({ kind }) => kind === 'lookup');
  if (parts.length === 0) return () => [];
  const { workers } = await clusterNames(scope);
  return (lookupId) =>
    parts.flatMap(({ id, workerId, reason, since }) => {
      if (id !== lookupId || !reason) return [];
      const { version } = reason.fields;
      return [{ worker: workers.get(workerId) ?? workerId, version: typeof version === 'number' ? version : null, reason, since }];
    });
}
