import type { ActionDefinition, DatasinkDefinition, ListenerDefinition } from '@acequia/component-sdk/definition';

/** What a document refers to, as the tenant has it now. */
export interface Surroundings {
  action(component: string): ActionDefinition | undefined;
  datasink(component: string): DatasinkDefinition | undefined;
  /** The listener with its definition and labels; undefined when the tenant has none of this id. */
  listener(
    id: string,
  ): { readonly definition: ListenerDefinition; readonly config: Record<string, unknown>; readonly labels: readonly string[] } | undefined;
  /** Whether the tenant has this datasink, and of which component. */
  datasinkInstance(id: string): { readonly component: string } | undefined;
  /** Whether the tenant has this secret; absent where secrets cannot be read (a viewer's browser). */
  secret?(id: string): boolean;
  /** Whether the tenant has this lookup; absent where lookups are not known. */
  lookup?(id: string): boolean;
}
