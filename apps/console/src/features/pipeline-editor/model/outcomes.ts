import type { LiveNode } from './live-store.ts';

/** How events end at a step now, the worst first. */
export interface Outcome {
  readonly name: 'rejected' | 'dropped' | 'filtered';
  readonly eventsPerSecond: number;
  /** Largest first; together they are all of it. `other`: what a worker counts without a reason. */
  readonly reasons: readonly { readonly reason: string; readonly eventsPerSecond: number }[];
}

/** Rates under this are rounding. */
const noticed = 0.005;

export function outcomesOf(live: LiveNode | undefined): readonly Outcome[] {
  if (!live) return [];
  return (['rejected', 'dropped', 'filtered'] as const).flatMap((name): Outcome[] => {
    const eventsPerSecond = live[name];
    if (!(eventsPerSecond > noticed)) return [];
    const told = Object.entries(live.reasons)
      .filter(([counter, rate]) => counter.startsWith(`${name}:`) && rate > noticed)
      .map(([counter, rate]) => ({ reason: counter.slice(name.length + 1), eventsPerSecond: rate }));
    const rest = eventsPerSecond - told.reduce((sum, each) => sum + each.eventsPerSecond, 0);
    const reasons = rest > noticed ? [...told, { reason: name === 'rejected' ? 'error' : 'other', eventsPerSecond: rest }] : told;
    return [{ name, eventsPerSecond, reasons: reasons.toSorted((a, b) => b.eventsPerSecond - a.eventsPerSecond) }];
  });
}
