import { useState } from 'react';
import type { SectionName } from '../../model/palette.ts';

const key = 'acequia.editor-closed-sections';

/** Groups of steps that are put away, kept in this browser. */
export function useClosedSections(): { readonly closed: ReadonlySet<string>; readonly toggle: (section: SectionName) => void } {
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(localStorage.getItem(key)?.split(' ')));
  const toggle = (section: SectionName) => {
    const next = new Set(closed);
    if (!next.delete(section)) next.add(section);
    localStorage.setItem(key, [...next].join(' '));
    setClosed(next);
  };
  return { closed, toggle };
}
