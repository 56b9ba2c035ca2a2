import { useCallback, useState } from 'react';

/** The width of an element in px, 0 until it is there. */
export function useWidth(): readonly [width: number, measured: (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const measured = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measured];
}
