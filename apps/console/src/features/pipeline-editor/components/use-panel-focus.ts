import { useEffect, useRef } from 'react';
import { reveal } from './canvas/reveal.ts';

/** When the panel of a step closes and nothing else has taken the keys, its step gets them back. */
export function usePanelFocus(open: string | undefined): void {
  const before = useRef(open);
  useEffect(() => {
    const left = before.current;
    before.current = open;
    if (left === undefined || open !== undefined) return;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) reveal(left, true);
  }, [open]);
}
