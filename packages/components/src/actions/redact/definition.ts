import { defineAction } from '@acequia/component-sdk/definition';
import { changeFieldSet, typeOfField, type FieldSet, type KnownType } from '@acequia/event';
import { checkReferences } from '../../fields/check-references.ts';
import { redactConfig, type RedactConfig } from './config.ts';
import { redactExamples } from './examples.ts';
import { suggestRedact } from './suggest.ts';
import { redactText } from './text.ts';

/** A number that is read on purpose becomes text where something is found in it. */
function outputsOf(config: RedactConfig, input: FieldSet): FieldSet {
  const numbers = config.fields.filter((field) => ['integer', 'float'].includes(typeOfField(input, field) ?? ''));
  return changeFieldSet(input, [...numbers.map((field): [string, KnownType] => [field, 'unknown']), [config.report, 'json']]);
}

export const redactAction = defineAction({
  kind: 'action',
  id: 'redact',
  version: '1.0.0',
  group: 'filtering',
  config: redactConfig,
  text: redactText,
  suggest: suggestRedact,
  overview: (config, language) => [
    [
      ...config.detectors.map((id) => redactText.fields.detectors.options[id][language]),
      ...config.ownDetectors.map(({ name }) => name),
    ].join(', '),
    redactText.fields.mode.options[config.mode][language],
  ],
  ports: (config) => [
    { id: 'default', kind: 'plain' },
    ...(config.routeFound ? [{ id: 'found', kind: 'plain' as const }] : []),
    { id: 'error', kind: 'error' },
  ],
  outputs: (config, input) => {
    const changed = outputsOf(config, input);
    return config.routeFound ? { default: input, found: changed, error: input } : { default: changed, error: input };
  },
  check: (config, input) => checkReferences(redactConfig, config, input),
  hidesInRaw: ({ mode, fields }) => (mode === 'detect-only' ? undefined : fields.length === 0 || fields.includes('_raw')),
  state: 'none',
  examples: redactExamples,
});
