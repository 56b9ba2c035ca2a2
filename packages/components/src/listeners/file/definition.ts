import { defineListener, type ConfigFault } from '@acequia/component-sdk/definition';
import { decodedFields } from '../decoded-fields.ts';
import { fileConfig } from './config.ts';
import { fileExamples } from './examples.ts';
import { hasDeadForm, parsePattern } from './glob.ts';
import { sendCommands } from './send-commands.ts';
import { fileText } from './text.ts';

export const fileListener = defineListener({
  kind: 'listener',
  id: 'file',
  version: '1.0.0',
  delivery: 'pull',
  config: fileConfig,
  text: fileText,
  overview: (config, language) => [
    `${config.include[0] ?? ''}${config.include.length > 1 ? ` + ${config.include.length - 1}` : ''}`,
    `${fileText.fields.format.options[config.format][language]} · ${fileText.fields.startAt.options[config.startAt][language]}`,
  ],
  outputs: (config) => decodedFields(config, { file_path: 'string', file_name: 'string', file_offset: 'integer' }),
  binds: () => [],
  check: ({ include, exclude }) => [...deadPatterns('include', include), ...deadPatterns('exclude', exclude)],
  sendCommands,
  examples: fileExamples,
});

function deadPatterns(field: string, patterns: readonly string[]): ConfigFault[] {
  return patterns.flatMap((text, index): ConfigFault[] => {
    const glob = parsePattern(text);
    return glob !== undefined && hasDeadForm(glob) ? [{ path: `${field}.${index}`, code: 'CONFIG_PATTERN_DEAD', severity: 'error' }] : [];
  });
}
