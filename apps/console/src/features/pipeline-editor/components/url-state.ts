import type { PipelineNode } from '@acequia/pipeline';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import type { EditorStore } from '../model/editor-store.ts';
import { panelTabs, type PanelTab } from './panel/panel-tabs.ts';

/** How the document is shown. */
export type ShownAs = 'canvas' | 'list';

interface EditorSearch {
  readonly node?: string | undefined;
  readonly tab?: string | undefined;
  readonly shown?: 'list' | undefined;
  readonly focus?: boolean | undefined;
}

interface EditorParams {
  readonly actionId?: string;
  readonly actionVersion?: string;
}

const editorPath = '/pipelines/$pipelineId/{-$version}';
const actionPath = '/pipelines/$pipelineId/{-$version}/action/$actionId/$actionVersion';

/** The step the URL asks for. */
export function useWantedNode(): string | undefined {
  const { node } = useSearch({ strict: false }) as EditorSearch;
  const { actionId } = useParams({ strict: false }) as EditorParams;
  return actionId ?? node;
}

/** Canvas or list, and whether only it is shown, stand in the URL: `?shown=list`, `?focus=true`. */
export function useShownAs() {
  const search = useSearch({ strict: false }) as EditorSearch;
  const navigate = useNavigate();
  const go = (next: EditorSearch) => void navigate({ to: '.', search: ((known: object) => ({ ...known, ...next })) as never });
  return {
    /** Elsewhere than in the editor there is nothing to put away. */
    focusable: useParams({ strict: false, select: (params) => !('versionId' in params) }),
    shownAs: search.shown === 'list' ? ('list' as const) : ('canvas' as const),
    focused: search.focus === true,
    show: (as: ShownAs) => go({ shown: as === 'list' ? 'list' : undefined }),
    focus: (on: boolean) => go({ focus: on || undefined }),
  };
}

const isNode = (store: EditorStore, id: string): boolean => store.document().nodes.some((node) => node.id === id);

/**
 * The selected step and its tab stand in the URL, each selection a step of Back: `…/action/{node}/{version}?tab=events` for an
 * action, `…?node={node}` for a label or a datasink.
 */
export function useUrlState(
  store: EditorStore,
  selected: PipelineNode | undefined,
  onReveal: (node: string) => void,
): { readonly tab: PanelTab; readonly setTab: (tab: PanelTab) => void } {
  const search = useSearch({ strict: false }) as EditorSearch;
  const { actionId, actionVersion } = useParams({ strict: false }) as EditorParams;
  const navigate = useNavigate();
  const wanted = useWantedNode();
  const [id, version] = [selected?.id, selected?.kind === 'action' ? selected.version : undefined];
  const lastWritten = useRef(id);
  const address = useRef({ actionId, actionVersion });
  useEffect(() => {
    address.current = { actionId, actionVersion };
  }, [actionId, actionVersion]);
  const go = useCallback(
    (node: string | undefined, ofAction: string | undefined, replace: boolean) =>
      void navigate({
        to: ofAction === undefined ? editorPath : actionPath,
        params: ((known: object) => ({ ...known, actionId: node, actionVersion: ofAction })) as never,
        search: ((known: object) => ({ ...known, node: ofAction === undefined ? node : undefined })) as never,
        replace,
      }),
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
    if (id === lastWritten.current) {
      // An older address of the same step, or the step has another version now.
      const stands = address.current;
      if (id !== undefined && version !== undefined && (stands.actionId !== id || stands.actionVersion !== version)) go(id, version, true);
      return;
    }
    const left = lastWritten.current;
    lastWritten.current = id;
    go(id, version, left !== undefined && !isNode(store, left));
  }, [id, version, go, store]);

  const tab = panelTabs.find((candidate) => candidate === search.tab) ?? 'configuration';
  const setTab = useCallback(
    (next: PanelTab) =>
      void navigate({
        to: '.',
        search: ((known: object) => ({ ...known, tab: next === 'configuration' ? undefined : next })) as never,
        replace: true,
      }),
    [navigate],
  );
  return { tab, setTab };
}
