import { createContext, use, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { LiveFrame } from '@acequia/contract';
import type { StreamState } from '#lib/operations/listen.ts';
import { useStream } from '#lib/operations/use-stream.ts';
import { createLiveStore, type LiveStore } from './live-store.ts';

interface Live {
  readonly store: LiveStore;
  readonly state: StreamState['state'];
}

const LiveContext = createContext<Live | undefined>(undefined);

/** One stream of live counters for the whole page, and for all windows of the same user and tenant (`sharedBy`). */
export function LiveProvider({
  enabled,
  sharedBy,
  children,
}: {
  readonly enabled: boolean;
  readonly sharedBy: string;
  readonly children: ReactNode;
}) {
  const [store] = useState(createLiveStore);
  const { state } = useStream('metrics:watchLive', {}, store.push, { enabled, sharedBy });
  return <LiveContext value={{ store, state }}>{children}</LiveContext>;
}

function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('live numbers need a LiveProvider around them');
  return live;
}

/** The newest frame; undefined before the first. */
export function useLiveFrame(): LiveFrame | undefined {
  const { store } = useLive();
  return useSyncExternalStore(store.subscribe, store.latest);
}

export function useLiveHistory(): readonly LiveFrame[] {
  const { store } = useLive();
  return useSyncExternalStore(store.subscribe, store.history);
}

export function useLastEventAt(): number | undefined {
  const { store } = useLive();
  return useSyncExternalStore(store.subscribe, store.lastEventAtMs);
}

export const useLiveState = (): StreamState['state'] => useLive().state;
