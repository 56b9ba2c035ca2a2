import { contract, type ErrorCode, type OperationInput, type OperationName, type OperationOutput } from '@acequia/contract';
import { implement, ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { fakeLocks } from './fake-locks.ts';

/** What an operation gives; of a stream, its items in any form. */
type Given<O extends OperationName> = OperationOutput<O> extends AsyncIterable<infer T> ? AsyncIterable<T> : OperationOutput<O>;
/**
 * What an operation answers: a value, or what is made of its input; `Refusal` thrown there, or later by a stream, is the server saying
 * no. The signal aborts when the console gives the question up.
 */
export type Answer<O extends OperationName> = Given<O> | ((input: OperationInput<O>, signal: AbortSignal) => Given<O> | Promise<Given<O>>);
export type Answers = { readonly [O in OperationName]?: Answer<O> };

/** Thrown by an answer: the operation is refused with one of the codes that its contract names. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string | number>>;
  constructor(code: ErrorCode, fields: Readonly<Record<string, string | number>> = {}) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

/** An answer that refuses, with one of the codes that its contract names. */
export const refusing =
  (code: ErrorCode, fields: Refusal['fields'] = {}) =>
  (): never => {
    throw new Refusal(code, fields);
  };

/** One answer after the other; the last one stays. */
export function inTurn<I, O>(...answers: readonly ((input: I) => O)[]): (input: I) => O {
  let next = 0;
  return (input) => answers[Math.min(next++, answers.length - 1)]!(input);
}

/** Thrown by an answer: the request does not reach the server, or its answer is lost. */
export class NoAnswer extends Error {}

/** A stream that stays open until the console leaves it: first these, then what is sent. */
export function openStream<T>(...first: readonly T[]): {
  readonly answer: (input: unknown, signal: AbortSignal) => AsyncGenerator<T, void, void>;
  send(item: T): void;
} {
  const waiting = [...first];
  let wake = (): void => undefined;
  return {
    answer: async function* (_input, signal) {
      while (!signal.aborted) {
        while (waiting.length > 0) yield waiting.shift()!;
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve());
        });
      }
    },
    send: (item) => {
      waiting.push(item);
      wake();
    },
  };
}

/** Never answered. */
export const never = (): Promise<never> => new Promise(() => undefined);

export interface FakeServer {
  /** Every operation that was called with an input of its contract, in order. */
  readonly calls: readonly { readonly name: OperationName; readonly input: unknown }[];
  /** Inputs of the calls of one operation. */
  inputs<O extends OperationName>(name: O): readonly OperationInput<O>[];
  /** From now on, in this test. */
  answer(answers: Answers): void;
  /** From here on, what was called before counts no more. */
  forget(): void;
  /** When everything that was asked is answered; not with an answer that never comes. */
  settled(): Promise<void>;
  /** Throws what the contract did not allow since the last time; runs after each test by itself. */
  check(): void;
}

interface Procedure {
  readonly '~orpc': { readonly errorMap: Readonly<Record<string, { readonly status?: number } | undefined>> };
}
interface Asked {
  readonly answer: { lost: boolean };
}
type Call = { readonly input: unknown; readonly context: Asked; readonly signal?: AbortSignal };
type Build = { handler(run: (call: Call) => unknown): unknown };

/**
 * In the place of `fetch`, for the tests of one file: the real contract over the real protocol. An operation that the contract does
 * not have, an input or an answer that its schemas refuse, a refusal with a code it does not name, and an operation without an answer
 * each fail the test that caused it.
 */
export function fakeServer(initial: Answers = {}): FakeServer {
  const calls: { name: OperationName; input: unknown }[] = [];
  let answers = new Map<string, unknown>();
  let violations: string[] = [];
  const answerAll = (more: Answers) => {
    for (const [name, answer] of Object.entries(more)) answers.set(name, answer);
  };
  const run = async (name: OperationName, procedure: Procedure, { input, context: asked, signal }: Call): Promise<unknown> => {
    calls.push({ name, input });
    if (!answers.has(name)) throw new Error(`${name} has no answer in this test`);
    const answer = answers.get(name);
    const told = (error: unknown): unknown => {
      if (error instanceof NoAnswer) asked.answer.lost = true;
      if (!(error instanceof Refusal)) return error;
      const known = procedure['~orpc'].errorMap[error.code];
      if (!known) return new Error(`${name} is never refused with ${error.code}`, { cause: error });
      return new ORPCError(error.code, { status: known.status ?? 400, defined: true, data: { fields: error.fields } });
    };
    try {
      const output = typeof answer === 'function' ? await (answer as (input: unknown, signal: unknown) => unknown)(input, signal) : answer;
      return isStream(output) ? failing(output, told) : output;
    } catch (error) {
      throw told(error);
    }
  };
  const os = implement(contract) as unknown as Readonly<Record<string, Readonly<Record<string, Build>>>>;
  const router = Object.fromEntries(
    Object.entries(contract).map(([noun, verbs]) => [
      noun,
      Object.fromEntries(
        Object.entries(verbs).map(([verb, procedure]) => [
          verb,
          os[noun]![verb]!.handler((call) => run(`${noun}:${verb}` as OperationName, procedure as Procedure, call)),
        ]),
      ),
    ]),
  );
  const handler = new RPCHandler(router as ConstructorParameters<typeof RPCHandler>[0], {
    clientInterceptors: [
      async ({ next, path, context, signal }) => {
        const noted = (error: unknown): unknown => {
          const expected = (context as Asked).answer.lost || signal?.aborted || (error instanceof ORPCError && error.defined);
          if (!expected) violations.push(`${path.join(':')}: ${reasonOf(error)}`);
          return error;
        };
        try {
          const output = await next();
          return isStream(output) ? failing(output, noted) : output;
        } catch (error) {
          throw noted(error);
        }
      },
    ],
  });
  const pending = new Set<Promise<unknown>>();
  const settled = async (): Promise<void> => {
    do {
      await Promise.allSettled(pending);
      await new Promise((resolve) => setImmediate(resolve));
    } while (pending.size > 0);
  };
  const answerRequest = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const relative = typeof input === 'string' && input.startsWith('/');
    const request = new Request(relative ? `http://console.test${input}` : input, init);
    const asked: Asked = { answer: { lost: false } };
    const { signal } = request;
    signal.throwIfAborted();
    const handled = handler.handle(request, { prefix: '/rpc', context: asked }).catch((error: unknown) => {
      violations.push(reasonOf(error));
      throw error;
    });
    const { matched, response } = await Promise.race([handled, abortOf(signal)]);
    signal.throwIfAborted();
    if (asked.answer.lost) throw new TypeError('Failed to fetch');
    if (matched) return response.body ? new Response(until(response.body, signal), response) : response;
    violations.push(`${new URL(request.url).pathname} is no operation of the contract`);
    return new Response(null, { status: 404 });
  };
  const check = () => {
    const found = violations;
    violations = [];
    expect(found, 'what the contract does not allow').toEqual([]);
  };
  beforeEach(() => {
    pending.clear();
    calls.length = 0;
    violations = [];
    answers = new Map();
    answerAll(initial);
    // The simulated window has the name and no locks behind it.
    Object.defineProperty(navigator, 'locks', { configurable: true, value: fakeLocks() });
    vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => {
      const answered = answerRequest(...asked);
      pending.add(answered);
      void answered.catch(() => undefined).then(() => pending.delete(answered));
      return answered;
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    check();
  });
  return {
    calls,
    inputs: <O extends OperationName>(name: O) => calls.filter((call) => call.name === name).map(({ input }) => input as OperationInput<O>),
    answer: answerAll,
    forget: () => void (calls.length = 0),
    settled,
    check,
  };
}

const isStream = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output;

/** The same items; an error in between is told so. */
async function* failing(items: AsyncIterable<unknown>, told: (error: unknown) => unknown): AsyncGenerator<unknown, void, void> {
  try {
    yield* items;
  } catch (error) {
    throw told(error);
  }
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** What is read of an answer fails once the question is given up, as a browser does it. */
function until(body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    start: (controller) =>
      signal.addEventListener('abort', () => {
        controller.error(signal.reason);
        void reader.cancel().catch(() => undefined);
      }),
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (signal.aborted) return;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const issues = typeof cause === 'object' && cause !== null && 'issues' in cause ? ` ${JSON.stringify(cause.issues)}` : '';
  return `${error.message}${issues}`;
}
