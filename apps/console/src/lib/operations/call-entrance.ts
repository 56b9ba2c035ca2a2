import type { OperationInput, OperationName, OperationOutput } from '@acequia/contract';
import { loadErrorWords } from './error-words.ts';
import { OperationError } from './operation-error.ts';

type EntranceOperation = Extract<
  OperationName,
  | 'auth:status'
  | 'auth:login'
  | 'auth:createOwner'
  | 'auth:forgotPassword'
  | 'auth:resetPassword'
  | 'auth:findReset'
  | 'auth:findInvite'
  | 'auth:acceptInvite'
  | 'auth:welcome'
  | 'auth:verifyMfa'
  | 'auth:getTotpSecret'
  | 'auth:activateTotpMfa'
  | 'auth:reauthenticateWithCredential'
  | 'auth:forgotMfa'
  | 'auth:resetMfa'
  | 'auth:removeToken'
>;

interface Answer {
  readonly json?: unknown;
}

/**
 * The operations of the pages before the session, in the RPC protocol's plain form (`{"json": …}` both ways): these pages
 * stay small because they do without the general client. Rejects with an `OperationError`.
 */
export async function callEntrance<O extends EntranceOperation>(
  name: O,
  input: OperationInput<O>,
  signal?: AbortSignal,
): Promise<OperationOutput<O>> {
  const answer = await fetch(`/rpc/${name.replace(':', '/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-acequia': 'console' },
    body: JSON.stringify({ json: input }),
    credentials: 'same-origin',
    cache: 'no-store',
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    throw new OperationError('NETWORK', {}, cause);
  });
  const { json } = ((await answer.json().catch(() => ({}))) ?? {}) as Answer;
  if (answer.ok) return json as OperationOutput<O>;
  await loadErrorWords();
  throw refusalOf(json);
}

function refusalOf(json: unknown): OperationError {
  if (typeof json !== 'object' || json === null || !('code' in json) || typeof json.code !== 'string')
    return new OperationError('WEB-00000');
  const data =
    'data' in json && typeof json.data === 'object' && json.data !== null && 'fields' in json.data ? json.data.fields : undefined;
  return new OperationError(json.code, (data ?? {}) as Readonly<Record<string, string | number>>);
}
