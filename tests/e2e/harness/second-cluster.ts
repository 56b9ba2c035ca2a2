import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually, projectRoot, type Acequia } from './acequia.ts';
import type { Api } from './api.ts';
import { runCommand } from './command.ts';

export interface SecondCluster {
  readonly id: string;
  /** What file data sinks of the root `files` write there. */
  readonly files: string;
  output(): string;
  /** Ctrl-C; resolves with the worker's exit code. */
  stop(): Promise<number | null>;
}

/** A cluster of its own with one worker, as the operator of a second machine makes it; resolves when the worker reports. */
export async function joinSecondCluster(
  { acequia, api }: { readonly acequia: Acequia; readonly api: Api },
  name: string,
): Promise<SecondCluster> {
  const place = join(dirname(acequia.dataDirectory), name);
  const files = join(place, 'files');
  mkdirSync(files, { recursive: true });
  const { code, stdout } = await runCommand(acequia, 'cluster', 'create', name, '--host', '127.0.0.1', '--file-roots', `files=${files}`);
  const words = /^acequia (worker .+)$/m.exec(stdout)?.[1]?.split(' ');
  if (code !== 0 || !words) throw new Error(`no second cluster (${code}): ${stdout}`);
  const worker = spawn(process.execPath, [join(projectRoot, 'apps/cli/bin/acequia.mjs'), ...words], {
    cwd: place,
    env: { ...process.env, ACEQUIA_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const ended = new Promise<number | null>((resolve) => worker.on('exit', resolve));
  const reporting = eventually(`a worker of ${name}`, async () => {
    const clusters = await api.call<{ id: string; name: string; workers: { status: string }[] }[]>('GET', '/clusters');
    return clusters.find((each) => each.name === name && each.workers.some(({ status }) => status === 'online'))?.id;
  });
  const id = await Promise.race([
    reporting,
    ended.then((exit) => {
      throw new Error(`the worker of ${name} ended with ${exit}: ${said}`);
    }),
  ]);
  return {
    id,
    files,
    output: () => said,
    stop: () => {
      worker.kill('SIGINT');
      return ended;
    },
  };
}
