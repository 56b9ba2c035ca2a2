import { asOperator, operatorSettings } from '../server/operator-client.ts';
import { printRemoval } from '../server/print-removal.ts';

const usage = [
  'Usage: acequia cluster remove <name>',
  '  Removes a cluster and its workers, which must be offline.',
  'Environment variables:',
  ...operatorSettings,
];

/** `acequia cluster remove`: takes away a cluster that is gone for good. Exit code 1 when the server refused. */
export async function clusterRemoveCommand(
  args: readonly string[],
  print: (line: string) => void,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const [name] = args;
  if (name === undefined || args.length !== 1 || name.startsWith('-')) {
    print(usage.join('\n'));
    return 2;
  }
  const done = `The cluster ${name} is removed.`;
  return asOperator(env, print, (operator) => printRemoval(operator, print, { command: 'cluster/remove', input: { name } }, done));
}
