import { statSync } from 'node:fs';
import { readGroup } from './process-group.ts';

const pollMs = 10;
/** So long without growth and without a busy thread of the system, then all is out. */
const quietMs = 1000;
const busyCheckMs = 50;
const timeoutMs = 600_000;

export interface Growth {
  readonly bytes: number;
  /** Of the last growth, as `performance.now()` counts. */
  readonly lastMs: number;
  /** Longest time without growth between the first and the last. */
  readonly longestGapMs: number;
}

export const bytesOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);

/** Follows output files until nothing comes any more and `loadDone` says that nothing is sent. Rejects after ten minutes. */
export async function followGrowth(paths: readonly string[], group: number, loadDone: () => boolean): Promise<Growth> {
  const start = performance.now();
  let bytes = 0;
  let lastMs = start;
  let longestGapMs = 0;
  let lastWorkMs = start;
  let checkedMs = start;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const now = performance.now();
    const size = bytesOf(paths);
    if (size !== bytes) {
      if (bytes > 0) longestGapMs = Math.max(longestGapMs, now - lastMs);
      bytes = size;
      lastMs = now;
    }
    if (now - checkedMs >= busyCheckMs && now - lastMs > busyCheckMs) {
      const usage = readGroup(group);
      if (usage.processes === 0) throw new Error('the system ended while it was measured');
      if (usage.busy) lastWorkMs = now;
      checkedMs = now;
    }
    if (loadDone() && now - Math.max(lastMs, lastWorkMs) > quietMs) return { bytes, lastMs, longestGapMs };
    if (now - start > timeoutMs) throw new Error(`not done after ${timeoutMs / 1000} s`);
  }
}
