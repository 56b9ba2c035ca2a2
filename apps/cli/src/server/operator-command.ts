import { asOperator, operatorSettings, type Operator } from './operator-client.ts';

export interface OperatorCommand<I> {
  /** Without the settings, which all of them share. */
  readonly usage: readonly string[];
  /** What the arguments ask for. Undefined, and a throw of `parseArgs`: something else than the usage says. */
  readonly read: (args: readonly string[]) => I | undefined;
  /** Returns the exit code. */
  readonly run: (operator: Operator, input: I, print: (line: string) => void) => Promise<number>;
}

/** A command that an operator gives to a running server. Exit code 2 for wrong arguments and without an operator token. */
export const operatorCommand =
  <I>({ usage, read, run }: OperatorCommand<I>) =>
  async (
    args: readonly string[],
    print: (line: string) => void,
    env: Readonly<Record<string, string | undefined>> = process.env,
  ): Promise<number> => {
    const input = readArguments(read, args);
    if (input === undefined) {
      print([...usage, 'Environment variables:', ...operatorSettings].join('\n'));
      return 2;
    }
    return asOperator(env, print, (operator) => run(operator, input, print));
  };

function readArguments<I>(read: OperatorCommand<I>['read'], args: readonly string[]): I | undefined {
  try {
    return read(args);
  } catch {
    return undefined;
  }
}

/** For `read`: one word that is no option, and nothing else. */
export const oneWord = ([word, ...more]: readonly string[]): string | undefined =>
  word === undefined || more.length > 0 || word.startsWith('-') ? undefined : word;

/** Carries a command out and prints one line of it. Exit code 1 when the server refused. */
export async function askAndPrint<T>(
  operator: Operator,
  print: (line: string) => void,
  { command, input }: { readonly command: string; readonly input: unknown },
  line: (answer: T) => string,
): Promise<number> {
  const answer = await operator.ask<T>(command, input);
  print(answer.ok ? line(answer.value) : answer.error);
  return answer.ok ? 0 : 1;
}
