import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { EditorActions } from '../model/editor-actions.ts';
import type { EditorState } from '../model/editor-state.ts';
import type { EditorStore } from '../model/editor-store.ts';
import type { EditorView } from '../model/editor-view.ts';
import type { LiveNode, LivePipeline, LiveStore } from '../model/live-store.ts';

/** What stays the same while a pipeline is open. */
export interface EditorServices {
  readonly pipelineId: string;
  readonly readOnly: boolean;
  readonly store: EditorStore;
  readonly live: LiveStore;
  readonly actions: EditorActions;
}

export const ServicesContext = createContext<EditorServices | undefined>(undefined);
export const ViewContext = createContext<EditorView | undefined>(undefined);

export function useServices(): EditorServices {
  const services = use(ServicesContext);
  if (!services) throw new Error('useServices should be used within the editor');
  return services;
}

/** Everything that follows from the document; renders again with every edit. */
export function useView(): EditorView {
  const view = use(ViewContext);
  if (!view) throw new Error('useView should be used within the editor');
  return view;
}

/** A part of the editor's state; renders again when that part is another one. */
export function useEditorState<T>(read: (state: EditorState) => T): T {
  const { store } = useServices();
  return useSyncExternalStore(store.subscribe, () => read(store.get()));
}

export function useLiveNode(id: string): LiveNode | undefined {
  const { live } = useServices();
  return useSyncExternalStore(
    live.subscribe,
    useCallback(() => live.node(id), [live, id]),
  );
}

export function useLivePipeline(): LivePipeline | undefined {
  const { live } = useServices();
  return useSyncExternalStore(live.subscribe, live.pipeline);
}

export function useLargestRate(): number {
  const { live } = useServices();
  return useSyncExternalStore(live.subscribe, live.largest);
}

/** Renders again with every frame of live numbers; for views over all nodes. */
export function useLiveRevision(): number {
  const { live } = useServices();
  return useSyncExternalStore(live.subscribe, live.revision);
}
