import { err, ok, type Result } from '@acequia/base';
import { describeRefusal } from './describe-refusal.ts';
import { networkCode, ServerRefusal, streamCode } from './server-refusal.ts';

/** A running server as a person who has logged in. */
export interface ServerClient {
  /** Calls a named operation, such as `deadLetters:list`. Rejects with `ServerRefusal`. */
  call<T>(operation: string, input: unknown): Promise<T>;
  /** Logs out. */
  close(): Promise<void>;
}

export const defaultUrl = 'http://127.0.0.1:8080';

/** Environment variables that name the server and the person; changes stand in the activity log under that person. */
export const serverSettings = [
  `  ACEQUIA_URL       address of the server (default: ${defaultUrl})`,
  '  ACEQUIA_EMAIL     email of the account that the command logs in with',
  '  ACEQUIA_PASSWORD  password of that account',
];

/** Logs in as the settings say. The error is a sentence for the person. */
export async function connectServer(
  env: Readonly<Record<string, string | undefined>>,
  send: typeof fetch = fetch,
): Promise<Result<ServerClient, string>> {
  const { ACEQUIA_URL: url = defaultUrl, ACEQUIA_EMAIL: email, ACEQUIA_PASSWORD: password } = env;
  if (!email || !password) return err(`Set ACEQUIA_EMAIL and ACEQUIA_PASSWORD to an account of ${url}.`);
  const session = { cookie: '' };
  const call = async <T>(operation: string, input: unknown): Promise<T> => {
    const answer = await send(new URL(`/rpc/${operation.replace(':', '/')}`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-acequia': 'cli', ...(session.cookie === '' ? {} : { cookie: session.cookie }) },
      body: JSON.stringify({ json: input }),
    }).catch(() => {
      throw new ServerRefusal(networkCode);
    });
    const set = answer.headers.getSetCookie().find((each) => each.startsWith('__Host-sid='));
    if (set !== undefined) session.cookie = set.split(';')[0] ?? '';
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      await answer.body?.cancel();
      throw new ServerRefusal(streamCode);
    }
    const body = ((await answer.json().catch(() => ({}))) ?? {}) as { json?: unknown };
    if (answer.ok) return body.json as T;
    const { code = 'WEB-00000', data } = (body.json ?? body) as { code?: string; data?: { fields?: Record<string, string | number> } };
    throw new ServerRefusal(code, data?.fields);
  };
  try {
    await call('auth:login', { email, password });
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error;
    return err(error.code === networkCode ? `${url} does not answer.` : `${url} rejected the login of ${email}. ${describeRefusal(error)}`);
  }
  return ok({
    call,
    close: async () => {
      await call('auth:removeToken', {}).catch(() => undefined);
    },
  });
}
