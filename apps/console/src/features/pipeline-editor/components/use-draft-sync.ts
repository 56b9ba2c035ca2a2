import type { DocumentVersion } from '@acequia/contract';
import { sameValue, type PipelineDocument } from '@acequia/pipeline';
import { toast } from '@acequia/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { callOperation, toOperationError, type OperationError } from '#lib/operations/index.ts';
import type { Autosave, SaveConflict, Unsaved } from '../model/autosave.ts';
import { keepDraft, readKeptDraft } from '../model/kept-draft.ts';
import type { Choices } from '../model/merge-drafts.ts';
import { editorTexts } from '../texts.ts';
import type { EditorServices } from './editor-context.ts';

/** Merges are rare: an editor does not wait for what makes them. */
const merging = () => import('../model/merge-drafts.ts');

/** What this tab has kept and the server has not; nothing when both are the same. */
export function unsavedDraft(pipelineId: string, loaded: DocumentVersion): Unsaved | undefined {
  const kept = readKeptDraft(sessionStorage, pipelineId);
  if (!kept || JSON.stringify(kept.document) !== JSON.stringify(loaded.document)) return kept;
  keepDraft(sessionStorage, pipelineId, undefined);
  return undefined;
}

/** Edits of this tab that were never saved come back as an undo step, and are saved on top of what they began with. */
export function useRestoredDraft(kept: Unsaved | undefined, { store, actions }: EditorServices): void {
  const t = useTexts(editorTexts);
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !kept) return;
    done.current = true;
    actions.replace('restore', kept.document);
    toast({
      id: 'editor-restored',
      tone: 'neutral',
      title: t('restored'),
      content: t('restoredWhy'),
      action: { text: t('undoIt'), command: store.undo },
      time: 9000,
    });
  }, [kept, store, actions, t]);
}

/**
 * The draft was saved elsewhere while nothing was unsaved here: it is shown, as an undo step. Nothing is said of one that looks as it does
 * here: it was published, by this browser or another one.
 */
export function useRemoteDraft(loaded: DocumentVersion, { store, actions, readOnly }: EditorServices, autosave: Autosave): void {
  const t = useTexts(editorTexts);
  useEffect(() => {
    if (readOnly || loaded.revision <= autosave.revision || autosave.unsaved) return;
    if (sameValue(loaded.document, store.document())) {
      autosave.resolve(loaded);
      return;
    }
    actions.replace('theirs', loaded.document);
    autosave.resolve(loaded);
    toast({
      id: 'editor-theirs',
      tone: 'neutral',
      title: t('theirsLoaded'),
      content: t('theirsLoadedWhy'),
      action: { text: t('undoIt'), command: store.undo },
      time: 9000,
    });
  }, [loaded, store, actions, readOnly, autosave, t]);
}

/** A draft that somebody else saved first. */
export interface DraftConflict {
  /** What edits here began with. */
  readonly base: PipelineDocument;
  /** What is stored; undefined until it has been read. */
  readonly theirs: DocumentVersion | undefined;
  readonly failure: OperationError | undefined;
  readonly retry: () => void;
  readonly merge: (choices: Choices) => void;
  readonly takeTheirs: () => void;
}

/**
 * Reads what is stored and merges it with what is here; a person is asked only where both changed the same. `asDrawn`: what is stored as
 * it would be drawn here, so that places which nobody chose win over none. It stays the same between renders.
 */
export function useDraftConflict(
  conflict: SaveConflict | undefined,
  { pipelineId, store, actions }: EditorServices,
  autosave: Autosave,
  asDrawn: (stored: DocumentVersion) => Promise<DocumentVersion>,
): DraftConflict | undefined {
  const t = useTexts(editorTexts);
  const [theirs, setTheirs] = useState<DocumentVersion>();
  const [failure, setFailure] = useState<OperationError>();
  const [attempt, setAttempt] = useState(0);

  const goOn = useCallback(
    (stored: DocumentVersion, step: 'merge' | 'theirs', document: PipelineDocument) => {
      actions.replace(step, document);
      if (step === 'merge') autosave.resolve(stored, store.document());
      else autosave.resolve(stored);
    },
    [actions, autosave, store],
  );

  useEffect(() => {
    if (!conflict) return;
    const left = new AbortController();
    const read = callOperation('pipelines:getVersion', { id: pipelineId, version: 'Main' }, { signal: left.signal });
    Promise.all([read.then(asDrawn), merging()]).then(
      ([stored, { mergeDrafts }]) => {
        if (left.signal.aborted) return;
        // Saved by this browser as it left: the answer came to a page that was gone.
        if (sameValue(stored.document, store.document())) {
          autosave.resolve(stored);
          return;
        }
        const { document, conflicts } = mergeDrafts(autosave.base, store.document(), stored.document);
        if (conflicts.length > 0) {
          setTheirs(stored);
          return;
        }
        goOn(stored, 'merge', document);
        toast({
          id: 'editor-merged',
          tone: 'neutral',
          title: conflict.savedBy === undefined ? t('merged') : t('mergedWith', { who: conflict.savedBy }),
          content: t('mergedWhy'),
          time: 9000,
        });
      },
      (error: unknown) => left.signal.aborted || setFailure(toOperationError(error)),
    );
    return () => {
      left.abort();
      setTheirs(undefined);
      setFailure(undefined);
    };
  }, [conflict, attempt, pipelineId, store, autosave, asDrawn, goOn, t]);

  if (!conflict || (!theirs && !failure)) return undefined;
  return {
    base: autosave.base,
    theirs,
    failure,
    retry: () => setAttempt((count) => count + 1),
    merge: (choices) =>
      theirs &&
      void merging().then(({ mergeDrafts }) =>
        goOn(theirs, 'merge', mergeDrafts(autosave.base, store.document(), theirs.document, choices).document),
      ),
    takeTheirs: () => theirs && goOn(theirs, 'theirs', theirs.document),
  };
}
