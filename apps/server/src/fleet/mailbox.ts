/** A small queue between a push and a reading stream. A reader that is too slow loses the oldest messages, never memory. */
export interface Mailbox<T> {
  readonly post: (message: T) => void;
  /** Ends when the signal aborts. One reader. */
  read(signal: AbortSignal | undefined): AsyncGenerator<T>;
}

export function createMailbox<T>(messagesMax: number): Mailbox<T> {
  const messages: T[] = [];
  let wake: (() => void) | undefined;
  return {
    post: (message) => {
      messages.push(message);
      if (messages.length > messagesMax) messages.shift();
      wake?.();
    },
    read: async function* (signal) {
      const onAbort = () => wake?.();
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        while (signal?.aborted !== true) {
          const next = messages.shift();
          if (next !== undefined) yield next;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}
