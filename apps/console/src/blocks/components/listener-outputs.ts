import { parseConfig, type ListenerDefinition } from '@acequia/component-sdk/definition';
import type { Listener } from '@acequia/contract';
import { emptyFieldSet, type FieldSet } from '@acequia/event';

/** Fields of the decoded events, for conditions of labels; empty when the configuration cannot be read. */
export function outputsOf(definition: ListenerDefinition | undefined, listener: Listener): FieldSet {
  const parsed = definition && parseConfig(definition.config, listener.config);
  return definition && parsed?.ok ? definition.outputs(parsed.value) : { ...emptyFieldSet, open: true };
}
