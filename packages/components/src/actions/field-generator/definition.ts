import { defineAction, type ConfigFault } from '@acequia/component-sdk/definition';
import { changeFieldSet, checkExpression, type FieldSet, type KnownType } from '@acequia/event';
import { checkField, fromExpression } from '../../fields/check-references.ts';
import { fieldGeneratorConfig, type FieldGeneratorConfig, type GeneratedField } from './config.ts';
import { fieldGeneratorExamples } from './examples.ts';
import { fieldGeneratorText } from './text.ts';

/** Type of a generated field, given the fields before it. */
function typeOfGenerated(field: GeneratedField, before: FieldSet): KnownType {
  if (field.type !== undefined) return field.type;
  switch (field.source) {
    case 'now':
      return 'timestamp';
    case 'sequence':
    case 'hash-bucket':
      return 'integer';
    case 'expression': {
      const type = field.expression === undefined ? 'unknown' : checkExpression(field.expression.ast, before).type;
      return type === 'null' || type === 'list<unknown>' ? 'unknown' : type === 'duration' ? 'integer' : type;
    }
    default:
      return 'string';
  }
}

/** Fields after each generated one; later entries see earlier ones. */
function fieldsAfter(config: FieldGeneratorConfig, input: FieldSet): readonly FieldSet[] {
  const sets: FieldSet[] = [input];
  for (const field of config.fields) {
    const before = sets.at(-1)!;
    sets.push(changeFieldSet(before, [[field.name, typeOfGenerated(field, before)]]));
  }
  return sets;
}

export const fieldGeneratorAction = defineAction({
  kind: 'action',
  id: 'field-generator',
  version: '1.0.0',
  group: 'advanced',
  config: fieldGeneratorConfig,
  text: fieldGeneratorText,
  overview: (config, language) => [config.fields.map(({ name }) => name).join(', '), fieldGeneratorText.fields.fields.label[language]],
  ports: () => [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (config, input) => ({ default: fieldsAfter(config, input).at(-1)!, error: input }),
  check: (config, input) => {
    const sets = fieldsAfter(config, input);
    return config.fields.flatMap((field, index): ConfigFault[] => {
      const before = sets[index]!;
      if (field.source === 'expression' && field.expression !== undefined) {
        return fromExpression(checkExpression(field.expression.ast, before).faults, `fields.${index}.expression`);
      }
      return field.source === 'hash-bucket' && field.field !== undefined
        ? checkField(field.field, undefined, before, `fields.${index}.field`)
        : [];
    });
  },
  state: 'keyed',
  remembers: ({ fields }) => fields.some(({ source }) => source === 'sequence'),
  examples: fieldGeneratorExamples,
});
