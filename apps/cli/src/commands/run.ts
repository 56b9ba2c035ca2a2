import { parseArgs } from 'node:util';
import { err, ok, parseDuration, secondMs, systemClock, type Result } from '@acequia/base';
import { openLineFiles, type LineFiles } from '../run/line-files.ts';
import { checkPipelineFile, describeProblem, type PipelineFile } from '../run/pipeline-file.ts';
import { readPipelineFile } from '../run/read-pipeline-file.ts';
import { RunFault } from '../run/run-fault.ts';
import { defaultDrainMs, runPipeline, type RunResult } from '../run/run-pipeline.ts';

const usage = [
  'Usage: acequia run <pipeline.yaml> [--input <file>] [--output <step>=<file>]… [--drain <time>]',
  '  Runs a pipeline file over lines, without a server. Counts of events go to standard error.',
  '  --input   file of lines (default: standard input)',
  '  --output  file for the events of a data sink, named by its step (default: standard output)',
  '  --drain   time to deliver after the end of the input, such as 30s (default: 10m)',
].join('\n');

interface RunArguments {
  readonly path: string;
  readonly input: string | undefined;
  readonly outputs: ReadonlyMap<string, string>;
  readonly drainMs: number;
}

/**
 * `acequia run <pipeline.yaml>`: a pipeline over lines, without a server. Exit code 0 when every event has an outcome, 1 when the
 * pipeline is not valid or cannot start or a file fails, 2 for wrong use; ended by SIGTERM (143) when the time to deliver is over or
 * the system does not let go of a file.
 */
export async function runCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  const wanted = readArguments(args);
  if (!wanted.ok) {
    print(wanted.error);
    return 2;
  }
  const { path, input, outputs, drainMs } = wanted.value;
  const file = readPipelineFile(path);
  if (!file.ok) {
    print(file.error);
    return 2;
  }
  const errors = checkPipelineFile(file.value).filter((problem) => problem.severity === 'error');
  if (errors.length > 0) {
    for (const problem of errors) print(describeProblem(problem, file.value));
    return 1;
  }
  const files = openLineFiles(input, outputs, systemClock);
  const code = await runOver(file.value, files, drainMs);
  // What holds a file is a call the kernel does not finish: exit() would wait for it, a signal does not.
  if (!(await files.close())) process.kill(process.pid, 'SIGTERM');
  return code;
}

async function runOver(file: PipelineFile, files: LineFiles, drainMs: number): Promise<number> {
  try {
    const run = runPipeline(file, files.input, files.outputOf, { clock: systemClock, drainMs });
    return report(await Promise.race([run, files.failed]), drainMs);
  } catch (error) {
    if (!(error instanceof RunFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function readArguments(args: readonly string[]): Result<RunArguments, string> {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { input: { type: 'string' }, output: { type: 'string', multiple: true }, drain: { type: 'string' } },
    });
  } catch {
    return err(usage);
  }
  const { values, positionals } = parsed;
  const [path] = positionals;
  const pairs = (values.output ?? []).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const);
  const drain = values.drain === undefined ? ok(defaultDrainMs) : parseDuration(values.drain);
  if (path === undefined || positionals.length > 1 || !drain.ok || (values.output ?? []).some((pair) => pair.indexOf('=') < 1))
    return err(usage);
  return ok({ path, input: values.input, outputs: new Map(pairs), drainMs: drain.value });
}

function report({ input, pipeline, finished }: RunResult, drainMs: number): number {
  for (const [part, own] of Object.entries({ input, pipeline })) process.stderr.write(`${part}: ${describeCounts(own)}\n`);
  if (finished) return 0;
  const seconds = drainMs / secondMs;
  process.stderr.write(`Not everything was delivered within ${seconds} s after the end of the input; --drain gives it more time.\n`);
  // A run that is given up is never taken for one that ended: also when the files can be closed after all.
  process.kill(process.pid, 'SIGTERM');
  return 1;
}

const describeCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(' · ') || 'no events';
