import type { ActionDefinition, DatasinkDefinition, DatasinkPreset, ListenerDefinition } from '@acequia/component-sdk/definition';
import type { Datasink, Label, Listener } from '@acequia/contract';
import type { Surroundings } from '@acequia/pipeline';

/**
 * Everything a document may refer to: the components of this release, and the tenant's own things. Their states are not in it: they
 * change often, and all that is drawn follows from this.
 */
export interface Catalogue {
  readonly listenerDefinitions: readonly ListenerDefinition[];
  readonly actionDefinitions: readonly ActionDefinition[];
  readonly datasinkDefinitions: readonly DatasinkDefinition[];
  readonly listeners: readonly Omit<Listener, 'status'>[];
  readonly labels: readonly Label[];
  readonly datasinks: readonly Omit<Datasink, 'status'>[];
  /** Ids of secrets; undefined when the user may not read them. */
  readonly secrets: ReadonlySet<string> | undefined;
  /** Names of lookups by id; undefined when the user may not read them. */
  readonly lookups: ReadonlyMap<string, string> | undefined;
  /** Last names of deleted things, by id: those that a version of the pipeline refers to. */
  readonly removed: ReadonlyMap<string, string>;
}

/** The preset a datasink was made from; undefined for a plain one, and for a preset this release does not have. */
export const presetOf = (instance: Pick<Datasink, 'preset'>, definition: DatasinkDefinition): DatasinkPreset | undefined =>
  definition.presets?.find((preset) => preset.id === instance.preset);

export function surroundingsOf(catalogue: Catalogue): Surroundings {
  const byId = <T extends { readonly id: string }>(list: readonly T[]) => new Map(list.map((each) => [each.id, each]));
  const [listenerDefinitions, actions, datasinkDefinitions] = [
    byId(catalogue.listenerDefinitions),
    byId(catalogue.actionDefinitions),
    byId(catalogue.datasinkDefinitions),
  ];
  const [listeners, datasinks] = [byId(catalogue.listeners), byId(catalogue.datasinks)];
  const labels = Map.groupBy(catalogue.labels, (label) => label.listenerId);
  const { secrets, lookups } = catalogue;
  return {
    action: (id) => actions.get(id),
    datasink: (id) => datasinkDefinitions.get(id),
    listener: (id) => {
      const listener = listeners.get(id);
      const definition = listener && listenerDefinitions.get(listener.component);
      return listener && definition
        ? { definition, config: listener.config, labels: (labels.get(id) ?? []).map((label) => label.id) }
        : undefined;
    },
    datasinkInstance: (id) => datasinks.get(id),
    ...(secrets ? { secret: (id: string) => secrets.has(id) } : {}),
    ...(lookups ? { lookup: (id: string) => lookups.has(id) } : {}),
  };
}
