import { asOperator, operatorSettings } from './operator-client.ts';

/** A command that asks the running server for a link for the user of an email address, and prints the whole of it. */
export const printLink =
  (name: string) =>
  async (
    args: readonly string[],
    print: (line: string) => void,
    env: Readonly<Record<string, string | undefined>> = process.env,
  ): Promise<number> => {
    const [email] = args;
    if (email === undefined || args.length !== 1 || email.startsWith('-')) {
      print([`Usage: acequia ${name} <email>`, 'Settings:', ...operatorSettings].join('\n'));
      return 2;
    }
    return asOperator(env, print, async (operator) => {
      const answer = await operator.ask<{ readonly path: string }>(name.replace(' ', '/'), { email });
      print(answer.ok ? `${operator.url}${answer.value.path}` : answer.error);
      return answer.ok ? 0 : 1;
    });
  };
