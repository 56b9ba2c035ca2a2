import { applyChanges, isChangeFault } from '@acequia/pipeline';
import { Note } from '@acequia/ui';
import { AssistantDrawer } from '#blocks/assistant/assistant-drawer.tsx';
import type { AssistantPlace } from '#blocks/assistant/assistant-place.ts';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { DiffView } from '../dialogs/diff-view.tsx';
import { useServices, useView } from '../editor-context.ts';

/** The assistant beside the editor: it knows the document as it is typed, and what it proposes becomes one step of the draft. */
export function EditorAssistant({ name, version }: { readonly name: string; readonly version: string }) {
  const t = useTexts(editorTexts);
  const { pipelineId, readOnly, actions } = useServices();
  const { document } = useView();
  const draft: NonNullable<AssistantPlace['draft']> = {
    look: ({ changes }) => {
      const after = applyChanges(document, changes);
      return isChangeFault(after)
        ? {
            fits: false,
            view: (
              <Note tone="warning" title={t('proposalPast')}>
                {t(`fault.${after}`)}
              </Note>
            ),
          }
        : { fits: true, view: <DiffView before={document} after={after} same={t('proposalSame')} /> };
    },
    apply: ({ title, changes }) => actions.takeProposed(title, changes),
  };
  return <AssistantDrawer place={{ pipelineId, name, version, document, ...(readOnly ? {} : { draft }) }} />;
}
