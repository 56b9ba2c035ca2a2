import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { OperationInput, OperationName } from '@acequia/contract';
import { listen, type Hearer, type StreamItem, type StreamState } from './listen.ts';
import { browserWindows, joinStream } from './shared-stream.ts';
import { inStreamSlot } from './stream-slot.ts';

const isVisible = (): boolean => document.visibilityState !== 'hidden';
const onVisibility = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

export interface UseStreamOptions {
  readonly enabled?: boolean;
  /**
   * All windows of this browser with the same text hear one connection: whose stream it is, the user and the tenant. Only for
   * streams that begin with nothing, as what has come before is not told again.
   */
  readonly sharedBy?: string;
}

/**
 * Listens to a stream while mounted, and connects again when it breaks. `onItem` may change between renders. A page in the
 * background lets go of its streams, and visible ones share what they can: over HTTP/1.1 a browser opens six connections to a
 * server for all its windows together, and a few forgotten ones would take them all.
 */
export function useStream<O extends OperationName>(
  name: O,
  input: OperationInput<O>,
  onItem: (item: StreamItem<O>) => void,
  { enabled = true, sharedBy }: UseStreamOptions = {},
): StreamState {
  const [state, setState] = useState<StreamState>({ state: 'connecting', error: undefined });
  const receive = useRef(onItem);
  useEffect(() => {
    receive.current = onItem;
  });
  const key = JSON.stringify(input);
  const visible = useSyncExternalStore(onVisibility, isVisible);
  const wanted = enabled && visible;
  useEffect(() => {
    if (!wanted) return;
    const ended = new AbortController();
    const windows = browserWindows();
    const hear: Hearer<StreamItem<O>> = { item: (item) => receive.current(item), state: setState };
    const open = (by: Hearer<StreamItem<O>>, signal: AbortSignal) =>
      inStreamSlot(windows?.locks, signal, () => listen<O>(name, JSON.parse(key) as OperationInput<O>, by, signal));
    void (windows && sharedBy !== undefined
      ? joinStream(windows, `${sharedBy} ${name} ${key}`, open, hear, ended.signal)
      : open(hear, ended.signal));
    return () => {
      ended.abort();
      setState({ state: 'connecting', error: undefined });
    };
  }, [name, key, wanted, sharedBy]);
  return state;
}
