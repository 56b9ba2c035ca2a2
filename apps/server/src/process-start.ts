import { readFileSync } from 'node:fs';

/**
 * When a living process started, in clock ticks since boot (proc(5), field 22): tells it from a later one with the same pid.
 * Undefined for a process that ended, also while nobody has collected it yet (states Z and X): it holds nothing any more.
 */
export function processStart(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return ['Z', 'X'].includes(fields[0] ?? '') ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
