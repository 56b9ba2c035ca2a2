import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually, findChild, projectRoot, type Acequia } from './acequia.ts';
import type { Api } from './api.ts';
import { runCommand } from './command.ts';

export interface SecondCluster {
  readonly id: string;
  /** What file data sinks of the root `files` write there. */
  readonly files: string;
  output(): string;
  /** Of the worker's process; undefined while there is none. */
  workerPid(): number | undefined;
  /** Ctrl-C; resolves with the worker's exit code. */
  stop(): Promise<number | null>;
}

export interface SecondClusterOptions {
  /** Beside what its processes inherit. */
  readonly env?: Readonly<Record<string, string>>;
  /** Starts the worker again whenever it ends before `stop`, as a service manager does. */
  readonly restarts?: boolean;
}

/** A cluster of its own with one worker, as the operator of a second machine makes it; resolves when the worker reports. */
export async function joinSecondCluster(
  { acequia, api }: { readonly acequia: Acequia; readonly api: Api },
  name: string,
  { env = {}, restarts = false }: SecondClusterOptions = {},
): Promise<SecondCluster> {
  const place = join(dirname(acequia.dataDirectory), name);
  const files = join(place, 'files');
  mkdirSync(files, { recursive: true });
  const { code, stdout } = await runCommand(acequia, 'cluster', 'create', name, '--host', '127.0.0.1', '--file-roots', `files=${files}`);
  const words = /^acequia (worker .+)$/m.exec(stdout)?.[1]?.split(' ');
  if (code !== 0 || !words) throw new Error(`no second cluster (${code}): ${stdout}`);
  let said = '';
  let isStopping = false;
  const start = (): { readonly worker: ChildProcess; readonly ended: Promise<number | null> } => {
    const worker = spawn(process.execPath, [join(projectRoot, 'apps/cli/bin/acequia.mjs'), ...words], {
      cwd: place,
      env: { ...process.env, ACEQUIA_LOG: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
    worker.on('exit', () => {
      if (restarts && !isStopping) current = start();
    });
    return { worker, ended: new Promise((resolve) => worker.on('exit', resolve)) };
  };
  let current = start();
  const reporting = eventually(`a worker of ${name}`, async () => {
    const clusters = await api.call<{ id: string; name: string; workers: { status: string }[] }[]>('GET', '/clusters');
    return clusters.find((each) => each.name === name && each.workers.some(({ status }) => status === 'online'))?.id;
  });
  const id = await Promise.race([
    reporting,
    current.ended.then((exit) => {
      throw new Error(`the worker of ${name} ended with ${exit}: ${said}`);
    }),
  ]).catch((error: unknown) => {
    isStopping = true;
    throw error;
  });
  return {
    id,
    files,
    output: () => said,
    workerPid: () => findChild(current.worker, 'apps/worker'),
    stop: () => {
      isStopping = true;
      current.worker.kill('SIGINT');
      return current.ended;
    },
  };
}
