import { CopyCode, Note } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { describeError, type OperationError } from '#lib/operations/index.ts';
import type { EditorProblem } from '../../model/editor-problems.ts';
import { refusedNode } from '../../model/refused-problem.ts';
import { editorTexts } from '../../texts.ts';
import { useView } from '../editor-context.ts';

export interface PublishFailureProps {
  readonly failure: OperationError | 'not-saved';
  readonly onShow: (problem: EditorProblem) => void;
}

/** Why nothing was published, and the way to the step that a cluster cannot run. */
export function PublishFailure({ failure, onShow }: PublishFailureProps) {
  const t = useTexts(editorTexts);
  const view = useView();
  if (failure === 'not-saved')
    return (
      <Note tone="danger" title={t('publishNotSaved')}>
        {t('publishNotSavedWhy')}
      </Note>
    );
  const { title, text } = describeError(failure);
  const node = refusedNode(failure, view.document, view.catalogue);
  return (
    <Note tone="danger" title={title}>
      {text} <CopyCode text={failure.code} />
      {node !== undefined && (
        <button type="button" className="ui-link" onClick={() => onShow({ code: 'config', severity: 'error', node })}>
          {t('showStep', { step: view.text(node).title })}
        </button>
      )}
    </Note>
  );
}
