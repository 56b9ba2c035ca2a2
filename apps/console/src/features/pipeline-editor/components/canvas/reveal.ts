import { useEffect, useRef } from 'react';

const listeners = new Set<(node: string | undefined) => void>();

/** Asks the canvas to show a step. */
export function reveal(node: string): void {
  for (const listener of listeners) listener(node);
}

/** Asks the canvas to show everything, once it has been drawn. */
export function revealAll(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const listener of listeners) listener(undefined);
    }),
  );
}

/** Hears such requests while mounted; `undefined` asks for everything. */
export function useRevealRequests(show: (node: string | undefined) => void): void {
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    const listener = (node: string | undefined) => latest.current(node);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
