import type { Operator } from './operator-client.ts';

const hint =
  'A worker is removed once it has been offline for a minute; a cluster once its workers are, no listener is in it and nothing runs there. The first cluster stays.';

/** Asks for a removal and prints `done`, or the refusal and what to do. Exit code 1 when the server refused. */
export async function printRemoval(
  operator: Operator,
  print: (line: string) => void,
  ask: { readonly command: 'cluster/remove' | 'cluster/remove-worker'; readonly input: object },
  done: string,
): Promise<number> {
  const answer = await operator.ask(ask.command, ask.input);
  print(answer.ok ? done : `${answer.error} ${hint}`);
  return answer.ok ? 0 : 1;
}
