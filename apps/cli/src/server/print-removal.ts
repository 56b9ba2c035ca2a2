import type { Operator } from './operator-client.ts';

/** Asks for a removal and prints `done`, or the refusal. Exit code 1 when the server refused. */
export async function printRemoval(
  operator: Operator,
  print: (line: string) => void,
  ask: { readonly command: 'cluster/remove' | 'cluster/remove-worker'; readonly input: object },
  done: string,
): Promise<number> {
  const answer = await operator.ask(ask.command, ask.input);
  print(answer.ok ? done : answer.error);
  return answer.ok ? 0 : 1;
}
