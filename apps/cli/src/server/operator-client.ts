import { readFileSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '@acequia/base';
import { describeRefusal } from './describe-refusal.ts';
import { defaultUrl } from './server-client.ts';
import { ServerRefusal } from './server-refusal.ts';

/** Environment variables of what an operator asks of a running server. */
export const operatorSettings = [
  `  ACEQUIA_URL             address of the server (default: ${defaultUrl})`,
  '  ACEQUIA_OPERATOR_TOKEN  operator token of the server (default: read from its data folder)',
  '  ACEQUIA_DATA            data folder of the server (default: ./data)',
];

export interface Operator {
  /** Address of the server, for links. */
  readonly url: string;
  /** Carries out a command such as `tenant/create`. The error is a sentence for the person. */
  ask<T>(command: string, input: unknown): Promise<Result<T, string>>;
}

/** The operator of the server that the environment names. The error is a sentence for the person. */
function openOperator(env: Readonly<Record<string, string | undefined>>, send: typeof fetch = fetch): Result<Operator, string> {
  const url = (env['ACEQUIA_URL'] ?? defaultUrl).replace(/\/+$/, '');
  const token = env['ACEQUIA_OPERATOR_TOKEN'] ?? readToken(path.resolve(env['ACEQUIA_DATA'] ?? 'data', 'keys', 'operator-token'));
  if (token === undefined)
    return err('There is no operator token: set ACEQUIA_OPERATOR_TOKEN, or ACEQUIA_DATA to the data folder of the server.');
  return ok({
    url,
    ask: async <T>(command: string, input: unknown): Promise<Result<T, string>> => {
      const answer = await send(`${url}/operator/${command}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(input),
      }).catch(() => undefined);
      if (!answer) return err(`${url} does not answer.`);
      const body = (await answer.json().catch(() => ({}))) as { readonly code?: string; readonly fields?: Record<string, string | number> };
      if (answer.ok) return ok(body as T);
      const refused = describeRefusal(new ServerRefusal(body.code ?? 'WEB-00000', body.fields));
      // The server says no more than that to somebody with another token.
      return err(body.code === 'ACQ-NOT-FOUND' ? `${refused} Check the name, and that the operator token is this server’s.` : refused);
    },
  });
}

/** Runs with the operator of the server that the environment names; says why and gives exit code 2 when there is none. */
export async function asOperator(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  run: (operator: Operator) => Promise<number>,
): Promise<number> {
  const operator = openOperator(env);
  if (operator.ok) return run(operator.value);
  print(operator.error);
  return 2;
}

function readToken(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
