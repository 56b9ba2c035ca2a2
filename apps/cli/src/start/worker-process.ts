import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Clock } from '@acequia/base';
import { workerCommandLine } from './worker-command-line.ts';

export interface WorkerOptions {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  /** A single-use token; the worker needs one until it has joined. */
  readonly enrolToken: () => Promise<string>;
  readonly clock: Clock;
  readonly print: (line: string) => void;
}

export interface WorkerProcess {
  /** Drains and ends it. */
  stop(): Promise<void>;
}

/** The worker's exit code for what a restart cannot mend (EX_CONFIG of sysexits.h). */
const exitForGood = 78;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** A worker that ran for so long starts again at the first pause. */
const healthyMs = 60_000;
/** The worker drains for 10 s and then commits. */
const stopTimeoutMs = 25_000;

/** Keeps one worker running: started again with a growing pause when it dies. */
export function superviseWorker({ program, env, enrolToken, clock, print }: WorkerOptions): WorkerProcess {
  let child: ChildProcess | undefined;
  let stopping = false;
  let pauseMs = firstPauseMs;
  const wake = new AbortController();

  const runOnce = async (): Promise<number> => {
    const token = await enrolToken();
    if (stopping) return 0;
    const [command = '', ...args] = tiedToParent(workerCommandLine(program));
    child = spawn(command, args, { env: { ...env, ACEQUIA_ENROL_TOKEN: token }, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    const own = child;
    return new Promise((resolve) => {
      own.once('error', () => resolve(1));
      own.once('exit', (code) => resolve(code ?? 1));
    });
  };
  const loop = (async () => {
    while (!stopping) {
      const startedMs = clock.monotonic();
      const code = await runOnce();
      if (stopping) return;
      if (code === exitForGood) {
        print('The worker cannot go on; the reason stands above. The server stays up.');
        return;
      }
      if (clock.monotonic() - startedMs > healthyMs) pauseMs = firstPauseMs;
      print(`The worker ended (code ${code}); it is started again in ${pauseMs / 1000} s. Nothing acknowledged is lost.`);
      await clock.sleep(pauseMs, wake.signal).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
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

/** A worker must not outlive a killed `acequia start`: the kernel then sends it SIGTERM (prctl(2), PR_SET_PDEATHSIG), where util-linux is there to ask for it. */
function tiedToParent(command: readonly string[]): readonly string[] {
  const setpriv = '/usr/bin/setpriv';
  return existsSync(setpriv) ? [setpriv, '--pdeathsig', 'TERM', '--', ...command] : command;
}
