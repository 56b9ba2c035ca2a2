import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childrenOf, commandLine, isAlive } from './processes.ts';
import { freePort } from '@acequia/testkit/free-port';

export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** A running installation, started as a user starts it. */
export interface Acequia {
  /** As printed. */
  readonly url: string;
  readonly dataDirectory: string;
  /** Printed at the first start only. */
  readonly setupCode: string | undefined;
  /** Everything it has printed. */
  output(): string;
  /** Pid of a child by a part of its command line, e.g. `apps/worker`. */
  childPid(part: string): number | undefined;
  /** Ctrl-C; resolves with the exit code once all that it printed is in `output`. */
  stop(): Promise<number | null>;
}

export interface StartOptions {
  readonly dataDirectory: string;
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly port?: number;
  /** Words before the command, which run it: another program, or a name space of its own. */
  readonly through?: readonly string[];
}

/** `npm start` on a free port, until it has printed its address and next step. Rejects with its output when it ends before. */
export async function startAcequia(options: StartOptions): Promise<Acequia> {
  const port = options.port ?? (await freePort());
  const words = [...(options.through ?? []), 'npm', 'start', '--silent', ...(options.args?.length ? ['--', ...options.args] : [])];
  const child = spawn(words[0]!, words.slice(1), {
    cwd: options.root ?? projectRoot,
    env: { ...process.env, ACEQUIA_PORT: String(port), ACEQUIA_DATA: options.dataDirectory, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let text = '';
  child.stdout.on('data', (data: Buffer) => (text += data.toString()));
  child.stderr.on('data', (data: Buffer) => (text += data.toString()));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const url = await Promise.race([
    eventually('the welcome', () => /Acequia runs at (\S+)[^]*Ctrl-C stops it\./.exec(text)?.[1], 240_000),
    exited.then((code) => {
      throw new Error(`npm start ended with ${code}:\n${text}`);
    }),
  ]).catch((error: unknown) => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGINT');
    throw error;
  });
  return {
    url,
    dataDirectory: options.dataDirectory,
    setupCode: /setup=([\w-]+)/.exec(text)?.[1],
    output: () => text,
    childPid: (part) => findChild(child, part),
    stop: async () => {
      if (child.exitCode === null) process.kill(-child.pid!, 'SIGINT');
      return closed;
    },
  };
}

/** Asks again until `check` gives a value; rejects after `withinMs` with what was awaited. */
export async function eventually<T>(what: string, check: () => Promise<T | undefined> | T | undefined, withinMs = 60_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Pid of the innermost process below `root` with a part of its command line, e.g. `apps/worker`. */
export function findChild(root: ChildProcess, part: string): number | undefined {
  const open = [root.pid!];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const children = childrenOf(pid);
    const isIt = (one: number) => isAlive(one) && commandLine(one).includes(part);
    if (isIt(pid) && pid !== root.pid && !children.some(isIt)) return pid;
    open.push(...children);
  }
  return undefined;
}
