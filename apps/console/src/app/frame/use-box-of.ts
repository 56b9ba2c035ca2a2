import { useEffect, useState } from 'react';
import type { Box } from './place-beside.ts';

const lookMs = 150;

/** Where the first of these elements that is drawn is in the window, as it moves; undefined while there is none. */
export function useBoxOf(selectors: readonly string[]): Box | undefined {
  const [box, setBox] = useState<Box>();
  const wanted = selectors.join('\n');
  useEffect(() => {
    const look = () => {
      const [element] = wanted.split('\n').flatMap((selector) => document.querySelector(selector) ?? []);
      const rect = element?.getBoundingClientRect();
      const next = rect && rect.width > 0 && rect.height > 0 ? rect : undefined;
      setBox((now) => (sameBox(now, next) ? now : next && boxOf(next)));
    };
    look();
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [wanted]);
  return box;
}

const boxOf = ({ left, top, width, height }: DOMRect): Box => ({ left, top, width, height });

const sameBox = (a: Box | undefined, b: Box | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height);
