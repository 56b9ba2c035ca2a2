import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** A program in a process group of its own, tied to some cores. */
export interface PinnedProcess {
  readonly group: number;
  readonly child: ChildProcess;
  readonly ended: () => boolean;
  /** The end of what it printed on stderr and, where it goes to the log, stdout. */
  readonly lastWords: () => string;
  /** SIGTERM, and SIGKILL to the group when it takes longer than `patienceMs`. */
  stop(patienceMs: number): Promise<void>;
}

export interface PinnedCommand {
  readonly command: readonly string[];
  /** As `taskset -c` takes them, e.g. `0` or `0,1`. */
  readonly cores: string;
  readonly env?: NodeJS.ProcessEnv;
  /** File for stderr, and for stdout unless `pipe`. */
  readonly log: string;
  /** stdin and stdout are pipes. */
  readonly pipe?: boolean;
}

/** Cores of the system under test, and of everything else. With one core all share it, and the report says so. */
export const cores = cpus().length > 1 ? { system: '0', rest: '1', both: '0,1' } : { system: '0', rest: '0', both: '0' };

export function startPinned({ command, cores: list, env, log, pipe = false }: PinnedCommand): PinnedProcess {
  const file = openSync(log, 'w');
  const child = spawn('taskset', ['-c', list, ...command], {
    detached: true,
    env: env ?? process.env,
    stdio: pipe ? ['pipe', 'pipe', file] : ['ignore', file, file],
  });
  closeSync(file);
  const group = child.pid;
  if (group === undefined) throw new Error(`${command[0]} could not be started`);
  groups.add(group);
  child.once('exit', () => groups.delete(group));
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  return {
    group,
    child,
    ended,
    lastWords: () => lastWordsOf(readFileSync(log, 'utf8')),
    stop: async (patienceMs) => {
      if (ended()) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => killGroup(group), patienceMs);
      await exit;
      clearTimeout(timer);
    },
  };
}

/** A group that has ended meanwhile is left alone. */
function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Groups that run. */
const groups = new Set<number>();

/** When this process is ended, by a signal or by a fault, nothing that it started stays behind. */
export function endGroupsWithThisProcess(): void {
  process.on('exit', () => {
    for (const group of groups) killGroup(group);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
}

/** Ties this process with all its threads to a core. */
export function pinSelf(list: string): void {
  spawnSync('taskset', ['-a', '-c', '-p', list, String(process.pid)]);
}

const wordsMax = 600;

/** The end of a log without the lines of stack traces. */
const lastWordsOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(-6)
    .join(' | ')
    .slice(-wordsMax);
