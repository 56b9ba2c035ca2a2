import type { HealthPart } from '@acequia/contract';
import type { TenantScope } from '../../tenant-scope.ts';
import { reasonByName } from '../../http/path-view.ts';
import { readDeliveries, readParts } from './health.store.ts';

export async function listParts(scope: Pick<TenantScope, 'tx'>): Promise<HealthPart[]> {
  return (await readParts(scope.tx)).map(({ objectId, tenantId: _tenant, updatedAt: _updated, seenAt: _seen, ...part }) => ({
    ...part,
    id: objectId,
    reason: reasonByName(part.reason),
    lastError: reasonByName(part.lastError),
  }));
}

/** The nodes that deliver to a data sink, on each worker that runs them. */
export const listDeliveries = (scope: Pick<TenantScope, 'tx'>, datasinkId: string) => readDeliveries(scope.tx, datasinkId);
