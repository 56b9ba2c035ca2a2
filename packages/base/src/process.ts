import { readFileSync } from 'node:fs';

/**
 * When a living process started, in clock ticks since boot (proc(5), field 22): tells it from a later one with the same pid.
 * Undefined where the system does not tell, and for a process that ended, also while nobody has collected it yet (states Z and
 * X): it holds nothing any more.
 */
export function processStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ['Z', 'X'].includes(fields[0] ?? '') ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Differs after each start of the machine. Empty where the system does not tell. */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
