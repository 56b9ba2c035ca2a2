import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@acequia/base';
import { freeBytesOf } from '../start/restart-pause.ts';
import { startServer } from '../start/server-process.ts';
import { superviseWorker } from '../start/worker-process.ts';

const serverProgram = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const workerProgram = fileURLToPath(new URL('../../../worker/src/main.ts', import.meta.url));

const usage = [
  'Usage: acequia start [--demo]',
  '  Runs the server and one worker on this machine until you press Ctrl-C.',
  '  --demo                  add a demo with live data, which you can remove',
  'Environment variables (all of them: apps/cli/README.md):',
  '  ACEQUIA_DATA            data folder (default: ./data)',
  '  ACEQUIA_HOST            address of the console (default: 127.0.0.1, only this machine)',
  '  ACEQUIA_PORT            port of the console (default: 8080)',
  '  ACEQUIA_TLS_CERT, _KEY  certificate and key files (default: self-signed for other machines)',
  '  ACEQUIA_FILE_ROOTS      folders that file data sinks may write to (default: files in the data folder)',
  '  ACEQUIA_READ_ROOTS      folders that file listeners may read (default: none)',
  '  DATABASE_URL            your PostgreSQL (default: an embedded one in the data folder)',
];

/** `acequia start [--demo]`: the server (with the embedded database unless DATABASE_URL is set) and one worker, until Ctrl-C. Exit code 0 after a clean end (also when told to end while starting), 1 when it could not start. */
export async function startCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  if (args.includes('--help')) {
    print(usage.join('\n'));
    return 0;
  }
  const unknown = args.find((argument) => argument !== '--demo');
  if (unknown !== undefined) {
    print(`acequia start has no option "${unknown}". The only option is --demo.`);
    return 2;
  }
  const data = path.resolve(process.env['ACEQUIA_DATA'] ?? 'data');
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.abort());

  const server = await startServer({
    program: serverProgram,
    env: { ACEQUIA_LOG: 'warn', ...process.env, ACEQUIA_DATA: data, ...(args.includes('--demo') ? { ACEQUIA_DEMO: '1' } : {}) },
    freeBytes: () => freeBytesOf(data),
    clock: systemClock,
    signal: end.signal,
    print,
  });
  if (!server) return end.signal.aborted ? 0 : 1;
  const worker = superviseWorker({
    program: workerProgram,
    env: {
      ...process.env,
      ACEQUIA_SERVER_URL: server.ready.workerUrl,
      ACEQUIA_WORKER_DATA: path.join(data, 'worker'),
      ACEQUIA_WORKER_KEYS: path.join(data, 'keys', 'worker'),
      ACEQUIA_WORKER_NAME: process.env['ACEQUIA_WORKER_NAME'] ?? 'local',
      ACEQUIA_LOG: process.env['ACEQUIA_LOG'] ?? 'warn',
    },
    enrolToken: server.enrolToken,
    freeBytes: () => freeBytesOf(data),
    clock: systemClock,
    print,
  });
  for (const line of welcome(server.ready)) print(line);

  const code = await Promise.race([server.ended, aborted(end.signal).then(() => 0)]);
  if (end.signal.aborted) print('Stopping: the worker delivers what it holds, then the server ends.');
  await worker.stop();
  await server.stop();
  if (end.signal.aborted) print('Stopped.');
  return code;
}

interface Welcome {
  readonly url: string;
  readonly setupCode?: string;
  readonly fingerprint?: string;
}

/** Address and next step. The one-time code stands here and nowhere else. */
function welcome({ url, setupCode, fingerprint }: Welcome): string[] {
  const step =
    setupCode === undefined
      ? ['  Open it and log in.']
      : ['  Create the owner account here (the link works once):', `  ${url}/login#setup=${setupCode}`];
  const warning =
    fingerprint === undefined
      ? []
      : ['', '  The certificate is self-signed; the browser will warn. Its SHA-256 fingerprint:', `  ${fingerprint}`];
  return ['', `  Acequia runs at ${url}`, '', ...step, ...warning, '', '  Ctrl-C stops it.', ''];
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
