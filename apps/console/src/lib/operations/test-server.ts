import { vi } from 'vitest';
import { contract, errorCodes, type ErrorCode, type OperationInput, type OperationName, type OperationOutput } from '@acequia/contract';

/** A refusal that a test's server answers with. */
export interface Refusal {
  readonly refused: ErrorCode;
  readonly fields?: Readonly<Record<string, string | number>>;
}
type Answer<O extends OperationName> =
  | OperationOutput<O>
  | Refusal
  | ((input: OperationInput<O>) => OperationOutput<O> | Refusal | Promise<OperationOutput<O> | Refusal>);
export type Answers = { [O in OperationName]?: Answer<O> };

export interface TestServer {
  /** What the page asked, in order. */
  readonly asked: readonly { readonly name: OperationName; readonly input: unknown }[];
  inputsOf<O extends OperationName>(name: O): OperationInput<O>[];
  /** From now on. */
  answer(answers: Answers): void;
}

/**
 * Puts a server in the place of the browser's `fetch`: the page's own client speaks to it, so a name of an operation that is none,
 * or an input that the contract does not allow, fails the test.
 */
export function startTestServer(first: Answers = {}): TestServer {
  const asked: { name: OperationName; input: unknown }[] = [];
  let answers: Answers = { ...first };
  const reply = (status: number, json: unknown) =>
    new Response(JSON.stringify({ json }), { status, headers: { 'content-type': 'application/json' } });
  const refuse = (code: ErrorCode, fields: Refusal['fields'] = {}) => {
    const { status } = errorCodes[code];
    return reply(status, { defined: true, code, status, message: code, data: { fields } });
  };
  vi.stubGlobal('fetch', async (request: Request | string, init?: RequestInit) => {
    const sent = new Request(request, init);
    const [noun = '', verb = ''] = new URL(sent.url).pathname.split('/').slice(-2);
    const operation = (
      contract as Record<string, Record<string, { '~orpc': { inputSchema?: { safeParse(input: unknown): { success: boolean } } } }>>
    )[noun]?.[verb];
    if (!operation) throw new Error(`${noun}:${verb} is no operation`);
    const name = `${noun}:${verb}` as OperationName;
    const text = await sent.text();
    const input = (text === '' ? {} : (JSON.parse(text) as { json?: unknown }).json) ?? {};
    asked.push({ name, input });
    if (operation['~orpc'].inputSchema?.safeParse(input).success === false) return refuse('WEB-00022');
    const given = answers[name] as unknown;
    if (given === undefined) throw new Error(`${name} was not expected`);
    const answer = (await (typeof given === 'function' ? (given as (input: unknown) => unknown)(input) : given)) as Refusal | object | null;
    return answer !== null && typeof answer === 'object' && 'refused' in answer
      ? refuse(answer.refused, answer.fields)
      : reply(200, answer);
  });
  return {
    asked,
    inputsOf: (name) => asked.filter((each) => each.name === name).map(({ input }) => input) as never,
    answer: (more) => void (answers = { ...answers, ...more }),
  };
}
