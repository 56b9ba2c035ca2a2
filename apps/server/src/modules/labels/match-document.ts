import type { Expression, StoredExpression } from '@acequia/event';
import type { PipelineDocument } from '@acequia/pipeline';

/** A label to test; `id` is what the answer calls it. */
export interface TestedLabel {
  readonly id: string;
  readonly condition: StoredExpression;
}

/** The action that evaluates conditions and writes what they give. */
export const matchComponent = 'field-generator';
/** The step whose output says what matched. */
export const matchNode = 'labels';
export const fieldOf = (index: number): string => `acequia.label.${index}`;

/**
 * A document that writes down for each event of the listener which labels it matches, so that they are tested by the engine.
 * A test that cannot be evaluated leaves null, as it is no match in the engine.
 */
export function matchDocument(listenerId: string, labels: readonly TestedLabel[], generatorVersion: string): PipelineDocument {
  const common = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const nothing: Expression = { literal: null };
  const tests = labels.map(({ condition }, index) => ({
    name: fieldOf(index),
    source: 'expression',
    expression: { form: 'code', ast: { call: 'try', args: [condition.ast, nothing] } },
    ifExists: 'overwrite',
  }));
  const always = { name: fieldOf(labels.length), source: 'literal', literal: 'tested', ifExists: 'overwrite' };
  return {
    format: 1,
    nodes: [
      { kind: 'label', id: 'start', ...common, listenerId, labelId: 'all' },
      {
        kind: 'action',
        id: matchNode,
        ...common,
        component: matchComponent,
        version: generatorVersion,
        config: { fields: [...tests, always] },
      },
    ],
    links: [{ id: 'l1', from: { node: 'start', port: 'default' }, to: { node: matchNode } }],
  };
}
