import type { RefusalCount } from '@acequia/base';
import type { HealthPart } from '@acequia/contract';
import { isHeard, joinRefusals } from '@acequia/domain';
import type { TenantScope } from '../../tenant-scope.ts';
import { reasonByName } from '../../http/path-view.ts';
import { readParts, readPlaces, readRefusals } from './health.store.ts';

export async function listParts(scope: Pick<TenantScope, 'tx'>): Promise<HealthPart[]> {
  return (await readParts(scope.tx)).map(({ objectId, tenantId: _tenant, updatedAt: _updated, seenAt: _seen, ...part }) => ({
    ...part,
    id: objectId,
    reason: reasonByName(part.reason),
    lastError: reasonByName(part.lastError),
  }));
}

/** Whom each listener turned away within the last hour, by what workers that report now say. */
export async function refusalsByListener({ tx, now }: Pick<TenantScope, 'tx' | 'now'>): Promise<ReadonlyMap<string, RefusalCount[]>> {
  const told = (await readRefusals(tx)).filter(({ seenAt }) => isHeard(seenAt, now));
  return new Map(
    [...Map.groupBy(told, ({ listenerId }) => listenerId)].map(([id, of]) => [id, joinRefusals(of.map(({ refusals }) => refusals ?? []))]),
  );
}

/** Where workers have an object, as they last told: of a data sink, each node that delivers to it. */
export const placesOf = async ({ tx, now }: Pick<TenantScope, 'tx' | 'now'>, kind: 'datasink' | 'lookup', id: string) =>
  (await readPlaces(tx, kind, id)).map(({ seenAt, ...place }) => ({ ...place, heard: isHeard(seenAt, now) }));

/** How many workers among them report now. */
export const heardWorkers = (places: Awaited<ReturnType<typeof placesOf>>): number =>
  new Set(places.filter(({ heard }) => heard).map(({ workerId }) => workerId)).size;
