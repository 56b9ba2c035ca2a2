import type { Clock } from '@acequia/base';

export interface Vitals {
  readonly memoryBytes: number;
  /** Cores in use on average since the last call. */
  readonly cpuFraction: number;
}

/** Measures this process; each call covers the time since the one before. */
export function createVitals(clock: Clock, usage: () => { user: number; system: number }, memory: () => number): () => Vitals {
  let before = usage();
  let beforeMs = clock.monotonic();
  return () => {
    const now = usage();
    const nowMs = clock.monotonic();
    const microseconds = now.user - before.user + (now.system - before.system);
    const cpuFraction = nowMs > beforeMs ? microseconds / 1000 / (nowMs - beforeMs) : 0;
    before = now;
    beforeMs = nowMs;
    return { memoryBytes: memory(), cpuFraction };
  };
}
