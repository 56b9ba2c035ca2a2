import { defineAction } from '@acequia/component-sdk/definition';
import { checkReferences } from '../../fields/check-references.ts';
import { conditionalConfig } from './config.ts';
import { conditionalExamples } from './examples.ts';
import { suggestConditional } from './suggest.ts';
import { conditionalText } from './text.ts';

export const conditionalAction = defineAction({
  kind: 'action',
  id: 'conditional',
  version: '1.0.0',
  group: 'filtering',
  config: conditionalConfig,
  text: conditionalText,
  suggest: suggestConditional,
  overview: (config, language) => [
    config.conditions.map(({ name }) => name).join(' · '),
    conditionalText.fields.mode.options[config.mode][language],
  ],
  ports: (config) => [
    ...config.conditions.map(({ name }) => ({ id: name, kind: 'choosing' as const, shared: config.mode === 'all' })),
    { id: 'default', kind: 'choosing' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (config, input) =>
    Object.fromEntries([...config.conditions.map(({ name }) => name), 'default', 'error'].map((port) => [port, input])),
  check: (config, input) => checkReferences(conditionalConfig, config, input),
  state: 'none',
  examples: conditionalExamples,
});
