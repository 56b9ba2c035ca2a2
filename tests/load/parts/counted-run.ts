import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workerCommandLine } from '../../../apps/cli/src/start/worker-command-line.ts';
import { messageOf } from './child-messages.ts';
import { freePort } from '@acequia/testkit/free-port';

/** What a counted engine is started with. */
export interface CountedRun {
  /** Name of a pipeline of `tests/load/bench/pipelines`. */
  readonly pipeline: string;
  /** Events that must have an outcome before it ends. */
  readonly events: number;
  readonly input: string;
  readonly output: string;
  readonly journal: string;
  readonly port: number;
  /** So many listeners, each with the pipeline and a file of its own; of more than one, each reads its folder `0`, `1` … of `input`. */
  readonly copies: number;
}

export interface CountedOptions {
  readonly copies?: number;
  /** Threads for what comes after intake; 0: none. As a worker's unless told: one less than there are cores. */
  readonly lanes?: number;
}

export interface CountedResult {
  /** Those after the first fifth, with which it becomes warm. */
  readonly events: number;
  /** In which these had their outcomes. */
  readonly seconds: number;
  readonly eventsPerSecond: number;
  /** Of the whole process. */
  readonly cpuSecondsPerMillion: number;
  readonly rssMb: number;
}

const program = fileURLToPath(new URL('./counted-engine.ts', import.meta.url));
const [, ...flags] = workerCommandLine(program);

/** Runs one pipeline of the benchmarks in a process of its own, with a worker's flags, feeds it, and counts until every event has its outcome. */
export async function runCounted(
  pipeline: string,
  events: number,
  feed: (run: CountedRun) => Promise<void>,
  { copies = 1, lanes = availableParallelism() - 1 }: CountedOptions = {},
): Promise<CountedResult> {
  const root = mkdtempSync(join(tmpdir(), 'acequia-load-'));
  const run: CountedRun = {
    pipeline,
    events,
    input: join(root, 'in'),
    output: join(root, 'out'),
    journal: join(root, 'journal'),
    port: await freePort(),
    copies,
  };
  mkdirSync(run.output);
  for (let copy = 0; copy < copies; copy++) mkdirSync(join(run.input, String(copy)), { recursive: true });
  const child = fork(program, [JSON.stringify(run)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: flags.filter((flag) => flag !== program),
    env: { ...process.env, ACEQUIA_LANES: String(lanes) },
  });
  try {
    await messageOf(child);
    const done = messageOf<CountedResult>(child);
    await feed(run);
    return await done;
  } finally {
    child.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  }
}
