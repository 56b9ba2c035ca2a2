import { createORPCClient, type Client } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { OperationInput, OperationName, OperationOutput } from '@acequia/contract';
import { loadErrorWords } from './error-words.ts';
import { toOperationError, type OperationError } from './operation-error.ts';
import { fetchAnswer } from './fetch-answer.ts';

interface CallContext {
  /** The request is sent even if the page goes meanwhile. */
  readonly keepalive?: boolean;
}
type AnyClient = Record<string, Record<string, Client<CallContext, unknown, unknown, Error>>>;

let client: AnyClient | undefined;

function connect(): AnyClient {
  const link = new RPCLink<CallContext>({
    url: `${window.location.origin}/rpc`,
    headers: { 'x-acequia': 'console' },
    fetch: (request, init, { context: { keepalive = false } }) =>
      fetchAnswer(request, { ...init, credentials: 'same-origin', cache: 'no-store', keepalive }),
  });
  return createORPCClient<AnyClient>(link);
}

/**
 * Runs a named operation once. Rejects with an `OperationError`, as does a stream that breaks off later. Streams resolve to an async
 * iterator; ending it (or aborting the signal) closes the connection.
 */
export async function callOperation<O extends OperationName>(
  name: O,
  input: OperationInput<O>,
  { signal, keepalive }: CallContext & { readonly signal?: AbortSignal } = {},
): Promise<OperationOutput<O>> {
  const [noun = '', verb = ''] = name.split(':');
  client ??= connect();
  try {
    const output = await client[noun]![verb]!(input, {
      ...(signal ? { signal } : {}),
      context: keepalive === undefined ? {} : { keepalive },
    });
    return (isStream(output) ? told(output) : output) as OperationOutput<O>;
  } catch (error) {
    throw await wordedError(error);
  }
}

const isStream = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output;

async function* told(stream: AsyncIterable<unknown>): AsyncGenerator<unknown, void, void> {
  try {
    yield* stream;
  } catch (error) {
    throw await wordedError(error);
  }
}

/** With the sentences that tell it. */
async function wordedError(error: unknown): Promise<OperationError> {
  await loadErrorWords();
  return toOperationError(error);
}
