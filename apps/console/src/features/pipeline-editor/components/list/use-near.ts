import { useEffect, useRef, useState, type RefObject } from 'react';

/** Rows this far out of sight are made ready, px. */
const ahead = '800px';

const told = new WeakMap<Element, (near: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Whether a row is in sight or will soon be; one that is far away is drawn with its words only. Near where it cannot be known. */
export function useNear(): { readonly row: RefObject<HTMLDivElement | null>; readonly near: boolean } {
  const row = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = row.current;
    if (!element || typeof IntersectionObserver === 'undefined') return;
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) told.get(entry.target)?.(entry.isIntersecting);
      },
      { rootMargin: ahead },
    );
    told.set(element, setNear);
    observer.observe(element);
    return () => {
      told.delete(element);
      observer?.unobserve(element);
    };
  }, []);
  return { row, near };
}
