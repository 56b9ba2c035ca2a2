import type { ActionDefinition, DatasinkDefinition, ListenerDefinition } from '@acequia/component-sdk/definition';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';

/** The components this server knows. An argument, so that tests can use toys. */
export interface Catalogue {
  listener(id: string): ListenerDefinition | undefined;
  action(id: string): ActionDefinition | undefined;
  datasink(id: string): DatasinkDefinition | undefined;
}

export const shippedCatalogue: Catalogue = { listener: findListener, action: findAction, datasink: findDatasink };
