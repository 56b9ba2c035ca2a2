import { readFileSync } from 'node:fs';
import { checkPipelineFile, describeProblem, parsePipelineFile } from '../run/pipeline-file.ts';

/** `acequia validate <file>`: says what is wrong with a pipeline file. Exit code 0 when it could be published, 1 when not, 2 when unreadable. */
export async function validateCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  const [path] = args;
  if (path === undefined) {
    print('Usage: acequia validate <pipeline.yaml>');
    return 2;
  }
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    print(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  const file = parsePipelineFile(text);
  if (!file.ok) {
    print(`${path}: ${file.error}`);
    return 2;
  }
  const problems = checkPipelineFile(file.value);
  for (const problem of problems) print(describeProblem(problem));
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  print(errors === 0 ? `${path} is valid.` : `${path}: ${errors} ${errors === 1 ? 'error' : 'errors'}.`);
  return errors === 0 ? 0 : 1;
}
