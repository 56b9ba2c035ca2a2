import { defineAction } from '@acequia/component-sdk/definition';
import { changeFieldSet } from '@acequia/event';
import { checkReferences } from '../../fields/check-references.ts';
import { messageBuilderConfig } from './config.ts';
import { messageBuilderExamples } from './examples.ts';
import { messageBuilderText } from './text.ts';

export const messageBuilderAction = defineAction({
  kind: 'action',
  id: 'message-builder',
  version: '1.0.0',
  group: 'formatting',
  config: messageBuilderConfig,
  text: messageBuilderText,
  overview: (config, language) => [messageBuilderText.fields.format.options[config.format][language], `→ ${config.destination}`],
  ports: () => [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (config, input) => ({
    default: changeFieldSet(input, [[config.destination, config.format === 'json' && config.asJson ? 'json' : 'string']]),
    error: input,
  }),
  check: (config, input) => checkReferences(messageBuilderConfig, config, input),
  begin: () => ({ destination: 'output' }),
  state: 'none',
  examples: messageBuilderExamples,
});
