import { OperationError } from './operation-error.ts';

/** `fetch`, where no answer, and an answer that breaks off, is an `OperationError` of code NETWORK. An abort stays an abort. */
export async function fetchAnswer(request: Request, init: RequestInit): Promise<Response> {
  const answer = await fetch(request, init).catch((cause: unknown) => {
    throw networkError(cause);
  });
  if (!answer.body) return answer;
  const { status, statusText, headers } = answer;
  const streamed = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const body = streamed ? wholeOrBroken(answer.body) : await whole(answer);
  return new Response(body, { status, statusText, headers });
}

const whole = (answer: Response): Promise<ArrayBuffer> =>
  answer.arrayBuffer().catch((cause: unknown) => {
    throw networkError(cause);
  });

function wholeOrBroken(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        controller.error(networkError(cause));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const networkError = (cause: unknown): unknown =>
  cause instanceof DOMException && cause.name === 'AbortError' ? cause : new OperationError('NETWORK', {}, cause);
