import { defineAction } from '@acequia/component-sdk/definition';
import { changeFieldSet, type FieldSet } from '@acequia/event';
import { checkReferences } from '../../fields/check-references.ts';
import { dedupeConfig, wholeEventKey, type DedupeConfig } from './config.ts';
import { dedupeExamples } from './examples.ts';
import { dedupeText } from './text.ts';

const withCount = ({ count }: DedupeConfig, input: FieldSet): FieldSet =>
  count === undefined ? input : changeFieldSet(input, [[count, 'integer']]);

export const dedupeAction = defineAction({
  kind: 'action',
  id: 'dedupe',
  version: '1.0.0',
  group: 'filtering',
  config: dedupeConfig,
  text: dedupeText,
  overview: (config, language) => [
    config.keys.length === 0 ? wholeEventKey : config.keys.join(', '),
    [
      config.within,
      ...(config.keep === 'first' ? [] : [dedupeText.fields.keep.options[config.keep][language].toLowerCase()]),
      ...(config.sliding ? [dedupeText.fields.sliding.label[language].toLowerCase()] : []),
    ].join(' · '),
  ],
  ports: () => [
    { id: 'default', kind: 'choosing' },
    { id: 'duplicates', kind: 'choosing' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (config, input) => ({ default: withCount(config, input), duplicates: input, error: input }),
  check: (config, input) => checkReferences(dedupeConfig, config, input),
  state: 'keyed',
  examples: dedupeExamples,
});
