import { useSyncExternalStore } from 'react';

/** Where a user is in the tour of the demo; kept in the browser, for each user. */
export interface DemoTour {
  readonly open: boolean;
  /** Number of the stop, from 0. */
  readonly stop: number;
}

const begin: DemoTour = { open: false, stop: 0 };
const watchers = new Set<() => void>();
const keyOf = (userId: string) => `acequia:demo-tour:${userId}`;
const read = (userId: string) => localStorage.getItem(keyOf(userId)) ?? '';

function parse(text: string): DemoTour {
  const [open, stop] = text.split(' ');
  return stop === undefined || !/^\d$/.test(stop) ? begin : { open: open === 'open', stop: Number(stop) };
}

export function setDemoTour(userId: string, { open, stop }: DemoTour): void {
  localStorage.setItem(keyOf(userId), `${open ? 'open' : 'left'} ${stop}`);
  for (const watcher of watchers) watcher();
}

/** Begins the tour, or goes on where the user left it. */
export const openDemoTour = (userId: string): void => setDemoTour(userId, { ...parse(read(userId)), open: true });

export function useDemoTour(userId: string): DemoTour {
  const text = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => read(userId),
  );
  return parse(text);
}
