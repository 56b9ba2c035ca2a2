import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { EditorActions } from '../model/editor-actions.ts';
import type { EditorState } from '../model/editor-state.ts';
import type { EditorStore } from '../model/editor-store.ts';
import type { EditorView } from '../model/editor-view.ts';
import type { Link, PipelineNode } from '@acequia/pipeline';
import type { LiveNode, LiveStore } from '../model/live-store.ts';
import { cardRate, linkRate, type Rate } from '../model/node-rates.ts';

/** What parts of the editor ask of the page around them. */
export interface EditorCommands {
  /** Shows the note of a step, to read and edit. */
  readonly openNote: (node: string) => void;
  /** Puts the caret where the next step is sought. */
  readonly findStep: () => void;
}

/** What stays the same while a pipeline is open. */
export interface EditorServices extends EditorCommands {
  readonly pipelineId: string;
  readonly readOnly: boolean;
  readonly store: EditorStore;
  readonly live: LiveStore;
  readonly actions: EditorActions;
}

export const ServicesContext = createContext<EditorServices | undefined>(undefined);
/** How many dead letters each step has. */
export const LettersContext = createContext<ReadonlyMap<string, number>>(new Map());
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

type Step = Pick<PipelineNode, 'id' | 'kind'>;

/** What stands in a card's corner. */
export function useCardRate(node: Step): Rate | undefined {
  const { live } = useServices();
  return useSyncExternalStore(live.subscribe, () => cardRate(node, live.node(node.id), live.pipeline()));
}

/** What a link carries now: nothing is known of a link that the running version does not have. */
export function useFlowRate(node: Step, link: Pick<Link, 'from' | 'to'>): Rate | undefined {
  const { live } = useServices();
  return useSyncExternalStore(live.subscribe, () =>
    live.runs(link) ? linkRate(node, link.from.port, live.node(node.id), live.pipeline()) : undefined,
  );
}

/** What leaves a step by a port now. */
export function useLinkRate(node: Step, port: string): Rate | undefined {
  const { live } = useServices();
  return useSyncExternalStore(live.subscribe, () => linkRate(node, port, live.node(node.id), live.pipeline()));
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
