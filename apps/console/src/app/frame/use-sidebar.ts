import { useState, useSyncExternalStore } from 'react';

type Place = 'pages' | 'editor';

const keys: Readonly<Record<Place, string>> = { pages: 'acequia:sidebar', editor: 'acequia:sidebar:editor' };
/** Windows in which the names of the pages would take the width that tables need. */
const narrow = '(max-width: 1180px)';

const read = (place: Place): boolean | undefined => {
  const kept = localStorage.getItem(keys[place]);
  return kept === null ? undefined : kept === 'collapsed';
};

const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};
const isNarrow = (): boolean => matchMedia(narrow).matches;

/**
 * Whether the sidebar is closed here. The choice is remembered, one for the pages and one for the editor; without one it is closed
 * beside the canvas and in narrow windows.
 */
export function useSidebar(place: Place): { readonly collapsed: boolean; readonly collapse: (next: boolean) => void } {
  const [chosen, setChosen] = useState(() => ({ pages: read('pages'), editor: read('editor') }));
  const cramped = useSyncExternalStore(subscribe, isNarrow) || place === 'editor';
  const collapse = (next: boolean) => {
    localStorage.setItem(keys[place], next ? 'collapsed' : 'open');
    setChosen((now) => ({ ...now, [place]: next }));
  };
  return { collapsed: chosen[place] ?? cramped, collapse };
}
