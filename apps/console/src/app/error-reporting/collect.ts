/** Takes what went wrong from now on. */
export type ErrorSink = (error: unknown) => void;

let sink: ErrorSink = () => undefined;

/** Tells whoever reports errors, if the operator has turned that on; else does nothing. */
export const reportError: ErrorSink = (error) => sink(error);

/** Keeps what goes wrong before the reporting has been loaded; the function it returns hands that on, and all that follows. */
export function collectErrors(): (next: ErrorSink) => void {
  const waiting: unknown[] = [];
  const ended = new AbortController();
  sink = (error) => waiting.push(error);
  window.addEventListener('error', ({ error }) => sink(error), { signal: ended.signal });
  window.addEventListener('unhandledrejection', ({ reason }) => sink(reason), { signal: ended.signal });
  return (next) => {
    ended.abort();
    sink = next;
    waiting.forEach(next);
  };
}
