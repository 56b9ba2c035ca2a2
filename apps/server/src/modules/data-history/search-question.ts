import type { Expression, StoredExpression } from '@acequia/event';
import type { DeployedListener, PipelineDocument } from '@acequia/pipeline';

/** A label of the listener that takes what is searched for. */
const searchLabel = 'search';

export interface SearchTerms {
  /** Of the listener, or a built-in one. */
  readonly labelId: string;
  readonly text: string;
  readonly condition: StoredExpression | undefined;
}

/** What all of a search's terms ask for; undefined: every event. */
function conditionOf({ labelId, text, condition }: SearchTerms, labels: readonly SearchedLabel[]): Expression | undefined {
  const parts: Expression[] = [];
  const no: Expression = { literal: false };
  if (labelId === 'unlabelled') parts.push(...labels.map(({ ast }): Expression => ({ not: { call: 'try', args: [ast, no] } })));
  else if (labelId !== 'all') parts.push(labels.find(({ id }) => id === labelId)?.ast ?? no);
  if (text !== '') parts.push({ field: '_raw', op: 'contains', value: text, ignoreCase: true });
  if (condition) parts.push(condition.ast);
  return parts.length > 1 ? { and: parts } : parts[0];
}

export interface SearchedLabel {
  readonly id: string;
  readonly ast: Expression;
}

/** The listener with the search as its only label, so that the engine tests it as it tests labels; texts are kept even where pipelines do without. */
export function searchedListener(listener: DeployedListener, terms: SearchTerms, labels: readonly SearchedLabel[]): DeployedListener {
  const ast = conditionOf(terms, labels) ?? { literal: true };
  const config = 'keepRaw' in listener.config ? { ...listener.config, keepRaw: true } : listener.config;
  return { ...listener, config, labels: [{ id: searchLabel, name: searchLabel, condition: { form: 'code', ast } }] };
}

/** Events come in and go nowhere. */
export const searchDocument = (listenerId: string): PipelineDocument => ({
  format: 1,
  nodes: [{ kind: 'label', id: 'start', position: { x: 0, y: 0 }, name: '', comment: '', listenerId, labelId: searchLabel }],
  links: [],
});
