import type { RefusalCount } from '@acequia/base';
import type { HealthPart } from '@acequia/contract';
import { isHeard, joinRefusals, watchLimits } from '@acequia/domain';
import type { TenantScope } from '../../tenant-scope.ts';
import { reasonByName } from '../../http/path-view.ts';
import { partKey, readParts, readPassed, readPlaces, readRefusals } from './health.store.ts';

type PartRow = Awaited<ReturnType<typeof readParts>>[number];

/** With whether events pass it. */
export async function partsWithTraffic({ tx, now }: Pick<TenantScope, 'tx' | 'now'>): Promise<(PartRow & Pick<HealthPart, 'quiet'>)[]> {
  const parts = await readParts(tx);
  const begin = now - watchLimits.idleMs;
  const mayBeQuiet = ({ kind, state, since, waitingEvents }: PartRow) =>
    kind !== 'lookup' && state === 'running' && since <= begin && waitingEvents === 0;
  if (!parts.some(mayBeQuiet)) return parts;
  const passed = await readPassed(tx, begin);
  const isQuiet = (part: PartRow) =>
    mayBeQuiet(part) &&
    !passed.has(partKey(part.workerId, part.kind, part.kind === 'datasink' ? part.pipelineId : part.objectId, part.node));
  return parts.map((part) => (isQuiet(part) ? { ...part, quiet: true } : part));
}

export const listPartsWithTraffic = async (scope: Pick<TenantScope, 'tx' | 'now'>): Promise<HealthPart[]> =>
  present(await partsWithTraffic(scope));

export const listParts = async (scope: Pick<TenantScope, 'tx'>): Promise<HealthPart[]> => present(await readParts(scope.tx));

function present(parts: readonly (PartRow & Pick<HealthPart, 'quiet'>)[]): HealthPart[] {
  return parts.map(({ objectId, tenantId: _tenant, updatedAt: _updated, seenAt: _seen, ...part }) => ({
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
