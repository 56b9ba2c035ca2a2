import { parseArgs } from 'node:util';
import { describeFailure } from '../run/describe-failure.ts';
import { checkPipelineFile, describeProblem, type PipelineFile } from '../run/pipeline-file.ts';
import { readPipelineFile } from '../run/read-pipeline-file.ts';
import { runTests, type FileTestResult } from '../run/run-tests.ts';

const usage = [
  'Usage: acequia test <pipeline.yaml> [--json]',
  '  Runs the tests of a pipeline file, without a server.',
  '  --json  print the results as JSON',
].join('\n');

/**
 * `acequia test <pipeline.yaml>`: runs the tests of a pipeline file with the workers' engine, without a server. Exit code 0 when
 * all pass, 1 when one fails or the pipeline could not be published, 2 when the file cannot be read or has no tests.
 */
export async function testCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  const wanted = readArguments(args);
  if (!wanted) {
    print(usage);
    return 2;
  }
  const file = readPipelineFile(wanted.path);
  if (!file.ok) {
    print(file.error);
    return 2;
  }
  if (file.value.tests.length === 0) {
    print(`${wanted.path} has no tests.`);
    return 2;
  }
  const errors = checkPipelineFile(file.value).filter((problem) => problem.severity === 'error');
  if (errors.length > 0) {
    for (const problem of errors) print(describeProblem(problem, file.value));
    return 1;
  }
  const results = await runTests(file.value);
  if (!results.ok) {
    print(results.error);
    return 1;
  }
  for (const line of wanted.json ? [inJson(file.value, results.value)] : inWords(file.value, results.value)) print(line);
  return results.value.every(({ passed }) => passed) ? 0 : 1;
}

function readArguments(args: readonly string[]): { readonly path: string; readonly json: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { json: { type: 'boolean' } } });
    const [path] = positionals;
    return path === undefined || positionals.length > 1 ? undefined : { path, json: values.json ?? false };
  } catch {
    return undefined;
  }
}

const inJson = ({ name }: PipelineFile, results: readonly FileTestResult[]): string =>
  JSON.stringify({ pipeline: name, passed: results.every(({ passed }) => passed), tests: results });

function inWords(file: PipelineFile, results: readonly FileTestResult[]): string[] {
  const failed = results.filter(({ passed }) => !passed).length;
  return [
    ...results.flatMap(({ name, passed, failures }, index) => [
      `${passed ? 'passed' : 'FAILED'}  ${name}`,
      ...failures.map((failure) => `        ${describeFailure(failure, file.tests[index]!)}`),
    ]),
    `${results.length} ${results.length === 1 ? 'test' : 'tests'}, ${failed === 0 ? 'all passed' : `${failed} failed`}.`,
  ];
}
