import { failureOf } from './failed-fetch.ts';

/** Takes what went wrong from now on. */
export type ErrorSink = (error: unknown) => void;

let sink: ErrorSink = () => undefined;

/** Tells whoever reports errors, if the operator has turned that on; else does nothing. */
export const reportError: ErrorSink = (error) => sink(error);

/**
 * Keeps what goes wrong, and the fetches that fail, before the reporting has been loaded. The function it returns starts the
 * reporting, hands that on, and all that follows: of a fetch that runs at that moment this one tells the end, of a later one the
 * reporting itself.
 */
export function collectErrors(): (start: () => ErrorSink) => void {
  const waiting: unknown[] = [];
  const ended = new AbortController();
  sink = (error) => waiting.push(error);
  window.addEventListener('error', ({ error }) => sink(error), { signal: ended.signal });
  window.addEventListener('unhandledrejection', ({ reason }) => sink(reason), { signal: ended.signal });
  const stopWatching = watchFetches();
  return (start) => {
    ended.abort();
    stopWatching();
    sink = start();
    waiting.forEach(sink);
  };
}

/** Puts a `fetch` before the browser's own that tells the sink what fails; ends by putting back what was there. */
function watchFetches(): () => void {
  const original = window.fetch;
  window.fetch = async (...asked) => {
    const [input, init] = asked;
    const request = input instanceof Request ? input : { url: String(input), method: 'GET' };
    const tell = (error: unknown, status?: number) => {
      const failure = failureOf(init?.method ?? request.method, request.url, status, error);
      if (failure !== undefined) sink(failure);
    };
    try {
      const answer = await original(...asked);
      tell(undefined, answer.status);
      return answer;
    } catch (error) {
      tell(error);
      throw error;
    }
  };
  return () => {
    window.fetch = original;
  };
}
