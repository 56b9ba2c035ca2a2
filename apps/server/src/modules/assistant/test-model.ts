import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** What the model was sent. */
export interface TestQuestion {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly model: string;
    readonly max_tokens?: number;
    readonly max_completion_tokens?: number;
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
    readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  };
}

/** Answers one question; the response is its own. */
export type TestAnswer = (response: ServerResponse, question: TestQuestion) => void;

/** A real HTTP server on loopback that speaks the streaming form of OpenAI's chat completions, with answers a test has written. */
export interface TestModel {
  /** Without the last part of the path. */
  readonly url: string;
  readonly questions: readonly TestQuestion[];
  /** The next answers, in order; one that is asked for more answers 500. */
  answers(...answers: readonly TestAnswer[]): void;
  close(): Promise<void>;
}

export async function startTestModel(): Promise<TestModel> {
  const questions: TestQuestion[] = [];
  const waiting: TestAnswer[] = [];
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    readText(request).then(
      (text) => {
        const question = { headers: request.headers, text, body: JSON.parse(text) as TestQuestion['body'] };
        questions.push(question);
        if (request.method !== 'POST' || request.url !== '/v1/chat/completions') response.writeHead(404).end();
        else (waiting.shift() ?? refuse(500))(response, question);
      },
      () => undefined,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions,
    answers: (...next) => {
      waiting.splice(0, Infinity, ...next);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const eventOf = (choice: object): string =>
  `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`;
const open = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

/** Says these pieces, one event each. */
export const say =
  (...pieces: readonly string[]): TestAnswer =>
  (response) => {
    open(response);
    for (const content of pieces) response.write(eventOf({ delta: { content } }));
    response.end(`${eventOf({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`);
  };

/** Calls tools; the arguments come in two pieces, as models send them. */
export const callTools =
  (...calls: readonly { readonly name: string; readonly given: unknown }[]): TestAnswer =>
  (response) => {
    open(response);
    for (const [index, { name, given }] of calls.entries()) {
      const text = typeof given === 'string' ? given : JSON.stringify(given);
      const half = Math.floor(text.length / 2);
      const part = (more: object) => response.write(eventOf({ delta: { tool_calls: [{ index, ...more }] } }));
      part({ id: `call_${index}`, type: 'function', function: { name, arguments: '' } });
      part({ function: { arguments: text.slice(0, half) } });
      part({ function: { arguments: text.slice(half) } });
    }
    response.end(`${eventOf({ delta: {}, finish_reason: 'tool_calls' })}data: [DONE]\n\n`);
  };

/** Sends this as the stream. */
export const sendRaw =
  (body: string): TestAnswer =>
  (response) =>
    void open(response).end(body);

export const refuse =
  (status: number, body = '{"error":{"message":"no"}}'): TestAnswer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body);

/** Says this much and then nothing. */
export const sayAndHang =
  (content: string): TestAnswer =>
  (response) =>
    void open(response).write(eventOf({ delta: { content } }));
