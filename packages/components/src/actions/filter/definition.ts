import { defineAction } from '@acequia/component-sdk/definition';
import { checkReferences } from '../../fields/check-references.ts';
import { conditionSentence } from '../../fields/condition-sentence.ts';
import { filterConfig } from './config.ts';
import { filterExamples } from './examples.ts';
import { filterText, modeWords } from './text.ts';

/** Takes the events that do not pass. */
export const filteredPort = 'filtered';

export const filterAction = defineAction({
  kind: 'action',
  id: 'filter',
  version: '1.0.0',
  group: 'filtering',
  config: filterConfig,
  text: filterText,
  overview: ({ mode, condition }, language) => [`${modeWords[mode][language]} ${conditionSentence(condition.ast, language)}`],
  ports: () => [
    { id: 'default', kind: 'choosing' },
    { id: filteredPort, kind: 'choosing' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (_config, input) => ({ default: input, [filteredPort]: input, error: input }),
  check: (config, input) => checkReferences(filterConfig, config, input),
  state: 'none',
  examples: filterExamples,
});
