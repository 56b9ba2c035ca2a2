import { readFileSync } from 'node:fs';
import { readBootId } from '@acequia/base/process';

/** How many processes the kernel has ended for want of memory, and where that was counted. */
export interface OomKills {
  /** Start of the machine and file of the counter: counts of two starts or files say nothing of each other. */
  readonly bootId: string;
  readonly source: string;
  readonly count: number;
}

/**
 * Of this process's own group of processes (cgroups(7)): `memory.events` of version 2, `memory.oom_control` of version 1. Where there is no
 * such group, of the whole machine (proc(5), vmstat). Undefined where the system does not tell.
 */
export function readOomKills(root = '/'): OomKills | undefined {
  const own = groupsOf(text(`${root}proc/self/cgroup`) ?? '');
  const sources = [
    ...own.unified.map((path) => `${root}sys/fs/cgroup${path}/memory.events`),
    ...own.memory.map((path) => `${root}sys/fs/cgroup/memory${path}/memory.oom_control`),
    `${root}proc/vmstat`,
  ];
  for (const source of sources) {
    const count = /^oom_kill (\d+)$/m.exec(text(source) ?? '')?.[1];
    if (count !== undefined) return { bootId: readBootId(), source, count: Number(count) };
  }
  return undefined;
}

/** Lines are `number:controllers:path`; version 2 has no controllers. */
function groupsOf(lines: string): { readonly unified: readonly string[]; readonly memory: readonly string[] } {
  const groups = lines.split('\n').map((line) => line.split(':'));
  const pathsOf = (fits: (controllers: string) => boolean) =>
    groups
      .filter(([, controllers]) => controllers !== undefined && fits(controllers))
      .map(([, , ...path]) => path.join(':'))
      .map((path) => (path === '/' ? '' : path));
  return {
    unified: pathsOf((controllers) => controllers === ''),
    memory: pathsOf((controllers) => controllers.split(',').includes('memory')),
  };
}

function text(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
