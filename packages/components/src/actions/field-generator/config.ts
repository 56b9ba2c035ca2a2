import {
  choiceField,
  configObject,
  field,
  fieldRefField,
  integerField,
  listField,
  outputNameField,
  textField,
} from '@acequia/component-sdk/definition';
import { checkGeneratedName, checkNames, fieldTypes, isFormLiteral, storedExpressionSchema } from '@acequia/event';
import type * as z from 'zod';

export const generatorSources = ['literal', 'expression', 'now', 'uuid-v7', 'sequence', '_cluster', '_worker', 'hash-bucket'] as const;

const from = (...kinds: readonly string[]) => ({ field: 'source', in: kinds });

const generatedField = configObject({
  name: outputNameField({ proposed: { en: 'field', es: 'campo' } }),
  source: choiceField(generatorSources, { default: 'expression' }),
  literal: textField({ when: from('literal') }),
  expression: field(storedExpressionSchema, 'expression', { when: from('expression') }),
  start: integerField({ default: 1, when: from('sequence') }),
  step: integerField({ default: 1, when: from('sequence') }),
  field: fieldRefField({ when: from('hash-bucket') }),
  buckets: integerField({ default: 16, min: 1, max: 1_000_000, when: from('hash-bucket') }),
  type: choiceField(fieldTypes, { optional: true, when: from('literal', 'expression') }),
  ifExists: choiceField(['overwrite', 'keep'], { default: 'overwrite', advanced: true }),
});
export type GeneratedField = z.infer<typeof generatedField>;

export const fieldGeneratorConfig = configObject({ fields: listField(generatedField, { min: 1, max: 100 }) }).superRefine(
  (config, context) => {
    const refuse = (index: number, member: string, fault: string) =>
      context.addIssue({ code: 'custom', path: ['fields', index, member], input: config.fields[index], message: fault, params: { fault } });
    for (const { index, fault } of checkNames(
      config.fields.map(({ name }) => name),
      checkGeneratedName,
    ))
      refuse(index, 'name', fault);
    for (const [index, { source, literal, step }] of config.fields.entries()) {
      if (source === 'literal' && literal !== undefined && !isFormLiteral(literal)) refuse(index, 'literal', 'CONFIG_LITERAL');
      if (source === 'sequence' && step === 0) refuse(index, 'step', 'CONFIG_STEP_ZERO');
    }
  },
);
export type FieldGeneratorConfig = z.infer<typeof fieldGeneratorConfig>;
