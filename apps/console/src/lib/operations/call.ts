import { createORPCClient, type Client } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { OperationInput, OperationName, OperationOutput } from '@acequia/contract';
import { loadErrorWords } from './error-words.ts';
import { toOperationError } from './operation-error.ts';
import { fetchAnswer } from './fetch-answer.ts';

type AnyClient = Record<string, Record<string, Client<Record<never, never>, unknown, unknown, Error>>>;

let client: AnyClient | undefined;

function connect(): AnyClient {
  const link = new RPCLink({
    url: `${window.location.origin}/rpc`,
    headers: { 'x-acequia': 'console' },
    fetch: (request, init) => fetchAnswer(request, { ...init, credentials: 'same-origin', cache: 'no-store' }),
  });
  return createORPCClient<AnyClient>(link);
}

/**
 * Runs a named operation once. Rejects with an `OperationError`. Streams resolve to an async iterator; ending it (or
 * aborting the signal) closes the connection.
 */
export async function callOperation<O extends OperationName>(
  name: O,
  input: OperationInput<O>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<OperationOutput<O>> {
  const [noun = '', verb = ''] = name.split(':');
  client ??= connect();
  try {
    return (await client[noun]![verb]!(input, options.signal ? { signal: options.signal } : {})) as OperationOutput<O>;
  } catch (error) {
    await loadErrorWords();
    throw toOperationError(error);
  }
}
