import { loadLookups } from '../run/load-lookups.ts';
import { checkPipelineFile, describeProblem } from '../run/pipeline-file.ts';
import { readPipelineFile } from '../run/read-pipeline-file.ts';

const usage = [
  'Usage: acequia validate <pipeline.yaml>',
  '  Lists the problems of a pipeline file. It is valid when it could be published.',
];

/** `acequia validate <file>`: says what is wrong with a pipeline file. Exit code 0 when it could be published, 1 when not, 2 when unreadable. */
export async function validateCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  const [path] = args;
  if (path === undefined || path.startsWith('-')) {
    print(usage.join('\n'));
    return 2;
  }
  const file = readPipelineFile(path);
  if (!file.ok) {
    print(file.error);
    return 2;
  }
  const problems = checkPipelineFile(file.value);
  for (const problem of problems) print(describeProblem(problem, file.value));
  const tables = await loadLookups(file.value.lookups);
  if (!tables.ok) print(`error: ${tables.error}`);
  const errors = problems.filter((problem) => problem.severity === 'error').length + (tables.ok ? 0 : 1);
  print(errors === 0 ? `${path} is valid.` : `${path}: ${errors} ${errors === 1 ? 'error' : 'errors'}.`);
  return errors === 0 ? 0 : 1;
}
