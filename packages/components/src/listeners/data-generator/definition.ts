import { defineListener } from '@acequia/component-sdk/definition';
import { fieldSet } from '@acequia/event';
import { generatorConfig } from './config.ts';
import { generatorExamples } from './examples.ts';
import { templateOf } from './generate.ts';
import { generatorText } from './text.ts';

export const dataGeneratorListener = defineListener({
  kind: 'listener',
  id: 'data-generator',
  version: '1.0.0',
  delivery: 'generator',
  config: generatorConfig,
  text: generatorText,
  overview: (config, language) => [
    generatorText.fields.template.options[config.template][language],
    `${config.rate} EPS · ${generatorText.fields.shape.options[config.shape][language]}`,
  ],
  outputs: (config) => (templateOf(config).json ? fieldSet({ seq: 'integer' }, true) : fieldSet({ message: 'string', seq: 'integer' })),
  binds: () => [],
  sendCommands: () => [],
  examples: generatorExamples,
});
