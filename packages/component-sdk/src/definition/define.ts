import { fieldReferences } from './field-references.ts';
import type { ActionDefinition, ConfigSchema, DatasinkDefinition, ListenerDefinition } from './definition.ts';

/**
 * Type a definition while it is written, then forget the type of its configuration: whoever holds a list of definitions
 * hands them configurations that passed `definition.config`. The schema keeps its type (`listener.config`).
 */
export function defineListener<C extends ConfigSchema>(definition: ListenerDefinition<C>): ListenerDefinition & { readonly config: C } {
  return definition as unknown as ListenerDefinition & { readonly config: C };
}

export function defineAction<C extends ConfigSchema>(definition: ActionDefinition<C>): ActionDefinition & { readonly config: C } {
  return definition as unknown as ActionDefinition & { readonly config: C };
}

/** `sendsRaw` of the result also knows a configuration that names `_raw`, so that who asks for it needs no language of expressions. */
export function defineDatasink<C extends ConfigSchema, N extends ConfigSchema>(
  definition: DatasinkDefinition<C, N>,
): DatasinkDefinition & { readonly creation: C; readonly node: N } {
  const sendsRaw: typeof definition.sendsRaw = (node, input) =>
    fieldReferences(definition.node, node).includes('_raw') || definition.sendsRaw?.(node, input) === true;
  return { ...definition, sendsRaw } as unknown as DatasinkDefinition & { readonly creation: C; readonly node: N };
}
