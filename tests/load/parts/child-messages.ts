import { once, type EventEmitter } from 'node:events';

/** The next message of a child, or, to one, of its parent (`process`); rejects when the child ends before. */
export async function messageOf<T>(child: EventEmitter): Promise<T> {
  const over = new AbortController();
  const gone = once(child, 'exit', { signal: over.signal }).then((): never => {
    throw new Error('a process ended too early; its reason stands above');
  });
  gone.catch(() => undefined);
  try {
    const [message] = (await Promise.race([once(child, 'message', { signal: over.signal }), gone])) as [T];
    return message;
  } finally {
    over.abort();
  }
}
