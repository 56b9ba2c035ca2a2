import type { ChangeFault, PipelineDocument } from '@acequia/pipeline';
import { isChangeFault } from '@acequia/pipeline';
import { createEditorState, edit, redoEdit, selectIn, undoEdit, type Edit, type EditorState, type Selection } from './editor-state.ts';

/** The document being edited, outside of React: cards and panels listen to the part they show. */
export interface EditorStore {
  get(): EditorState;
  document(): PipelineDocument;
  /** Makes an edit; says why when it cannot be made, and then nothing has changed. */
  run(edit: Edit): ChangeFault | undefined;
  undo(): void;
  redo(): void;
  select(selection: Selection): void;
  subscribe(listener: () => void): () => void;
}

export function createEditorStore(
  document: PipelineDocument,
  options: { readonly readOnly: boolean; readonly selected?: string | undefined },
): EditorStore {
  const first = createEditorState(document);
  let state = options.selected === undefined ? first : selectIn(first, { nodes: new Set([options.selected]), links: new Set() });
  const listeners = new Set<() => void>();
  const set = (next: EditorState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    document: () => state.history.present,
    run(each) {
      if (options.readOnly) return undefined;
      const next = edit(state, each);
      if (isChangeFault(next)) return next;
      set(next);
      return undefined;
    },
    undo: () => set(undoEdit(state)),
    redo: () => set(redoEdit(state)),
    select: (selection) => set(selectIn(state, selection)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
