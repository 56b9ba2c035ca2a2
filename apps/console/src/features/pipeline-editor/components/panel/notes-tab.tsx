import type { PipelineNode } from '@acequia/pipeline';
import { Field, Input, Textarea } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';

const nameMax = 128;
const noteMax = 2000;

/** The step's own name, and why it is here. */
export function NotesTab({ node }: { readonly node: PipelineNode }) {
  const t = useTexts(editorTexts);
  const { actions, readOnly } = useServices();
  const view = useView();
  return (
    <div className="pe-panel-body">
      <Field label={t('stepName')} hint={t('stepNameHint', { component: view.text(node.id).component })}>
        {(control) => (
          <Input
            {...control}
            inputSize="sm"
            maxLength={nameMax}
            readOnly={readOnly}
            value={node.name}
            onChange={(event) => actions.rename(node.id, event.target.value)}
          />
        )}
      </Field>
      <Field label={t('note')} hint={t('noteHint')}>
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            maxLength={noteMax}
            readOnly={readOnly}
            placeholder={t('notePlaceholder')}
            value={node.comment}
            onChange={(event) => actions.note(node.id, event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}
