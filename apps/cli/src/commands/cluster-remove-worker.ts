import { asOperator, operatorSettings } from '../server/operator-client.ts';
import { printRemoval } from '../server/print-removal.ts';

const usage = [
  'Usage: acequia cluster remove-worker <cluster> <worker>',
  '  Removes an offline worker that won’t come back. Name the worker by its name or id.',
  'Environment variables:',
  ...operatorSettings,
];

/** `acequia cluster remove-worker`: takes away a worker that is gone for good. Exit code 1 when the server refused. */
export async function clusterRemoveWorkerCommand(
  args: readonly string[],
  print: (line: string) => void,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const [name, worker] = args;
  if (name === undefined || worker === undefined || args.length !== 2 || args.some((word) => word.startsWith('-'))) {
    print(usage.join('\n'));
    return 2;
  }
  const done = `The worker ${worker} of ${name} is removed. If it starts again, it stops and reports that the server does not know it.`;
  return asOperator(env, print, (operator) =>
    printRemoval(operator, print, { command: 'cluster/remove-worker', input: { name, worker } }, done),
  );
}
