import { readdirSync, readFileSync } from 'node:fs';

/** Pids of all processes that name the folder in their command line or environment, this one excepted. */
export function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .filter((pid) => ['cmdline', 'environ'].some((file) => read(`/proc/${pid}/${file}`).includes(folder)));
}

/** Whether the pid is a living process (one that waits for its parent to look is not). */
export const isAlive = (pid: number): boolean => !['', 'Z', 'X'].includes(read(`/proc/${pid}/stat`).split(') ').at(-1)?.[0] ?? '');

/** Whether the pid is a living process of PostgreSQL. */
export const isPostgres = (pid: number): boolean => isAlive(pid) && read(`/proc/${pid}/comm`).trim() === 'postgres';

/** Its words, ended by zero bytes each; empty for a process that has ended. */
export const commandLine = (pid: number): string => read(`/proc/${pid}/cmdline`);

export const childrenOf = (pid: number): number[] => read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
