import { minuteMs, type Clock } from '@acequia/base';
import type { DeployedLookup } from '@acequia/pipeline';

/** Files of lookups that a worker may fetch for a question, although no pipeline of its deployment searches them. */
export interface LentLookups {
  lend(workerId: string, lookups: readonly DeployedLookup[]): void;
  /** The tenant of a version that was lent to the worker; undefined: it was not, or too long ago. */
  tenantOf(workerId: string, versionId: string): string | undefined;
}

/** Longer than fetching the largest file takes. */
const lentMs = 10 * minuteMs;

export function createLentLookups(clock: Clock): LentLookups {
  const lent = new Map<string, { readonly tenantId: string; readonly untilMs: number }>();
  const keyOf = (workerId: string, versionId: string): string => `${workerId} ${versionId}`;
  return {
    lend: (workerId, lookups) => {
      const now = clock.monotonic();
      for (const [key, { untilMs }] of lent) if (untilMs <= now) lent.delete(key);
      for (const { tenantId, versions } of lookups)
        for (const { id } of versions) lent.set(keyOf(workerId, id), { tenantId, untilMs: now + lentMs });
    },
    tenantOf: (workerId, versionId) => {
      const found = lent.get(keyOf(workerId, versionId));
      return found && found.untilMs > clock.monotonic() ? found.tenantId : undefined;
    },
  };
}
