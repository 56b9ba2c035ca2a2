import { useEffect, useRef } from 'react';

type Show = (node: string | undefined, focus: boolean) => void;

interface Asked {
  /** Undefined for everything. */
  readonly node: string | undefined;
  readonly focus: boolean;
}

const listeners = new Set<Show>();
let waiting: Asked | undefined;

/** Asks the canvas or the list to show a step; `focus`: and to give it the keys. */
export function reveal(node: string, focus = false): void {
  tell({ node, focus });
}

/** The same, once what was just changed has been drawn. What else is asked until then takes its place: the canvas moves once. */
export function revealDrawn(node: string, focus = false): void {
  tellDrawn({ node, focus: focus || (waiting?.node === node && waiting.focus) });
}

/** Asks the canvas to show everything, once it has been drawn. */
export function revealAll(): void {
  tellDrawn({ node: undefined, focus: false });
}

function tellDrawn(asked: Asked): void {
  waiting = asked;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (waiting !== asked) return;
      waiting = undefined;
      tell(asked);
    }),
  );
}

function tell({ node, focus }: Asked): void {
  for (const listener of listeners) listener(node, focus);
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
