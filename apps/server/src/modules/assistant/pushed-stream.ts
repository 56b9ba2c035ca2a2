/**
 * What a piece of work posts, as a stream with one reader. The work begins at once; its signal aborts when the reader goes or the
 * outer signal does, and its failure is the stream's.
 */
export function pushedStream<T>(
  work: (post: (item: T) => void, signal: AbortSignal) => Promise<void>,
  outer: AbortSignal | undefined,
): AsyncIteratorObject<T> {
  const ending = new AbortController();
  const waiting: T[] = [];
  let over: { readonly error?: unknown } | undefined;
  let wake: () => void = () => undefined;
  const signal = outer ? AbortSignal.any([outer, ending.signal]) : ending.signal;
  const end = (result: { readonly error?: unknown }) => {
    over = result;
    wake();
  };
  const post = (item: T) => {
    waiting.push(item);
    wake();
  };
  work(post, signal).then(
    () => end({}),
    (error: unknown) => end({ error }),
  );
  const next = async (): Promise<IteratorResult<T>> => {
    for (;;) {
      if (ending.signal.aborted) return { done: true, value: undefined };
      if (waiting.length > 0) return { done: false, value: waiting.shift()! };
      if (over) {
        if ('error' in over && outer?.aborted !== true) throw over.error;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const leave = () => {
    ending.abort();
    wake();
  };
  const stream: AsyncIteratorObject<T> = {
    next,
    return: async () => {
      leave();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => stream,
    [Symbol.asyncDispose]: async () => leave(),
  };
  return stream;
}
