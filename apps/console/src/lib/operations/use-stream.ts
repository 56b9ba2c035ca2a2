import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { OperationInput, OperationName, OperationOutput } from '@acequia/contract';
import { callOperation } from './call.ts';
import { isSessionOver, toOperationError, type OperationError } from './operation-error.ts';
import { sessionOver } from './session-over.ts';
import { waitMs } from './wait.ts';

/** What an event stream yields. */
export type StreamItem<O extends OperationName> = OperationOutput<O> extends AsyncIterable<infer T> ? T : never;

export interface StreamState {
  /** `waiting`: the connection broke; the next try is under way soon. `refused`: the server said no; no more tries. */
  readonly state: 'connecting' | 'live' | 'waiting' | 'refused';
  readonly error: OperationError | undefined;
}

const isVisible = (): boolean => document.visibilityState !== 'hidden';
const onVisibility = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

/**
 * Listens to a stream while mounted, and connects again when it breaks (0.5 s, doubling to 15 s). `onItem` may change between
 * renders. A page in the background lets go of its streams: over HTTP/1.1 a browser opens six connections to a server for all
 * its tabs together, and a few forgotten tabs would take them all.
 */
export function useStream<O extends OperationName>(
  name: O,
  input: OperationInput<O>,
  onItem: (item: StreamItem<O>) => void,
  options: { readonly enabled?: boolean } = {},
): StreamState {
  const [state, setState] = useState<StreamState>({ state: 'connecting', error: undefined });
  const receive = useRef(onItem);
  useEffect(() => {
    receive.current = onItem;
  });
  const key = JSON.stringify(input);
  const visible = useSyncExternalStore(onVisibility, isVisible);
  const enabled = (options.enabled ?? true) && visible;
  useEffect(() => {
    if (!enabled) return;
    const ended = new AbortController();
    void listen<O>(name, JSON.parse(key) as OperationInput<O>, (item) => receive.current(item), setState, ended.signal);
    return () => {
      ended.abort();
      setState({ state: 'connecting', error: undefined });
    };
  }, [name, key, enabled]);
  return state;
}

const refusals = new Set(['WEB-00027', 'WEB-10008', 'WEB-00022', 'WEB-00026', 'ACQ-NOT-FOUND', 'NOT_FOUND']);

async function listen<O extends OperationName>(
  name: O,
  input: OperationInput<O>,
  onItem: (item: StreamItem<O>) => void,
  report: (state: StreamState) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const stream = (await callOperation(name, input, { signal })) as AsyncIterable<StreamItem<O>>;
      report({ state: 'live', error: undefined });
      for await (const item of stream) {
        failures = 0;
        if (!signal.aborted) onItem(item);
      }
      if (!signal.aborted) report({ state: 'waiting', error: undefined });
    } catch (caught) {
      if (signal.aborted) return;
      const error = toOperationError(caught);
      if (isSessionOver(error)) {
        sessionOver(error.code);
        return;
      }
      if (refusals.has(error.code)) {
        report({ state: 'refused', error });
        return;
      }
      report({ state: 'waiting', error });
    }
    await waitMs(Math.min(15_000, 500 * 2 ** failures), signal);
  }
}
