import { AppError, isAppError, MiB, secondMs, type Clock } from '@acequia/base';
import { createHttpClient, type EgressPolicy } from '@acequia/wire';
import * as z from 'zod';
import type { AssistantSettings } from './assistant-settings.ts';
import { createEventReader } from './event-lines.ts';

/** A message of the wire protocol (OpenAI's chat completions). */
export type ModelMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls: readonly WireCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

interface WireCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface ModelTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
}

export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly WireCall[];
  /** The model stopped because its answer became too long. */
  readonly cut: boolean;
}

export interface ModelClient {
  /** One answer, its text told as it comes. Throws AppError of the `ACQ-ASSISTANT-…` codes. */
  complete(
    question: { readonly messages: readonly ModelMessage[]; readonly tools: readonly ModelTool[] },
    onText: (text: string) => void,
    signal: AbortSignal,
  ): Promise<ModelAnswer>;
  close(): void;
}

/** Of one answer on the wire, where each word stands in some hundred bytes. */
const answerBytesMax = 8 * MiB;
const answerCharsMax = 200_000;
const callsMax = 16;
const otherTokensName = 'max_completion_tokens';

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().min(0).nullish(),
                  id: z.string().nullish(),
                  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
});
type Chunk = z.infer<typeof chunkSchema>;

export function createModelClient(settings: AssistantSettings, egress: EgressPolicy, clock: Clock): ModelClient {
  const http = createHttpClient({
    egress,
    clock,
    connectTimeoutMs: 10 * secondMs,
    timeoutMs: settings.timeoutMs,
    maxResponseBytes: answerBytesMax,
    maxSockets: 16,
  });
  /** Newer models of some providers know it by another name, and say so. */
  let tokensName = 'max_tokens';
  return {
    async complete({ messages, tools }, onText, signal) {
      const answer = createAnswer(onText);
      const reader = createEventReader();
      const ask = () =>
        http
          .request({
            method: 'POST',
            url: `${settings.url}/chat/completions`,
            headers: {
              'content-type': 'application/json',
              accept: 'text/event-stream',
              ...(settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` }),
            },
            body: Buffer.from(
              JSON.stringify({
                model: settings.model,
                stream: true,
                [tokensName]: settings.tokensMax,
                messages,
                ...(tools.length > 0 ? { tools } : {}),
              }),
            ),
            signal,
            takeBody: async (piece) => reader.push(piece).forEach(answer.take),
          })
          .catch((error: unknown) => {
            throw asFault(error);
          });
      let reply = await ask();
      if (reply.status === 400 && tokensName === 'max_tokens' && reply.body.includes(otherTokensName)) {
        tokensName = otherTokensName;
        reply = await ask();
      }
      if (reply.status < 200 || reply.status > 299) throw refused(reply.status, reply.body);
      reader.end().forEach(answer.take);
      return answer.whole();
    },
    close: () => http.close(),
  };
}

function createAnswer(onText: (text: string) => void) {
  let text = '';
  let length = 0;
  let finish: string | undefined;
  const calls: { id: string; name: string; arguments: string }[] = [];
  const count = (more: string | null | undefined) => {
    length += more?.length ?? 0;
    if (length > answerCharsMax) throw new AppError('ACQ-ASSISTANT-LONG', { internal: 'a long answer' });
  };
  const takeCall = ({ index, id, function: part }: CallPart) => {
    const at = index ?? (id ? calls.length : calls.length - 1);
    if (at < 0 || at >= callsMax || at > calls.length) throw unreadable('calls out of order');
    const call = (calls[at] ??= { id: '', name: '', arguments: '' });
    if (id) call.id = id;
    call.name += part?.name ?? '';
    call.arguments += part?.arguments ?? '';
    count(part?.arguments);
  };
  return {
    take: (event: string) => {
      if (event.trim() === '[DONE]') {
        finish ??= 'stop';
        return;
      }
      const { choices } = readChunk(event);
      const [choice] = choices ?? [];
      const { content, tool_calls: parts } = choice?.delta ?? {};
      if (content) {
        count(content);
        text += content;
        onText(content);
      }
      for (const part of parts ?? []) takeCall(part);
      if (choice?.finish_reason) finish = choice.finish_reason;
    },
    whole: (): ModelAnswer => {
      if (finish === undefined) throw unreadable('it ends in the middle');
      if (text === '' && calls.length === 0 && finish !== 'length') throw unreadable('an empty answer');
      return {
        text,
        calls: calls.map(({ id, name, arguments: given }, index) => ({
          id: id === '' ? `call-${index}` : id,
          type: 'function',
          function: { name, arguments: given },
        })),
        cut: finish === 'length',
      };
    },
  };
}

type CallPart = NonNullable<NonNullable<NonNullable<Chunk['choices']>[number]['delta']>['tool_calls']>[number];

function readChunk(event: string): Chunk {
  try {
    const value: unknown = JSON.parse(event);
    if (typeof value === 'object' && value !== null && 'error' in value && value.error) throw unreadable('an error in the stream');
    return chunkSchema.parse(value);
  } catch (error) {
    throw isAppError(error) ? error : unreadable('a broken piece', error);
  }
}

const unreadable = (internal: string, cause?: unknown) => new AppError('ACQ-ASSISTANT-ANSWER', { internal, cause });

/** The endpoint's words are not shown or logged: they may repeat what it was asked, or a part of the key. */
function refused(status: number, body: Buffer): AppError {
  if (status === 429) return new AppError('ACQ-ASSISTANT-LIMIT', { internal: 'the endpoint answered 429' });
  if (status === 413 || (status === 400 && body.includes('context_length')))
    return new AppError('ACQ-ASSISTANT-LONG', { internal: `${status}` });
  if (status >= 500) return new AppError('ACQ-ASSISTANT-AWAY', { internal: `the endpoint answered ${status}` });
  return new AppError('ACQ-ASSISTANT-REFUSED', { internal: `the endpoint answered ${status}`, fields: { status } });
}

function asFault(error: unknown): AppError {
  if (!isAppError(error)) return new AppError('ACQ-ASSISTANT-AWAY', { cause: error });
  if (error.code.startsWith('ACQ-')) return error;
  if (error.code === 'RESPONSE_TOO_LARGE') return new AppError('ACQ-ASSISTANT-LONG', { internal: error.code });
  if (error.code === 'RESPONSE_INVALID') return unreadable(error.code);
  return new AppError('ACQ-ASSISTANT-AWAY', { internal: error.code });
}
