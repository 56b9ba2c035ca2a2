import { useLayoutEffect, useState, type RefObject } from 'react';

/** Shorter lists are drawn whole, so that the browser's own search finds everything in them. */
const usualWhole = 120;

/** How a list differs from one that fills its page. */
export interface VirtualOptions {
  /** Selector of what scrolls. */
  readonly within?: string;
  readonly wholeUpTo?: number;
  /** Place of a line that is drawn wherever the list is. */
  readonly always?: number | undefined;
  /** Selector of what lies below that line and belongs to it. */
  readonly below?: string;
}

/** Lines drawn above and below what is seen. */
const overscan = 6;

export interface VirtualLines {
  /** Places of the lines to draw. */
  readonly drawn: readonly number[];
  /** px left out above and below. */
  readonly before: number;
  readonly after: number;
}

/** The part of a long list that is in view, in lines. */
interface Seen {
  readonly first: number;
  readonly lines: number;
}

const atFirst: Seen = { first: 0, lines: 30 };

/** Which lines of a long list to draw while its page body scrolls; all of them while there are few. All are `linePx` high. */
export function useVirtualLines(
  element: RefObject<HTMLElement | null>,
  count: number,
  linePx: number,
  { within = '.frame-body', wholeUpTo = usualWhole, always, below }: VirtualOptions = {},
): VirtualLines {
  const virtual = count > wholeUpTo;
  const [seen, setSeen] = useState(atFirst);
  useLayoutEffect(() => {
    const own = element.current;
    const body = own?.closest<HTMLElement>(within);
    if (!virtual || !own || !body) return;
    const look = () => {
      const aboveIt = body.getBoundingClientRect().top - own.getBoundingClientRect().top;
      const belowPx = (below !== undefined && own.querySelector<HTMLElement>(below)?.offsetHeight) || 0;
      const overPx = Math.max(0, Math.min(belowPx, aboveIt - ((always ?? 0) + 1) * linePx));
      const next = { first: Math.max(0, Math.floor((aboveIt - overPx) / linePx)), lines: Math.ceil(body.clientHeight / linePx) };
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
  }, [element, virtual, count, linePx, within, always, below]);
  if (!virtual) return { drawn: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 };
  const first = Math.max(0, Math.min(seen.first, count - seen.lines));
  const from = Math.max(0, first - overscan);
  const to = Math.min(count, first + seen.lines + overscan);
  const drawn = Array.from({ length: to - from }, (_, index) => from + index);
  if (always !== undefined && always >= 0 && always < from) drawn.unshift(always);
  if (always !== undefined && always >= to) drawn.push(always);
  return { drawn, before: from * linePx, after: (count - to) * linePx };
}
