import type { Sampler } from './sampler.ts';

/** The first `allowed` of every `total` events. */
export function createFirstOf(allowed: number, total: number, restored: unknown): Sampler {
  let seen = typeof restored === 'number' && Number.isInteger(restored) && restored >= 0 && restored < total ? restored : 0;
  return {
    rate: () => {
      const passes = seen < allowed;
      seen = (seen + 1) % total;
      return passes ? total / allowed : 0;
    },
    snapshot: () => seen,
  };
}
