import { useEffect, useRef, useState } from 'react';

type Handlers = Readonly<Record<string, (...given: never[]) => unknown>>;

/**
 * The very same functions at every render, each of which calls the newest of its name: for a child that is drawn again when it is
 * given another function. Not to be called while rendering.
 */
export function useSteady<T extends Handlers>(handlers: T): T {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const [steady] = useState(() => {
    const call =
      (name: keyof T & string) =>
      (...given: never[]) =>
        latest.current[name]!(...given);
    return Object.fromEntries(Object.keys(handlers).map((name) => [name, call(name)])) as T;
  });
  return steady;
}
