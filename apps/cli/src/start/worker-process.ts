import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secondMs, type Clock } from '@acequia/base';
import { describeEnd, type ProcessEnd } from './describe-end.ts';
import { RestartPause } from './restart-pause.ts';
import { workerCommandLine } from './worker-command-line.ts';

export interface WorkerOptions {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  /** A single-use token, from the server; the worker needs one until it has joined. */
  readonly enrolToken: () => Promise<string>;
  /** Free space of the disk that it writes to; undefined where that cannot be asked. */
  readonly freeBytes: () => number | undefined;
  readonly clock: Clock;
  readonly print: (line: string) => void;
}

export interface WorkerProcess {
  /** Drains and ends it. */
  stop(): Promise<void>;
}

/** The worker's exit code for what a restart cannot mend (EX_CONFIG of sysexits.h). */
const exitForGood = 78;
const longestPauseMs = 30 * secondMs;
/** The worker drains for 10 s and then commits. */
const stopTimeoutMs = 25_000;

/** Keeps one worker running: started again with a growing pause when it dies. */
export function superviseWorker({ program, env, enrolToken, freeBytes, clock, print }: WorkerOptions): WorkerProcess {
  let child: ChildProcess | undefined;
  let stopping = false;
  const pause = new RestartPause({ clock, longestMs: longestPauseMs, freeBytes });
  const wake = new AbortController();
  const stopped = new Promise<undefined>((resolve) => wake.signal.addEventListener('abort', () => resolve(undefined)));

  const runOnce = async (): Promise<ProcessEnd> => {
    // A worker that has joined starts while the server is away, too: it goes on with what it knew last.
    const token = hasJoined(env['ACEQUIA_WORKER_KEYS']) ? undefined : await Promise.race([enrolToken(), stopped]);
    if (stopping) return { code: 0, signal: null };
    const joining = token === undefined ? {} : { ACEQUIA_ENROL_TOKEN: token };
    pause.started();
    const [command = '', ...args] = tiedToParent(workerCommandLine(program));
    child = spawn(command, args, { env: { ...env, ...joining }, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    const own = child;
    return new Promise((resolve) => {
      own.once('error', () => resolve({ code: 1, signal: null }));
      own.once('exit', (code, signal) => resolve({ code, signal }));
    });
  };
  const loop = (async () => {
    while (!stopping) {
      const end = await runOnce();
      if (stopping) return;
      if (end.code === exitForGood) {
        print('The worker can’t continue; the reason is shown above. The server keeps running.');
        return;
      }
      const pauseMs = pause.ended();
      print(`The worker ended (${describeEnd(end)}). It restarts in ${pauseMs / 1000} s. No acknowledged event is lost.`);
      await pause.wait(pauseMs, wake.signal).catch(() => undefined);
    }
  })();

  return {
    stop: async () => {
      stopping = true;
      wake.abort();
      const cancel = clock.after(stopTimeoutMs, () => child?.kill('SIGKILL'));
      child?.kill('SIGTERM');
      await loop;
      cancel();
    },
  };
}

/** By what the worker keeps of itself (apps/worker/src/fleet/identity.ts). */
function hasJoined(keysDirectory: string | undefined): boolean {
  if (keysDirectory === undefined) return false;
  try {
    const { membership } = JSON.parse(readFileSync(join(keysDirectory, 'worker.json'), 'utf8')) as { readonly membership?: unknown };
    return membership !== null && membership !== undefined;
  } catch {
    return false;
  }
}

/** A worker must not outlive a killed `acequia start`: the kernel then sends it SIGTERM (prctl(2), PR_SET_PDEATHSIG), where util-linux is there to ask for it. */
function tiedToParent(command: readonly string[]): readonly string[] {
  const setpriv = '/usr/bin/setpriv';
  return existsSync(setpriv) ? [setpriv, '--pdeathsig', 'TERM', '--', ...command] : command;
}
