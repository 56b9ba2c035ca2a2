import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerRow } from '@acequia/contract/fleet';
import type { KeyPair } from '@acequia/contract/fleet-crypto';
import { readCommits } from '@acequia/journal/testing';
import type { Destination } from './destination.ts';
import { startFleet, type Fleet } from './fleet.ts';

const program = new URL('../../src/main.ts', import.meta.url).pathname;
const clock = new URL('set-clock.ts', import.meta.url).href;

/** The program's folders below that of a scene. It finds those of users by its own working folder, so no path of a machine is written. */
export const places = { data: 'data', keys: 'keys', in: 'in', out: 'out' } as const;
export const fileRoot = '/proc/self/cwd/out';

/** A worker's process over a folder, with a server and an HTTP destination of ours. */
export interface Life {
  readonly directory: string;
  readonly fleet: Fleet;
  readonly destination: Destination;
  /** Lines of a file below the tenants' output folder, of its rotated ones too; whole ones only. */
  lines(path: string): string[];
  /** The newest value of a key in the commit log. */
  stored(key: string): unknown;
  kill(): Promise<void>;
  /** Drains and ends; resolves with the exit code. */
  stop(): Promise<number>;
}

interface LifeOptions {
  readonly directory: string;
  readonly serverKeys: KeyPair;
  /** When it begins by its own clock, ms since 1970. */
  readonly atMs: number;
  readonly told?: readonly LedgerRow[];
  /** By the version's id. */
  readonly lookups?: ReadonlyMap<string, string>;
  /** Ends with the life. */
  readonly destination: Destination;
  readonly lanes: number;
}

export async function beginLife(options: LifeOptions): Promise<Life> {
  const { directory, serverKeys, atMs, told = [], lookups = new Map<string, string>(), destination, lanes } = options;
  for (const place of Object.values(places)) mkdirSync(join(directory, place), { recursive: true, mode: 0o700 });
  const fleet = await startFleet(serverKeys, told, lookups);
  const child = startProgram(directory, fleet.url, atMs, lanes);
  child.stderr!.resume();
  const ended = once(child, 'exit') as Promise<[code: number]>;
  const end = async (signal: NodeJS.Signals): Promise<number> => {
    child.kill(signal);
    const [code] = await ended;
    fleet.close();
    destination.close();
    return code;
  };
  return {
    directory,
    fleet,
    destination,
    lines: (path) => linesOf(join(directory, places.out), path),
    stored: (key) => committed(directory).get(key),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** As it is started by hand; says on stderr why it does not run. */
export function startProgram(directory: string, serverUrl: string, atMs: number, lanes: number): ChildProcess {
  return spawn(process.execPath, ['--report-exclude-env', program], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      NODE_OPTIONS: `--import ${clock}`,
      ACEQUIA_TEST_BEHIND_MS: String(Date.now() - atMs),
      ACEQUIA_SERVER_URL: serverUrl,
      ACEQUIA_WORKER_DATA: places.data,
      ACEQUIA_WORKER_KEYS: places.keys,
      ACEQUIA_READ_ROOTS: '/proc/self/cwd/in',
      ACEQUIA_LANES: String(lanes),
      ACEQUIA_LOG: 'silent',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** What the commit log below a scene's folder says. */
export function committed(directory: string): ReadonlyMap<string, unknown> {
  const journal = join(directory, places.data, 'journal');
  const names = existsSync(journal) ? readdirSync(journal).filter((name) => name.startsWith('commits-')) : [];
  const newest = names.toSorted().at(-1);
  return newest === undefined ? new Map() : readCommits(readFileSync(join(journal, newest)), newest).values;
}

/** None while a file or a folder is being moved away: whoever waits looks again. */
function linesOf(out: string, path: string): string[] {
  try {
    const names = readdirSync(out, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => (name === path || name.startsWith(`${path}.2`)) && !name.startsWith('.acequia'));
    return files.toSorted().flatMap((name) => readFileSync(join(out, name), 'utf8').split('\n').slice(0, -1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
