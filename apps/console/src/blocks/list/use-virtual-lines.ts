import { useLayoutEffect, useState, type RefObject } from 'react';

/** Shorter lists are drawn whole, so that the browser's own search finds everything in them. */
const wholeUpTo = 120;
/** Lines drawn above and below what is seen. */
const overscan = 6;

export interface VirtualLines {
  /** Places of the lines to draw. */
  readonly drawn: readonly number[];
  /** px left out above and below. */
  readonly before: number;
  readonly after: number;
}

/** The part of a long list that its page body shows, in lines. */
interface Seen {
  readonly first: number;
  readonly lines: number;
}

const atFirst: Seen = { first: 0, lines: 30 };

/** Which lines of a long list to draw while its page body scrolls; all of them while there are few. All are `linePx` high. */
export function useVirtualLines(element: RefObject<HTMLElement | null>, count: number, linePx: number): VirtualLines {
  const virtual = count > wholeUpTo;
  const [seen, setSeen] = useState(atFirst);
  useLayoutEffect(() => {
    const own = element.current;
    const body = own?.closest<HTMLElement>('.frame-body');
    if (!virtual || !own || !body) return;
    const look = () => {
      const aboveIt = body.getBoundingClientRect().top - own.getBoundingClientRect().top;
      const next = { first: Math.max(0, Math.floor(aboveIt / linePx)), lines: Math.ceil(body.clientHeight / linePx) };
      setSeen((now) => (now.first === next.first && now.lines === next.lines ? now : next));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(body);
    body.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      body.removeEventListener('scroll', look);
    };
  }, [element, virtual, count, linePx]);
  if (!virtual) return { drawn: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 };
  const from = Math.max(0, Math.min(seen.first, count - seen.lines) - overscan);
  const to = Math.min(count, from + seen.lines + 2 * overscan);
  return { drawn: Array.from({ length: to - from }, (_, index) => from + index), before: from * linePx, after: (count - to) * linePx };
}
