import { parseConfig, type DatasinkDefinition } from '@acequia/component-sdk/definition';
import type { Language } from '@acequia/component-sdk/text';
import type { Datasink } from '@acequia/contract';

/** The two short lines of the card; none when the configuration cannot be read. */
export function overviewOf(definition: DatasinkDefinition | undefined, datasink: Datasink, language: Language): readonly string[] {
  const parsed = definition && parseConfig(definition.creation, datasink.config);
  return definition && parsed?.ok ? definition.overview(parsed.value, undefined, language) : [];
}
