import { defineAction } from '@acequia/component-sdk/definition';
import { changeFieldSet, type FieldSet, type KnownType } from '@acequia/event';
import { checkReferences } from '../../fields/check-references.ts';
import { lookupConfig, outputOf, type LookupConfig } from './config.ts';
import { lookupExamples } from './examples.ts';
import { lookupText } from './text.ts';

/** Columns that are not listed are known only to the table. */
function outputsOf(config: LookupConfig, input: FieldSet): FieldSet {
  const changed = changeFieldSet(
    input,
    config.columns.map((column): [string, KnownType] => [outputOf(column), column.type ?? 'unknown']),
  );
  return config.columns.length === 0 ? { fields: changed.fields, open: true } : changed;
}

export const lookupAction = defineAction({
  kind: 'action',
  id: 'lookup',
  version: '1.0.0',
  group: 'enrichment',
  config: lookupConfig,
  text: lookupText,
  overview: (config, language) => [
    `${config.lookup}${config.version === 'fixed' ? ` · ${config.fixedVersion}` : ''} · ${config.key}`,
    lookupText.fields.match.options[config.match][language],
  ],
  ports: (config) => [
    { id: 'default', kind: 'plain' },
    ...(config.routeUnmatched ? [{ id: 'unmatched', kind: 'choosing' as const }] : []),
    { id: 'error', kind: 'error' },
  ],
  outputs: (config, input) => {
    const changed = outputsOf(config, input);
    return { default: changed, ...(config.routeUnmatched ? { unmatched: changed } : {}), error: input };
  },
  check: (config, input) => checkReferences(lookupConfig, config, input),
  state: 'worker',
  examples: lookupExamples,
});
