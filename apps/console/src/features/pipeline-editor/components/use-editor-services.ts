import type { PipelineDocument } from '@acequia/pipeline';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLanguage, useTexts } from '#i18n/index.ts';
import type { Catalogue } from '../model/catalogue.ts';
import { createEditorActions } from '../model/editor-actions.ts';
import type { Selection } from '../model/editor-state.ts';
import { createEditorStore } from '../model/editor-store.ts';
import { createViewer, type EditorView } from '../model/editor-view.ts';
import { createLatest } from '../model/latest.ts';
import { createLiveStore } from '../model/live-store.ts';
import { createNewId } from '../model/new-id.ts';
import { editorTexts } from '../texts.ts';
import type { EditorCommands, EditorServices } from './editor-context.ts';
import { useNotices } from './use-notices.ts';

export interface EditorSetting {
  readonly pipelineId: string;
  /** As loaded; later ones come through the actions. */
  readonly document: PipelineDocument;
  readonly readOnly: boolean;
  readonly catalogue: Catalogue;
  /** Selected from the start. */
  readonly selected: string | undefined;
}

const cryptoRandom = { bytes: (n: number) => crypto.getRandomValues(new Uint8Array(n)) };

/** Makes what stays the same while a pipeline is open, and the view that follows every edit. `commands` may change between renders. */
export function useEditorServices(
  { pipelineId, document: first, readOnly, catalogue, selected }: EditorSetting,
  commands: EditorCommands,
): { readonly services: EditorServices; readonly view: EditorView; readonly selection: Selection } {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const [store] = useState(() => createEditorStore(first, { readOnly, selected }));
  const [live] = useState(() => createLiveStore(pipelineId));
  const [viewer] = useState(createViewer);
  const state = useSyncExternalStore(store.subscribe, store.get);
  const document = state.history.present;
  const read = useMemo(
    () => (changed: PipelineDocument) =>
      viewer(changed, catalogue, language, (id) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled')),
    [viewer, catalogue, language, t],
  );
  const view = useMemo(() => read(document), [read, document]);
  const [drawn] = useState(() => createLatest({ view, read }));
  const [asked] = useState(() => createLatest(commands));
  useEffect(() => {
    drawn.set({ view, read });
  }, [drawn, view, read]);
  useEffect(() => {
    asked.set(commands);
  });
  const notices = useNotices(store.undo);
  const services = useMemo<EditorServices>(() => {
    const currentView = () => {
      const now = drawn.get();
      return now.view.document === store.document() ? now.view : now.read(store.document());
    };
    return {
      pipelineId,
      readOnly,
      store,
      live,
      actions: createEditorActions({ store, newId: createNewId(cryptoRandom), notices, view: currentView }),
      openNote: (node) => asked.get().openNote(node),
      findStep: () => asked.get().findStep(),
    };
  }, [pipelineId, readOnly, store, live, notices, drawn, asked]);
  return { services, view, selection: state.selection };
}
