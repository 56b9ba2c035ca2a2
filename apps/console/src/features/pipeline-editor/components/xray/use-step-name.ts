import type { PipelineNode } from '@acequia/pipeline';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { cardText } from '../../model/card-text.ts';
import { editorTexts } from '../../texts.ts';
import { useView } from '../editor-context.ts';

/** What a step is called on its card, for a label with its listener: also steps of a version that is not the draft. */
export function useStepName(): (node: PipelineNode) => string {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const { catalogue } = useView();
  return (node) => {
    const { title, component } = cardText(node, catalogue, language, (id) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled'));
    return node.kind === 'label' ? `${title} · ${component}` : title;
  };
}
