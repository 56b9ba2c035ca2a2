import { useState } from 'react';

type Place = 'pages' | 'editor';

const keys: Readonly<Record<Place, string>> = { pages: 'acequia:sidebar', editor: 'acequia:sidebar:editor' };
/** The canvas has the whole width until somebody wants it otherwise. */
const startsCollapsed: Readonly<Record<Place, boolean>> = { pages: false, editor: true };

const read = (place: Place): boolean => {
  const kept = localStorage.getItem(keys[place]);
  return kept === null ? startsCollapsed[place] : kept === 'collapsed';
};

/** Whether the sidebar is closed here; the choice is remembered, one for the pages and one for the editor. */
export function useSidebar(place: Place): { readonly collapsed: boolean; readonly collapse: (next: boolean) => void } {
  const [collapsed, setCollapsed] = useState(() => ({ pages: read('pages'), editor: read('editor') }));
  const collapse = (next: boolean) => {
    localStorage.setItem(keys[place], next ? 'collapsed' : 'open');
    setCollapsed((now) => ({ ...now, [place]: next }));
  };
  return { collapsed: collapsed[place], collapse };
}
