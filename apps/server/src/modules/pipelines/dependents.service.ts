import { AppError } from '@acequia/base';
import type { Reason } from '@acequia/contract';
import type { ReferenceKind } from '../../db/schema/index.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { keepRemovedName, readClustersOfUses, readUses, stopEveryVersion, stopVersionsUsing } from './dependents.store.ts';

export interface Dependent {
  readonly id: string;
  readonly name: string;
}

/** The pipelines that use each object of a kind, by object id. */
export async function dependentsOf(
  scope: Pick<TenantScope, 'tx'>,
  kind: ReferenceKind,
  objectIds?: readonly string[],
): Promise<(objectId: string) => Dependent[]> {
  const found = new Map<string, Dependent[]>();
  if (objectIds?.length !== 0) {
    for (const { objectId, id, name } of await readUses(scope.tx, kind, objectIds))
      found.set(objectId, [...(found.get(objectId) ?? []), { id, name }]);
  }
  return (objectId) => found.get(objectId) ?? [];
}

/** Clusters where a running version that names the object is wanted. */
export const clustersOfUses = (scope: Pick<TenantScope, 'tx'>, kind: ReferenceKind, objectId: string): Promise<string[]> =>
  readClustersOfUses(scope.tx, kind, objectId);

/**
 * Before something is removed: without the user's word ACQ-IN-USE names the pipelines that use it; with it their running versions
 * are stopped with the reason and do not start again by themselves (specification 4). Its name is kept for versions that refer to it.
 */
export async function releaseDependents(
  scope: TenantScope,
  kind: ReferenceKind,
  object: { readonly id: string; readonly name: string },
  confirmed: boolean,
): Promise<void> {
  const dependents = (await dependentsOf(scope, kind, [object.id]))(object.id);
  if (dependents.length > 0 && !confirmed) {
    throw new AppError('ACQ-IN-USE', {
      fields: {
        count: dependents.length,
        pipelines: dependents
          .map((each) => each.name)
          .slice(0, 20)
          .join(', '),
      },
    });
  }
  await keepRemovedName(scope.tx, scope.tenantId, kind, object);
  const stopped = await stopVersionsUsing(
    scope.tx,
    kind,
    [object.id],
    { code: `${kind.toUpperCase()}_REMOVED`, fields: { name: object.name } },
    scope.now,
  );
  await tellStopped(scope, stopped);
}

/** Stops everything that runs in the tenant, with the reason; none of it starts again by itself. Returns the names of the pipelines. */
export async function stopAllPipelines(scope: Pick<TenantScope, 'tx' | 'tenantId' | 'now'>, reason: Reason): Promise<string[]> {
  const stopped = await stopEveryVersion(scope.tx, reason, scope.now);
  await tellStopped(scope, stopped);
  return [...new Set(stopped.map((version) => version.name))].sort();
}

async function tellStopped(
  scope: Pick<TenantScope, 'tx' | 'tenantId' | 'now'>,
  stopped: readonly { readonly id: string; readonly pipelineId: string }[],
): Promise<void> {
  await writeChange(scope, 'version', ...stopped.map((version) => version.id));
  await writeChange(scope, 'pipeline', ...new Set(stopped.map((version) => version.pipelineId)));
}
