import { readFileSync, readlinkSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
// oxlint-disable-next-line no-restricted-imports -- how a program gets at V8's gc while it runs; nothing of users runs in it
import { runInNewContext } from 'node:vm';
import { KiB } from './units.ts';

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

/** Memory of a process that is not swapped out, in bytes (proc(5), VmRSS). Undefined where the system does not tell, and for a process that ended. */
export function residentBytes(pid: number): number | undefined {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return kib === undefined ? undefined : Number(kib) * KiB;
  } catch {
    return undefined;
  }
}

/** The thread that calls, as `processorMs` wants it: `<pid>/task/<tid>`. Undefined where the system does not tell. */
export function thisTask(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return undefined;
  }
}

const nsPerMs = 1e6;
/** `USER_HZ`, which is 100 on all that Node runs on. */
const msPerTick = 10;

/**
 * Time that a thread (`<pid>/task/<tid>`), or the main thread of a process (`<pid>/task/<pid>`), has used a processor since it began,
 * in ms. Undefined where the system does not tell, and for one that ended.
 */
export function processorMs(task: string): number | undefined {
  return schedulerMs(task) ?? tickedMs(task);
}

/** proc(5), `schedstat`: the first number, in ns. All are 0 in a kernel that does not keep them. */
function schedulerMs(task: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${task}/schedstat`, 'latin1').split(' ', 1)[0]) / nsPerMs || undefined;
  } catch {
    return undefined;
  }
}

/** proc(5), `stat`, fields 14 and 15: in the program and in the system, in ticks. */
function tickedMs(task: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${task}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isNaN(ticks) ? undefined : ticks * msPerTick;
  } catch {
    return undefined;
  }
}

/** How many files this process may have open; undefined where the system does not tell, or sets no limit. */
export function openFilesMax(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
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

/**
 * Ends this process with a code, as `process.exit()`, but surely. V8 compiles hot functions on threads of its own; one that finds the
 * heap at its limit waits until the main thread has collected garbage, while both `process.exit()` and the end of the event loop wait
 * for that thread, and neither goes on (nodejs/node#54918). A collection just before leaves more room than the compilation fills.
 */
export function endProcess(code: number): never {
  collectGarbage();
  process.exit(code);
}

/** Collects all garbage of this thread at once: up to seconds with a large heap. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
