import type { PipelineNode } from '@acequia/pipeline';
import type { Catalogue } from './catalogue.ts';

export type NodeTone = 'label' | 'action' | 'enrichment' | 'datasink';

/** Colour of a step: its kind; actions that enrich have their own. */
export function toneOf(node: PipelineNode, catalogue: Catalogue): NodeTone {
  if (node.kind !== 'action') return node.kind;
  return catalogue.actionDefinitions.find((each) => each.id === node.component)?.group === 'enrichment' ? 'enrichment' : 'action';
}
