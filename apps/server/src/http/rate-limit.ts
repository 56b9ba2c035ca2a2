import { AppError, type Clock } from '@acequia/base';

/** A budget per key; one for callers as such has `Sender` for its keys. */
export interface RateLimit<Key extends string = string> {
  /** Throws ACQ-TOO-MANY when the budget of this key is used up. */
  take(key: Key): void;
}

const keysMax = 20_000;

/** A bucket per key: `burst` calls at once, then `perSecond`. The oldest keys are forgotten first. */
export function createRateLimit<Key extends string>(
  clock: Clock,
  limits: { readonly perSecond: number; readonly burst: number },
): RateLimit<Key> {
  const buckets = new Map<Key, { left: number; at: number }>();
  return {
    take: (key) => {
      const now = clock.monotonic();
      const bucket = buckets.get(key) ?? { left: limits.burst, at: now };
      bucket.left = Math.min(limits.burst, bucket.left + ((now - bucket.at) / 1000) * limits.perSecond);
      bucket.at = now;
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > keysMax) buckets.delete(buckets.keys().next().value ?? key);
      if (bucket.left < 1) throw new AppError('ACQ-TOO-MANY');
      bucket.left -= 1;
    },
  };
}
