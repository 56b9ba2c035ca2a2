import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { workerCommandLine } from '../start/worker-command-line.ts';

const usage = [
  'Usage: acequia worker --server <url> --data <folder> [--name <name>] [--token <token>]',
  '  Runs one worker of a cluster until you press Ctrl-C.',
  '  --server  address of the server',
  '  --data    folder for the events and the state of the worker',
  '  --name    name of the worker in the console',
  '  --token   token that adds the worker to its cluster, needed on the first start only',
];
const program = fileURLToPath(new URL('../../../worker/src/main.ts', import.meta.url));

/** `acequia worker`: runs one worker in the foreground until a signal; its exit code is the worker's (78: a restart cannot help). */
export async function workerCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  const values = read(args);
  if (values === undefined) {
    print(usage.join('\n'));
    return 2;
  }
  const env = {
    ...process.env,
    ...(values.server === undefined ? {} : { ACEQUIA_SERVER_URL: values.server }),
    ...(values.data === undefined ? {} : { ACEQUIA_WORKER_DATA: values.data }),
    ...(values.name === undefined ? {} : { ACEQUIA_WORKER_NAME: values.name }),
    ...(values.token === undefined ? {} : { ACEQUIA_ENROL_TOKEN: values.token }),
  };
  if (env['ACEQUIA_SERVER_URL'] === undefined || env['ACEQUIA_WORKER_DATA'] === undefined) {
    print(usage.join('\n'));
    return 2;
  }
  const [node, ...line] = workerCommandLine(program);
  const worker = spawn(node, line, { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => worker.kill(signal));
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) => resolve(code ?? 1));
  });
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { server: { type: 'string' }, data: { type: 'string' }, name: { type: 'string' }, token: { type: 'string' } },
    }).values;
  } catch {
    return undefined;
  }
}
