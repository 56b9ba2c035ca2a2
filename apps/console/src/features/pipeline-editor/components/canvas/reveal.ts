import { useEffect, useRef } from 'react';

type Show = (node: string | undefined, focus: boolean) => void;

const listeners = new Set<Show>();

/** Asks the canvas or the list to show a step; `focus`: and to give it the keys. */
export function reveal(node: string, focus = false): void {
  for (const listener of listeners) listener(node, focus);
}

/** The same, once what was just changed has been drawn. */
export function revealDrawn(node: string, focus = false): void {
  requestAnimationFrame(() => requestAnimationFrame(() => reveal(node, focus)));
}

/** Asks the canvas to show everything, once it has been drawn. */
export function revealAll(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const listener of listeners) listener(undefined, false);
    }),
  );
}

/** Hears such requests while mounted; `undefined` asks for everything. */
export function useRevealRequests(show: Show): void {
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    const listener: Show = (node, focus) => latest.current(node, focus);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
