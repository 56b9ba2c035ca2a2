import type { Hearer, StreamState } from './listen.ts';

/** What windows of one browser have in common. */
export interface Windows {
  readonly locks: Pick<LockManager, 'request'>;
  readonly channel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;
}

type Message<T> =
  | { readonly kind: 'who' }
  | { readonly kind: 'state'; readonly state: StreamState['state'] }
  | { readonly kind: 'item'; readonly item: T };

/** Undefined where a browser does not have them: over plain HTTP from another machine. */
export function browserWindows(): Windows | undefined {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return undefined;
  return { locks: navigator.locks, channel: (name) => new BroadcastChannel(name) };
}

/**
 * Hears a stream that all windows with the same `key` share: one of them (the leader, by a lock) holds the connection with
 * `open` and passes on what comes. When it closes, hides or crashes, the next in line opens its own; everybody then hears
 * `connecting` and `live`, and can ask for what was missed in between. Ends when the signal aborts.
 */
export async function joinStream<T>(
  windows: Windows,
  key: string,
  open: (hear: Hearer<T>, signal: AbortSignal) => Promise<void>,
  hear: Hearer<T>,
  signal: AbortSignal,
): Promise<void> {
  const name = `acequia:stream:${key}`;
  const channel = windows.channel(name);
  let leads = false;
  let state: StreamState = { state: 'connecting', error: undefined };
  const post = (message: Message<T>) => {
    if (!signal.aborted) channel.postMessage(message);
  };
  const tell = (next: StreamState) => {
    state = next;
    post({ kind: 'state', state: next.state });
    hear.state(next);
  };
  channel.onmessage = ({ data }: MessageEvent<Message<T>>) => {
    if (data.kind === 'who') {
      if (leads) post({ kind: 'state', state: state.state });
    } else if (leads || signal.aborted) return;
    else if (data.kind === 'item') hear.item(data.item);
    else hear.state({ state: data.state, error: undefined });
  };
  post({ kind: 'who' });
  try {
    await windows.locks.request(name, { signal }, async () => {
      leads = true;
      tell({ state: 'connecting', error: undefined });
      const item = (one: T) => {
        post({ kind: 'item', item: one });
        hear.item(one);
      };
      await open({ item, state: tell }, signal);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    channel.close();
  }
}
