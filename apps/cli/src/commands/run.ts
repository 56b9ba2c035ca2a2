import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkPipelineFile, describeProblem, parsePipelineFile } from '../run/pipeline-file.ts';
import type { LineOutput } from '../run/line-datasink.ts';
import { runPipeline } from '../run/run-pipeline.ts';

const usage =
  'Usage: acequia run <pipeline.yaml> [--input <file>] [--output <node>=<file>]…   (input: stdin, output: stdout, counts: stderr)';

/** `acequia run <pipeline.yaml>`: a pipeline over lines, without a server. Exit code 0 when every event has an outcome, 1 when the pipeline is not valid, 2 for wrong use. */
export async function runCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { input: { type: 'string' }, output: { type: 'string', multiple: true } },
  });
  const [path] = positionals;
  if (path === undefined) {
    print(usage);
    return 2;
  }
  const file = parsePipelineFile(readFileSync(path, 'utf8'));
  if (!file.ok) {
    print(`${path}: ${file.error}`);
    return 2;
  }
  const errors = checkPipelineFile(file.value).filter((problem) => problem.severity === 'error');
  if (errors.length > 0) {
    for (const problem of errors) print(describeProblem(problem));
    return 1;
  }
  const outputs = new Map(
    (values.output ?? []).map((pair) => [pair.slice(0, pair.indexOf('=')), writerTo(createWriteStream(pair.slice(pair.indexOf('=') + 1)))]),
  );
  const standard = writerTo(process.stdout);
  const counts = await runPipeline(
    file.value,
    values.input === undefined ? process.stdin : createReadStream(values.input),
    (node) => outputs.get(node) ?? standard,
  );
  for (const [part, own] of Object.entries(counts)) process.stderr.write(`${part}: ${describeCounts(own)}\n`);
  return 0;
}

const describeCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(' · ') || 'no events';

const writerTo =
  (stream: NodeJS.WritableStream): LineOutput =>
  (lines) =>
    new Promise((resolve, reject) => {
      stream.write(lines, (error) => (error ? reject(error) : resolve()));
    });
