import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { PipelineDocument } from '@acequia/pipeline';
import type { EditorStore } from '../model/editor-store.ts';
import { whileFresh, type EditorView } from '../model/editor-view.ts';
import { ViewContext } from './editor-context.ts';

export interface ViewProviderProps {
  readonly store: EditorStore;
  readonly read: (document: PipelineDocument) => EditorView;
  readonly children: ReactNode;
}

/** Follows every edit. Of what stands inside, only what reads the view is drawn again. */
export function ViewProvider({ store, read, children }: ViewProviderProps) {
  const document = useSyncExternalStore(store.subscribe, store.document);
  const fresh = useSyncExternalStore(store.subscribe, () => store.get().fresh);
  const view = useMemo(() => whileFresh(read(document), fresh), [read, document, fresh]);
  return <ViewContext value={view}>{children}</ViewContext>;
}
