import type { Operator } from './operator-client.ts';

/** Asks for a token with which one worker joins a cluster, and prints the command that uses it. Exit code 1 when the server refused. */
export async function printEnrolment(
  operator: Operator,
  print: (line: string) => void,
  ask: { readonly command: 'cluster/create' | 'cluster/enrol'; readonly input: { readonly name: string } },
): Promise<number> {
  const answer = await operator.ask<{ readonly token: string }>(ask.command, ask.input);
  if (!answer.ok) {
    print(answer.error);
    return 1;
  }
  print(`To add a worker to ${ask.input.name}, run this on its machine. It works once, within 15 minutes:`);
  print(`acequia worker --server ${operator.url} --data ./worker --token ${answer.value.token}`);
  return 0;
}
