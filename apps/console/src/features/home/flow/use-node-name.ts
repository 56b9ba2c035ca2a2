import { useTexts } from '#i18n/use-texts.ts';
import type { FlowNode } from './flow-graph.ts';
import { flowTexts } from './texts.ts';

/** What a thing of the flow is called: the labels that every listener has are named in the language of the page, with their listener. */
export function useNodeName(): (node: Pick<FlowNode, 'column' | 'id' | 'name' | 'listener'>) => string {
  const t = useTexts(flowTexts);
  return ({ column, id, name, listener = '' }) =>
    column === 'label' && (id === 'all' || id === 'unlabelled') ? t(`builtin.${id}`, { listener }) : name;
}
