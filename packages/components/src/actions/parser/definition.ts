import { defineAction } from '@acequia/component-sdk/definition';
import { changeFieldSet, typeOfField, type FieldSet } from '@acequia/event';
import { checkReferences } from '../../fields/check-references.ts';
import { parserConfig, type ParserConfig } from './config.ts';
import { parserExamples } from './examples.ts';
import { createOutputs } from './output-names.ts';
import { compileReader } from './reader.ts';
import { suggestParser } from './suggest.ts';
import { parserText } from './text.ts';

function outputsOf(config: ParserConfig, input: FieldSet): FieldSet {
  const reader = compileReader(config);
  const removed = config.keepSource ? [] : [config.field];
  const changed = changeFieldSet(input, createOutputs(config).known(reader.known), removed);
  return { fields: changed.fields, open: changed.open || reader.open };
}

export const parserAction = defineAction({
  kind: 'action',
  id: 'parser',
  version: '1.0.0',
  group: 'transformation',
  config: parserConfig,
  text: parserText,
  suggest: suggestParser,
  overview: (config, language) =>
    [
      `${config.field} · ${parserText.fields.mode.options[config.mode][language]}`,
      config.pattern ?? config.grok ?? config.regex ?? '',
    ].filter((line) => line !== ''),
  ports: () => [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (config, input) => ({ default: outputsOf(config, input), error: input }),
  check: (config, input) => checkReferences(parserConfig, config, input),
  // What a listener decoded as text is read on: a syslog line without its header, the body of a log record.
  begin: ({ fields }) => {
    const field = ['message', 'body'].find((name) => fields !== undefined && typeOfField(fields, name) === 'string');
    return field === undefined ? {} : { field };
  },
  state: 'none',
  proposed: true,
  examples: parserExamples,
});
