import { spawn, type ChildProcess } from 'node:child_process';
import { secondMs, type Clock } from '@acequia/base';
import { describeEnd, type ProcessEnd } from './describe-end.ts';
import { RestartPause } from './restart-pause.ts';

/** What the server says over the channel to its parent (apps/server/src/parent.ts). */
export interface ReadyMessage {
  readonly type: 'ready';
  readonly url: string;
  readonly workerUrl: string;
  readonly setupCode?: string;
  readonly enrolToken: string;
  readonly fingerprint?: string;
}
type Message = ReadyMessage | { readonly type: 'token'; readonly enrolToken: string };

export interface ServerProcess {
  readonly ready: ReadyMessage;
  /** A token for a worker that has not joined yet; the first one is the ready message's. */
  enrolToken(): Promise<string>;
  /** Resolves with the exit code when the server ends for good. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  /** Free space of the disk that it writes to; undefined where that cannot be asked. */
  readonly freeBytes: () => number | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

const longestPauseMs = 15 * secondMs;
const stopTimeoutMs = 20_000;

/** Starts the server; undefined when it could not start (it has said why). After the first success it is started again whenever it dies. */
export async function startServer(options: ServerOptions): Promise<ServerProcess | undefined> {
  const { clock, freeBytes, print } = options;
  let stopping = false;
  const pause = new RestartPause({ clock, longestMs: longestPauseMs, freeBytes });
  let spare: string | undefined;
  const waiting: ((token: string) => void)[] = [];
  const offer = (token: string) => {
    const next = waiting.shift();
    if (next) next(token);
    else spare = token;
  };
  let end: (code: number) => void = () => undefined;
  const ended = new Promise<number>((resolve) => (end = resolve));

  const launch = async (): Promise<{ readonly child: ChildProcess; readonly ready: ReadyMessage } | ProcessEnd> => {
    const child = spawn(process.execPath, [options.program], {
      env: options.env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    const kill = () => child.kill('SIGTERM');
    options.signal.addEventListener('abort', kill, { once: true });
    const first = await new Promise<ReadyMessage | ProcessEnd>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
      child.on('message', (message: Message) => {
        if (message.type === 'ready') {
          // Told to end while it started: it ends by itself now.
          if (!options.signal.aborted) resolve(message);
        } else offer(message.enrolToken);
      });
    });
    options.signal.removeEventListener('abort', kill);
    return 'code' in first ? first : { child, ready: first };
  };

  const started = await launch();
  if ('code' in started) return undefined;
  let { child } = started;
  pause.started();
  offer(started.ready.enrolToken);

  const restart = async (first: ProcessEnd): Promise<void> => {
    let last = first;
    while (!stopping) {
      const pauseMs = pause.ended();
      print(`The server ended unexpectedly (${describeEnd(last)}). It restarts in ${pauseMs / 1000} s.`);
      await pause.wait(pauseMs);
      if (stopping) return;
      pause.started();
      const again = await launch();
      if ('code' in again) {
        last = again;
        continue;
      }
      child = again.child;
      offer(again.ready.enrolToken);
      for (const _ of waiting) ask();
      watch();
      return;
    }
  };
  /** A server that is gone is asked again when the next one is ready. */
  const ask = () => {
    if (child.connected) child.send('enrol', () => undefined);
  };
  const watch = () => {
    child.once('exit', (code, signal) => {
      if (stopping) end(code ?? 1);
      else restart({ code, signal }).catch(() => end(1));
    });
  };
  watch();

  return {
    ready: started.ready,
    enrolToken: async () => {
      const token = spare;
      spare = undefined;
      if (token !== undefined) return token;
      return new Promise((resolve) => {
        waiting.push(resolve);
        ask();
      });
    },
    ended,
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGTERM');
      const cancel = clock.after(stopTimeoutMs, () => child.kill('SIGKILL'));
      await gone;
      cancel();
    },
  };
}
