import { secondMs } from '@acequia/base';

/** How many events wait for a destination at a moment. */
export interface BacklogLook {
  /** Of any clock that is not set back. */
  readonly atMs: number;
  readonly events: number;
}

/** Looks of this time count: a destination that has just come back is not judged by when it was away. */
const windowMs = 15 * secondMs;
/** From fewer nothing is foretold. */
const looksMin = 4;

/**
 * ms until nothing waits any more when it goes on as in the last looks, oldest first, what comes in meanwhile included. Undefined where
 * it does not become less, or too little is known.
 */
export function backlogLeftMs(all: readonly BacklogLook[]): number | undefined {
  const last = all.at(-1);
  if (!last || last.events === 0) return undefined;
  const looks = all.filter(({ atMs }) => last.atMs - atMs <= windowMs);
  if (looks.length < looksMin) return undefined;
  const perMs = slope(looks);
  return perMs < 0 ? last.events / -perMs : undefined;
}

/** Of the straight line with the least squares, events per ms. */
function slope(looks: readonly BacklogLook[]): number {
  const mean = (of: (look: BacklogLook) => number) => looks.reduce((sum, look) => sum + of(look), 0) / looks.length;
  const [midMs, midEvents] = [mean(({ atMs }) => atMs), mean(({ events }) => events)];
  const sum = (of: (look: BacklogLook) => number) => looks.reduce((total, look) => total + of(look), 0);
  const spread = sum(({ atMs }) => (atMs - midMs) ** 2);
  return spread === 0 ? 0 : sum(({ atMs, events }) => (atMs - midMs) * (events - midEvents)) / spread;
}
