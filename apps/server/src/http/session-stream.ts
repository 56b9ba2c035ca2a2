import { AppError, type Clock } from '@acequia/base';
import type { Lasting } from './request-context.ts';

/** How often a stream looks whether its session still lasts: it may have ended on another server, or because nobody moved. */
export const sessionCheckMs = 15_000;

/**
 * The items until the session ends. Then it throws why, also while it waits for an item: the browser reads AUTH.EXPIRED and goes to the
 * login; a key's holder reads AUTH.KEY. Holds no item that was taken, however long it lasts.
 */
export async function* untilSessionEnds<T>(items: AsyncIterator<T>, lasting: Lasting, clock: Clock): AsyncGenerator<T> {
  const watched = lasting.watch();
  const ended = watched.signal;
  let cancel = () => undefined as void;
  let reason: Error | undefined;
  /** Of the one item that is waited for. A promise for all of them would keep a reaction, and with it the item, of each. */
  let interrupt: (reason: Error) => void = () => undefined;
  const end = (why: Error) => {
    reason ??= why;
    interrupt(reason);
  };
  const onEnd = () => end(ended.reason as Error);
  const check = () => {
    cancel = clock.after(sessionCheckMs, () => {
      lasting.remaining().then((until) => (until === undefined ? end(new AppError('AUTH.EXPIRED')) : check()), check);
    });
  };
  const next = () =>
    new Promise<IteratorResult<T>>((resolve, reject) => {
      interrupt = reject;
      if (reason) reject(reason);
      else items.next().then(resolve, reject);
    });
  if (ended.aborted) onEnd();
  ended.addEventListener('abort', onEnd, { once: true });
  check();
  try {
    for (;;) {
      const step = await next();
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    cancel();
    ended.removeEventListener('abort', onEnd);
    watched.close();
    void items.return?.().catch(() => undefined);
  }
}
