import { useCallback, useState } from 'react';

/** Width of an element without padding in px, known before it is painted and kept as it changes; `ref` is for the element. */
export function useWidth(): { readonly ref: (element: HTMLElement | null) => (() => void) | undefined; readonly width: number } {
  const [width, setWidth] = useState(900);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const take = (px: number) => setWidth(Math.max(320, Math.round(px)));
    take(element.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && take(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
