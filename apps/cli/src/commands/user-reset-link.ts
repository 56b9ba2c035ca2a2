import { asOperator, operatorSettings } from '../server/operator-client.ts';

const usage = ['Usage: acequia user reset-link <email>', 'Settings:', ...operatorSettings];

/** `acequia user reset-link`: a link with which the user sets a new password, once, within 30 minutes. Exit code 1 when the server gave none. */
export async function userResetLinkCommand(
  args: readonly string[],
  print: (line: string) => void,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const [email] = args;
  if (email === undefined || args.length !== 1 || email.startsWith('-')) {
    print(usage.join('\n'));
    return 2;
  }
  return asOperator(env, print, async (operator) => {
    const answer = await operator.ask<{ readonly path: string }>('user/reset-link', { email });
    print(answer.ok ? `${operator.url}${answer.value.path}` : answer.error);
    return answer.ok ? 0 : 1;
  });
}
