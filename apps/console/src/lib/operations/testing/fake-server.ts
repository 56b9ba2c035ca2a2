import { contract, type ErrorCode, type OperationInput, type OperationName, type OperationOutput } from '@acequia/contract';
import { implement, ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** What an operation answers: a value, or what is made of its input; `Refusal` thrown there is the server saying no. */
export type Answer<O extends OperationName> =
  | OperationOutput<O>
  | ((input: OperationInput<O>) => OperationOutput<O> | Promise<OperationOutput<O>>);
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
type Build = { handler(run: (call: { readonly input: unknown; readonly context: Asked }) => unknown): unknown };

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
  const run = async (name: OperationName, procedure: Procedure, input: unknown, asked: Asked): Promise<unknown> => {
    calls.push({ name, input });
    if (!answers.has(name)) throw new Error(`${name} has no answer in this test`);
    const answer = answers.get(name);
    try {
      return typeof answer === 'function' ? await (answer as (input: unknown) => unknown)(input) : answer;
    } catch (error) {
      if (error instanceof NoAnswer) asked.answer.lost = true;
      if (!(error instanceof Refusal)) throw error;
      const known = procedure['~orpc'].errorMap[error.code];
      if (!known) throw new Error(`${name} is never refused with ${error.code}`, { cause: error });
      throw new ORPCError(error.code, { status: known.status ?? 400, defined: true, data: { fields: error.fields } });
    }
  };
  const os = implement(contract) as unknown as Readonly<Record<string, Readonly<Record<string, Build>>>>;
  const router = Object.fromEntries(
    Object.entries(contract).map(([noun, verbs]) => [
      noun,
      Object.fromEntries(
        Object.entries(verbs).map(([verb, procedure]) => [
          verb,
          os[noun]![verb]!.handler(({ input, context }) => run(`${noun}:${verb}` as OperationName, procedure as Procedure, input, context)),
        ]),
      ),
    ]),
  );
  const handler = new RPCHandler(router as ConstructorParameters<typeof RPCHandler>[0], {
    clientInterceptors: [
      async ({ next, path, context }) => {
        try {
          return await next();
        } catch (error) {
          const lost = (context as Asked).answer.lost;
          if (!lost && !(error instanceof ORPCError && error.defined)) violations.push(`${path.join(':')}: ${reasonOf(error)}`);
          throw error;
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
    const { matched, response } = await handler.handle(request, { prefix: '/rpc', context: asked });
    request.signal.throwIfAborted();
    if (asked.answer.lost) throw new TypeError('Failed to fetch');
    if (matched) return response;
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

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const issues = typeof cause === 'object' && cause !== null && 'issues' in cause ? ` ${JSON.stringify(cause.issues)}` : '';
  return `${error.message}${issues}`;
}
