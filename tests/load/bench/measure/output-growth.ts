import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { readGroup } from './process-group.ts';

const pollMs = 10;
/** So long without growth and without a busy thread of the system, then all is out. */
const quietMs = 1000;
/** Quiet while lines are still missing: a starved machine may look like this too. */
const quietAtMostMs = 15_000;
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

/** Line ends in the files. */
export function linesOf(paths: readonly string[]): number {
  const piece = Buffer.allocUnsafe(1 << 20);
  let lines = 0;
  for (const path of paths) {
    if (bytesOf([path]) === 0) continue;
    const file = openSync(path, 'r');
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
      const bytes = piece.subarray(0, read);
      for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
    }
    closeSync(file);
  }
  return lines;
}

/**
 * Follows output files until nothing comes any more and `loadDone` says that nothing is sent. With fewer lines than `expected`
 * it waits longer before it believes that. Rejects after ten minutes.
 */
export async function followGrowth(paths: readonly string[], group: number, loadDone: () => boolean, expected = 0): Promise<Growth> {
  let missing: boolean | undefined;
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
      missing = undefined;
      lastMs = now;
    }
    if (now - checkedMs >= busyCheckMs && now - lastMs > busyCheckMs) {
      const usage = readGroup(group);
      if (usage.processes === 0) throw new Error('the system ended while it was measured');
      if (usage.busy) lastWorkMs = now;
      checkedMs = now;
    }
    const quiet = now - Math.max(lastMs, lastWorkMs);
    if (loadDone() && quiet > quietMs) {
      missing ??= linesOf(paths) < expected;
      if (!missing || quiet > quietAtMostMs) return { bytes, lastMs, longestGapMs };
    }
    if (now - start > timeoutMs) throw new Error(`not done after ${timeoutMs / 1000} s`);
  }
}
