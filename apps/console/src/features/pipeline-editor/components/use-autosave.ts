import { systemClock } from '@acequia/base';
import { errorCodes, isErrorCode } from '@acequia/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PipelineDocument } from '@acequia/pipeline';
import { useEffect, useState } from 'react';
import {
  callOperation,
  describeError,
  invalidateEntities,
  isSessionOver,
  toOperationError,
  type OperationError,
} from '#lib/operations/index.ts';
import { createAutosave, type Autosave, type SaveAnswer } from '../model/autosave.ts';
import { createDraftWriter } from '../model/draft-writer.ts';
import type { EditorStore } from '../model/editor-store.ts';
import { keepDraft } from '../model/kept-draft.ts';
import { createSaveStates, type SaveStates } from '../model/save-states.ts';

/** Saves the draft while it is edited. `saveStates` say how it stands; the rest is for publishing and conflicts. */
export function useAutosave(
  pipelineId: string,
  store: EditorStore,
  stored: { readonly revision: number; readonly document: PipelineDocument; readonly updatedAt: number },
  enabled: boolean,
): { readonly autosave: Autosave; readonly saveStates: SaveStates } {
  const [saveStates] = useState(() => createSaveStates({ type: 'saved', atMs: stored.updatedAt }));
  const [writer] = useState(() => createDraftWriter(systemClock, (unsaved) => keepDraft(sessionStorage, pipelineId, unsaved)));
  const client = useQueryClient();
  const save = useMutation({
    mutationKey: ['pipelines:saveDraft'],
    mutationFn: ({ at, document }: { at: number; document: PipelineDocument }) =>
      callOperation('pipelines:saveDraft', { id: pipelineId, revision: at, document }),
  });
  const send = save.mutateAsync;
  const [autosave] = useState(() =>
    createAutosave({
      clock: systemClock,
      revision: stored.revision,
      base: stored.document,
      onState: saveStates.set,
      keep: writer.keep,
      save: (at, document) =>
        send({ at, document }).then(
          (saved): SaveAnswer => ({ type: 'saved', revision: saved.revision, atMs: saved.savedAt }),
          (error: unknown) => answerOf(toOperationError(error)),
        ),
    }),
  );
  useEffect(() => {
    if (!enabled) return;
    let known = store.document();
    const stopListening = store.subscribe(() => {
      const document = store.document();
      if (document === known) return;
      known = document;
      autosave.edited(document);
    });
    const wake = () => autosave.wake();
    const hide = () => {
      writer.flush();
      void autosave.flush();
    };
    const leave = (event: BeforeUnloadEvent) => {
      if (autosave.unsaved) event.preventDefault();
    };
    window.addEventListener('online', wake);
    window.addEventListener('pagehide', hide);
    window.addEventListener('beforeunload', leave);
    return () => {
      stopListening();
      window.removeEventListener('online', wake);
      window.removeEventListener('pagehide', hide);
      window.removeEventListener('beforeunload', leave);
      writer.flush();
      void autosave.flush().then(() => invalidateEntities(client, ['version', 'pipeline']));
    };
  }, [autosave, writer, store, enabled, client]);
  return { autosave, saveStates };
}

function answerOf(error: OperationError): SaveAnswer {
  if (error.code === 'ACQ-CONFLICT') {
    const who = error.fields['by'];
    return { type: 'conflict', savedBy: who === undefined ? undefined : String(who) };
  }
  const passing =
    error.code === 'NETWORK' ||
    error.code === 'ABORTED' ||
    isSessionOver(error) ||
    (isErrorCode(error.code) && errorCodes[error.code].retry);
  return passing ? { type: 'away' } : { type: 'refused', code: error.code, ...describeError(error) };
}
