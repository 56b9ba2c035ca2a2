import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import type { EditorStore } from '../model/editor-store.ts';
import { panelTabs, type PanelTab } from './panel/side-panel.tsx';

interface EditorSearch {
  readonly node?: string;
  readonly tab?: string;
}

/** The step the URL asks for. */
export function useWantedNode(): string | undefined {
  const { node } = useSearch({ strict: false }) as EditorSearch;
  const { actionId } = useParams({ strict: false }) as { readonly actionId?: string };
  return node ?? actionId;
}

const isNode = (store: EditorStore, id: string): boolean => store.document().nodes.some((node) => node.id === id);

/** The selected step and its tab stand in the URL, each selection a step of Back: `?node=parser-4f9c02&tab=events`; `/action/{node}/{version}` leads there too. */
export function useUrlState(
  store: EditorStore,
  selected: string | undefined,
  onReveal: (node: string) => void,
): { readonly tab: PanelTab; readonly setTab: (tab: PanelTab) => void } {
  const search = useSearch({ strict: false }) as EditorSearch;
  const navigate = useNavigate();
  const wanted = useWantedNode();
  const lastWritten = useRef(selected);
  const go = useCallback(
    (next: EditorSearch, replace = true) =>
      void navigate({ to: '.', search: ((known: object) => ({ ...known, ...next })) as never, replace }),
    [navigate],
  );

  useEffect(() => {
    if (wanted === lastWritten.current) return;
    lastWritten.current = wanted;
    const known = wanted !== undefined && isNode(store, wanted);
    store.select({ nodes: new Set(known ? [wanted] : []), links: new Set() });
    if (known) onReveal(wanted);
  }, [wanted, store, onReveal]);
  useEffect(() => {
    if (selected === lastWritten.current) return;
    const left = lastWritten.current;
    lastWritten.current = selected;
    const leftIsGone = left !== undefined && !isNode(store, left);
    go({ node: selected } as EditorSearch, leftIsGone);
  }, [selected, go, store]);

  const tab = panelTabs.find((candidate) => candidate === search.tab) ?? 'configuration';
  return { tab, setTab: (next) => go({ tab: next === 'configuration' ? undefined : next } as EditorSearch) };
}
