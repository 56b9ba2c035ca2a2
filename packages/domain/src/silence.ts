import { watchLimits } from './watch-limits.ts';

/** When a listener received events within the last `watchLimits.silentLooksBackMs`, to the minute; ms since 1970. */
export interface Heard {
  readonly firstAt: number;
  readonly lastAt: number;
  /** The longest time in between without an event. */
  readonly longestGapMs: number;
}

/** What is known of an earlier and a later part of one time; they may overlap. */
export const joinHeard = (earlier: Heard, later: Heard): Heard => ({
  firstAt: Math.min(earlier.firstAt, later.firstAt),
  lastAt: Math.max(earlier.lastAt, later.lastAt),
  longestGapMs: Math.max(earlier.longestGapMs, later.longestGapMs, later.firstAt - earlier.lastAt),
});

/**
 * For how long a listener has been silent against its habit, in ms. Undefined where that is not known: it has received events for less
 * than a day, or it has been silent for as long before and received events again.
 */
export function unusualSilenceMs({ firstAt, lastAt, longestGapMs }: Heard, now: number): number | undefined {
  const silentMs = now - lastAt;
  const isKnown = lastAt - firstAt >= watchLimits.silentBeforeMs;
  const isUnusual = silentMs >= watchLimits.silentMs && silentMs > longestGapMs && silentMs <= watchLimits.silentBeforeMs;
  return isKnown && isUnusual ? silentMs : undefined;
}
