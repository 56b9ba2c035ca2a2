import { defineAction } from '@acequia/component-sdk/definition';
import { changeFieldSet } from '@acequia/event';
import { checkReferences } from '../../fields/check-references.ts';
import { samplingConfig, type SamplingConfig } from './config.ts';
import { samplingExamples } from './examples.ts';
import { sampleRateField } from './sample-rate.ts';
import { samplingText } from './text.ts';

/** What passes, in figures: `2/10`, `5 %`, `10 · 1m · user`, `100/s`. */
function figures(config: SamplingConfig): string {
  switch (config.method) {
    case 'first-of':
      return `${config.allowed}/${config.total}`;
    case 'percent':
      return `${config.percent} %${config.hashField === undefined ? '' : ` · ${config.hashField}`}`;
    case 'per-key':
      return `${config.first} · ${config.window} · ${config.keys.join(', ')}`;
    case 'adaptive':
      return [`${config.target}/s`, ...config.keys].join(' · ');
  }
}

export const samplingAction = defineAction({
  kind: 'action',
  id: 'sampling',
  version: '1.0.0',
  group: 'filtering',
  config: samplingConfig,
  text: samplingText,
  overview: (config, language) => [figures(config), samplingText.fields.method.options[config.method][language]],
  ports: () => [
    { id: 'default', kind: 'choosing' },
    { id: 'sampled_out', kind: 'choosing' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (_config, input) => ({ default: changeFieldSet(input, [[sampleRateField, 'float']]), sampled_out: input, error: input }),
  check: (config, input) => checkReferences(samplingConfig, config, input),
  begin: () => ({ method: 'percent' as const }),
  state: 'keyed',
  remembers: ({ method }) => method !== 'percent',
  examples: samplingExamples,
});
