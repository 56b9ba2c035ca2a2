import { suggestionKinds, type ActionDefinition, type PointedValue, type Suggestion } from '@acequia/component-sdk/definition';

/** A step that does to a value what a person points at. */
export interface SuggestedStep extends Suggestion {
  readonly component: string;
}

/** What the actions can do with a field, in the order of the kinds. */
export function suggestionsFor(pointed: PointedValue, actions: readonly ActionDefinition[]): readonly SuggestedStep[] {
  const all = actions.flatMap(({ id, suggest }) => (suggest?.(pointed) ?? []).map((each) => ({ ...each, component: id })));
  return suggestionKinds.flatMap((kind) => all.filter((each) => each.kind === kind));
}
