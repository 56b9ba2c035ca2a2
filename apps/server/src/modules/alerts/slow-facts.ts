import { hourMs, minuteMs } from '@acequia/base';
import { joinHeard, watchLimits, type Heard } from '@acequia/domain';
import type { TenantTx } from '../../db/database.ts';
import { readImbalances, type Imbalance } from './balance.store.ts';
import { readHeard, readLimitUsed } from './facts.store.ts';

export interface SlowFacts {
  /** When each listener that received events within `watchLimits.silentBeforeMs` did so. */
  readonly heard: ReadonlyMap<string, Heard>;
  readonly limitUsed: number | undefined;
  readonly imbalances: readonly Imbalance[];
}

/** What takes a look at a whole day of the ledger. */
export interface SlowFactsReader {
  read(tx: TenantTx, tenantId: string, now: number): Promise<SlowFacts>;
}

interface Known extends SlowFacts {
  readonly wholeAt: number;
  readonly heardAt: number;
  readonly limitAt: number;
  readonly balanceAt: number;
  readonly doubts: readonly Imbalance[];
}

/** Minutes that may still be reported anew. */
const lateMs = 15 * minuteMs;
const wholeEveryMs = hourMs;
const limitEveryMs = minuteMs;
/** What does not add up is summed up again after so long, and told when it still does not: counts of one event may come in two reports. */
const doubtEveryMs = 5 * minuteMs;

/** Reads the whole day once an hour, in between only what is new: every tenant is looked at every few seconds. */
export function createSlowFacts(): SlowFactsReader {
  const known = new Map<string, Known>();
  return {
    read: async (tx, tenantId, now) => {
      const before = known.get(tenantId);
      const whole = !before || now - before.wholeAt >= wholeEveryMs || now < before.heardAt;
      const since = whole ? now - watchLimits.silentLooksBackMs : before.heardAt - lateMs;
      const heard = new Map(whole ? [] : before.heard);
      for (const [id, recent] of await readHeard(tx, since)) {
        const known = heard.get(id);
        heard.set(id, known ? joinHeard(known, recent) : recent);
      }
      for (const [id, { lastAt }] of heard) if (now - lastAt > watchLimits.silentBeforeMs) heard.delete(id);
      const counts = whole || now - before.limitAt >= limitEveryMs;
      const sums = whole || (before.doubts.length > 0 && now - before.balanceAt >= doubtEveryMs);
      const doubts = sums ? await readImbalances(tx, now) : before.doubts;
      const next: Known = {
        wholeAt: whole ? now : before.wholeAt,
        heardAt: now,
        heard,
        limitAt: counts ? now : before.limitAt,
        limitUsed: counts ? await readLimitUsed(tx, tenantId, now) : before.limitUsed,
        balanceAt: sums ? now : before.balanceAt,
        doubts,
        imbalances:
          sums && before
            ? doubts.filter(({ sourceId }) => before.doubts.some((each) => each.sourceId === sourceId))
            : (before?.imbalances ?? []),
      };
      known.set(tenantId, next);
      return next;
    },
  };
}
