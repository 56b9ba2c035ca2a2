import { IconButton } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { stepOf } from '../../model/editor-state.ts';
import { editorTexts } from '../../texts.ts';
import { revealAll } from '../canvas/reveal.ts';
import { useEditorState, useServices } from '../editor-context.ts';

/** Undo and redo say what they will do. */
export function UndoButtons() {
  const t = useTexts(editorTexts);
  const { store, actions } = useServices();
  const past = useEditorState((state) => state.history.past.at(-1));
  const future = useEditorState((state) => state.history.future[0]);
  const title = (step: ReturnType<typeof stepOf>) => step && t(`step.${step.step}`, { subject: step.subject });
  const [back, forth] = [title(stepOf(past)), title(stepOf(future))];
  return (
    <>
      <IconButton icon="undo" label={back ? t('undoStep', { step: back }) : t('undo')} disabled={!past} onClick={store.undo} />
      <IconButton icon="redo" label={forth ? t('redoStep', { step: forth }) : t('redo')} disabled={!future} onClick={store.redo} />
      <IconButton icon="layout" label={t('autoLayout')} onClick={() => void actions.layout().then(revealAll)} />
    </>
  );
}
