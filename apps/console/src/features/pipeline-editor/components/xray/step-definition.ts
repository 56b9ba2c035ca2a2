import { actionDefinitions, datasinkDefinitions } from '@acequia/components/definitions';
import type { Definition } from '@acequia/component-sdk/definition';
import type { PipelineNode } from '@acequia/pipeline';

export type StepDefinition = Exclude<Definition, { kind: 'listener' }>;

/** Undefined for a label, and for a component this release does not have. */
export function stepDefinition(node: PipelineNode | undefined): StepDefinition | undefined {
  if (!node || node.kind === 'label') return undefined;
  const all = node.kind === 'action' ? actionDefinitions : datasinkDefinitions;
  return (Object.values(all) as StepDefinition[]).find(({ id }) => id === node.component);
}
