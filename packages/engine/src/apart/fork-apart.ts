import { fork, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Nothing of the environment but where compiled programs are kept, which halves a start. */
const compileCache = process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {};

export interface ForkApartOptions {
  readonly args: readonly string[];
  readonly heapMiB: number;
  /** Where its standard output goes; a number is an open file. */
  readonly output: 'pipe' | number;
}

/**
 * Starts a program of this package that may hang, grow or die without harm to this process. A thread would not do: where it
 * outgrows its heap by a single large allocation, V8 ends the whole process. Messages are structured clones.
 */
export function forkApart(program: URL, { args, heapMiB, output }: ForkApartOptions): ChildProcess {
  const child = fork(fileURLToPath(program), args, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMiB}`],
    env: compileCache,
    stdio: ['ignore', output, 'ignore', 'ipc'],
  });
  dieFirst(child.pid);
  return child;
}

/** Where the system runs out of memory it takes such a process, not the worker (proc(5), oom_score_adj). */
function dieFirst(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    return;
  }
}
