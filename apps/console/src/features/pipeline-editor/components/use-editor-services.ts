import type { PipelineDocument } from '@acequia/pipeline';
import { useEffect, useMemo, useState } from 'react';
import { useLanguage, useTexts } from '#i18n/index.ts';
import type { Catalogue } from '../model/catalogue.ts';
import { createEditorActions } from '../model/editor-actions.ts';
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

/** Makes what stays the same while a pipeline is open, and `read`, the view of a document. `commands` may change between renders. */
export function useEditorServices(
  { pipelineId, document: first, readOnly, catalogue, selected }: EditorSetting,
  commands: EditorCommands,
): { readonly services: EditorServices; readonly read: (document: PipelineDocument) => EditorView } {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const [store] = useState(() => createEditorStore(first, { readOnly, selected }));
  const [live] = useState(() => createLiveStore(pipelineId));
  const [viewer] = useState(createViewer);
  const read = useMemo(
    () => (document: PipelineDocument) =>
      viewer(document, catalogue, language, (id) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled')),
    [viewer, catalogue, language, t],
  );
  const [reading] = useState(() => createLatest(read));
  const [asked] = useState(() => createLatest(commands));
  useEffect(() => {
    reading.set(read);
    asked.set(commands);
  });
  const notices = useNotices(store.undo);
  const services = useMemo<EditorServices>(
    () => ({
      pipelineId,
      readOnly,
      store,
      live,
      actions: createEditorActions({ store, newId: createNewId(cryptoRandom), notices, view: () => reading.get()(store.document()) }),
      openNote: (node) => asked.get().openNote(node),
      findStep: () => asked.get().findStep(),
    }),
    [pipelineId, readOnly, store, live, notices, reading, asked],
  );
  return { services, read };
}
