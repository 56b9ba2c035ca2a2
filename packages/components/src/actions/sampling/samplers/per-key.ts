import type { BatchView, Row } from '@acequia/batch';
import type { Sampler } from './sampler.ts';

/** Keys remembered; beyond them the one whose window began longest ago is forgotten. */
const keysMax = 100_000;

interface Count {
  window: number;
  seen: number;
  /** What one passing event of the window before stood for. */
  rate: number;
}

/**
 * The first `first` events of each key in every window (aligned to the epoch, by time of receipt). How many will follow
 * is not known when they pass: the rate they carry is that of the key's window before, 1 at first.
 */
export function createPerKey(first: number, windowMs: number, keyOf: (view: BatchView, row: Row) => string, restored: unknown): Sampler {
  const counts = new Map<string, Count>(
    isState(restored) ? restored.map(([key, window, seen, rate]) => [key, { window, seen, rate }]) : [],
  );
  return {
    rate: (view, row, nowMs) => {
      const window = Math.floor(nowMs / windowMs);
      const key = keyOf(view, row);
      const before = counts.get(key);
      let count = before;
      if (count === undefined || count.window !== window) {
        const rate = before !== undefined && before.window === window - 1 ? Math.max(1, before.seen / first) : 1;
        count = { window, seen: 0, rate };
        counts.delete(key);
        counts.set(key, count);
        if (counts.size > keysMax) counts.delete(counts.keys().next().value!);
      }
      count.seen += 1;
      return count.seen <= first ? count.rate : 0;
    },
    snapshot: () => Array.from(counts, ([key, { window, seen, rate }]) => [key, window, seen, rate]),
  };
}

const isState = (state: unknown): state is [string, number, number, number][] =>
  Array.isArray(state) &&
  state.every(
    (entry) => Array.isArray(entry) && entry.length === 4 && typeof entry[0] === 'string' && entry.slice(1).every(Number.isFinite),
  );
