import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface WorkerRun {
  /** Drains and ends it. */
  stop(): Promise<void>;
  /** As when its machine goes. */
  kill(): Promise<void>;
  /** Exit code and what it said, once it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
}

export const workerProgram = join(import.meta.dirname, '../../apps/worker/src/main.ts');

/** For a worker with its data and keys in a folder. */
export const workerEnv = (folder: string, serverUrl: string, name: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ACEQUIA_SERVER_URL: serverUrl,
  ACEQUIA_WORKER_DATA: join(folder, 'data'),
  ACEQUIA_WORKER_KEYS: join(folder, 'keys'),
  ACEQUIA_WORKER_NAME: name,
  ACEQUIA_LANES: '0',
  ACEQUIA_LOG: 'warn',
});

/** Starts the worker program with its data and keys in a folder. */
export function startWorker(
  folder: string,
  serverUrl: string,
  enrolToken: string,
  name = 'worker-1',
  more: NodeJS.ProcessEnv = {},
): WorkerRun {
  const env = { ...workerEnv(folder, serverUrl, name), ACEQUIA_ENROL_TOKEN: enrolToken, ...more };
  const child = spawn(process.execPath, [workerProgram], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await ended;
  };
  return { ended, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
