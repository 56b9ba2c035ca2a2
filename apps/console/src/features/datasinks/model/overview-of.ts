import { findDatasink } from '@acequia/components/definitions';
import { parseConfig } from '@acequia/component-sdk/definition';
import type { Language } from '@acequia/component-sdk/text';
import type { Datasink } from '@acequia/contract';

/** The two short lines of the card; none when the configuration cannot be read. */
export function overviewOf(datasink: Datasink, language: Language): readonly string[] {
  const definition = findDatasink(datasink.component);
  const parsed = definition && parseConfig(definition.creation, datasink.config);
  return definition && parsed?.ok ? definition.overview(parsed.value, undefined, language) : [];
}
