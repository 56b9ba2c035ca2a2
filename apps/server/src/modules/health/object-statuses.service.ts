import type { ObjectStatusView, Reason } from '@acequia/contract';
import { isHeard, objectStatus, type ObjectFacts, type PartFacts } from '@acequia/domain';
import { reasonByName } from '../../http/path-view.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { partsWithTraffic } from './health.service.ts';

/** What the server knows of an object by itself. */
export type Declared = Pick<ObjectFacts<Reason>, 'kind' | 'declared' | 'reason'> & { readonly id: string };

/** Says of any of the tenant's objects in which state it is, by what workers reported last. */
export async function objectStatuses({ tx, now }: Pick<TenantScope, 'tx' | 'now'>): Promise<(object: Declared) => ObjectStatusView> {
  const parts = (await partsWithTraffic({ tx, now })).map((part) => {
    const heard = isHeard(part.seenAt, now);
    return {
      ...part,
      heard,
      since: heard ? part.since : Math.max(part.since, part.seenAt ?? 0),
      reason: reasonByName(part.reason),
      lastError: reasonByName(part.lastError),
    };
  });
  const byObject = new Map<string, PartFacts<Reason>[]>();
  const add = (key: string, part: PartFacts<Reason>) => {
    const known = byObject.get(key);
    if (known) known.push(part);
    else byObject.set(key, [part]);
  };
  for (const part of parts) {
    add(`${part.kind} ${part.objectId}`, part);
    if (part.kind === 'datasink') add(`pipeline ${part.pipelineId}`, part);
  }
  return ({ id, ...facts }) => objectStatus({ ...facts, parts: byObject.get(`${facts.kind} ${id}`) ?? [] });
}

/** Those in a state, or all. */
export const inThatState = <T extends Pick<{ readonly status: ObjectStatusView }, 'status'>>(
  all: readonly T[],
  state: ObjectStatusView['state'] | undefined,
): T[] => all.filter(({ status }) => state === undefined || status.state === state);
