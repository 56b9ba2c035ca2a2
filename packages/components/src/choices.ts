import type { DatasinkDefinition, DatasinkPreset, ListenerDefinition, ListenerPreset } from '@acequia/component-sdk/definition';
import type { Localised } from '@acequia/component-sdk/text';

/** One card of a chooser: a component, or a preset of one. */
export interface Choice<D, P> {
  /** Of the preset, else of the component; unique within its kind. */
  readonly id: string;
  readonly definition: D;
  readonly preset: P | undefined;
  readonly name: Localised;
  readonly summary: Localised;
}

export type ListenerChoice = Choice<ListenerDefinition, ListenerPreset>;
export type DatasinkChoice = Choice<DatasinkDefinition, DatasinkPreset>;

/** A component, followed by its presets. */
export function choicesOf<D extends ListenerDefinition | DatasinkDefinition, P extends ListenerPreset | DatasinkPreset>(
  definition: D,
  presets: readonly P[] = [],
): readonly Choice<D, P>[] {
  const { title: name, summary } = definition.text;
  return [
    { id: definition.id, definition, preset: undefined, name, summary },
    ...presets.map((preset) => ({ id: preset.id, definition, preset, name: preset.name, summary: preset.summary })),
  ];
}
