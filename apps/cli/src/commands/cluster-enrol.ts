import { asOperator, operatorSettings } from '../server/operator-client.ts';
import { printEnrolment } from '../server/print-enrolment.ts';

const usage = ['Usage: acequia cluster enrol <name>', 'Settings:', ...operatorSettings];

/** `acequia cluster enrol`: the command for one more worker of a cluster. Exit code 1 when the server refused. */
export async function clusterEnrolCommand(
  args: readonly string[],
  print: (line: string) => void,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const [name] = args;
  if (name === undefined || args.length !== 1 || name.startsWith('-')) {
    print(usage.join('\n'));
    return 2;
  }
  return asOperator(env, print, (operator) => printEnrolment(operator, print, { command: 'cluster/enrol', input: { name } }));
}
