import type { BatchView, Row } from '@acequia/batch';
import { chargeRun } from '@acequia/event';
import { fractionOfEvent } from './hash-of-event.ts';
import type { Sampler } from './sampler.ts';

/** Keys with a rate of their own; all further ones share one. */
const keysMax = 10_000;
const otherKey = '\u0002';
/** How much the last second counts against those before it. */
const smoothing = 0.5;
/** A key seen less often than this per second is forgotten. */
const forgottenBelow = 0.01;
/** Steps of giving one key its part. */
const partSteps = 20;
/** Seconds of silence after which nothing of before counts. */
const silenceMax = 10;

interface Key {
  /** Events in the running second. */
  seen: number;
  /** Events per second, smoothed. */
  perSecond: number;
  /** Share of its events that pass. */
  share: number;
}

export interface AdaptiveOptions {
  /** Events per second that shall pass in all. */
  readonly target: number;
  keyOf(view: BatchView, row: Row): string;
  weightOf(view: BatchView, row: Row): number;
  readonly restored: unknown;
}

/**
 * Lets about `target` events per second of receipt pass. Each second the target is parted among the keys by weight; what a
 * rare key does not need goes to the others. An event passes by hash of its id, so a repeat is treated alike. Before a rate
 * is known, and in a burst, no more than twice the target passes in one second.
 */
export function createAdaptive({ target, keyOf, weightOf, restored }: AdaptiveOptions): Sampler {
  const keys = new Map<string, Key & { weight: number }>();
  let second = -1;
  let passed = 0;
  if (isState(restored)) {
    second = restored.second;
    passed = restored.passed;
    for (const [name, seen, perSecond, share, weight] of restored.keys) keys.set(name, { seen, perSecond, share, weight });
  }

  const turn = (now: number): void => {
    const gap = second < 0 ? 0 : now - second;
    chargeRun(keys.size * (partSteps + Math.min(gap, silenceMax)));
    if (gap > silenceMax) keys.clear();
    for (let passedBy = 0; passedBy < gap && keys.size > 0; passedBy += 1) {
      for (const [name, key] of keys) {
        key.perSecond = key.perSecond === 0 ? key.seen : key.perSecond + smoothing * (key.seen - key.perSecond);
        key.seen = 0;
        if (key.perSecond < forgottenBelow) keys.delete(name);
      }
    }
    partAmong([...keys.values()], target);
    second = now;
    passed = 0;
  };

  return {
    rate: (view, row, nowMs) => {
      const now = Math.floor(nowMs / 1000);
      if (now > second) turn(now);
      const name = keyOf(view, row);
      let key = keys.get(name);
      if (key === undefined) {
        const known = keys.size < keysMax ? name : otherKey;
        key = keys.get(known) ?? { seen: 0, perSecond: 0, share: 1, weight: known === otherKey ? 1 : weightOf(view, row) };
        keys.set(known, key);
      }
      key.seen += 1;
      if (passed >= Math.max(1, 2 * target) || (key.share < 1 && fractionOfEvent(view, row) >= key.share)) return 0;
      passed += 1;
      return 1 / key.share;
    },
    snapshot: () => ({
      second,
      passed,
      keys: Array.from(keys, ([name, { seen, perSecond, share, weight }]) => [name, seen, perSecond, share, weight]),
    }),
  };
}

/** Parts `target` among keys: by weight, no key more than it has, the rest to those that have more. */
function partAmong(keys: readonly (Key & { weight: number })[], target: number): void {
  let left = target;
  let weights = keys.reduce((sum, { weight }) => sum + weight, 0);
  for (const key of keys.toSorted((a, b) => a.perSecond / a.weight - b.perSecond / b.weight)) {
    const part = Math.min(key.perSecond, (left * key.weight) / weights);
    key.share = key.perSecond === 0 ? 1 : part / key.perSecond;
    left -= part;
    weights -= key.weight;
  }
}

interface State {
  readonly second: number;
  readonly passed: number;
  readonly keys: readonly [string, number, number, number, number][];
}

function isState(state: unknown): state is State {
  if (typeof state !== 'object' || state === null) return false;
  const { second, passed, keys } = state as Record<string, unknown>;
  return (
    Number.isInteger(second) &&
    Number.isInteger(passed) &&
    Array.isArray(keys) &&
    keys.every((key) => Array.isArray(key) && key.length === 5 && typeof key[0] === 'string' && key.slice(1).every(Number.isFinite))
  );
}
