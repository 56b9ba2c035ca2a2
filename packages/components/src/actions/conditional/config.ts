import { choiceField, configObject, field, listField, textField } from '@acequia/component-sdk/definition';
import { checkConditionName, checkNames, storedExpressionSchema } from '@acequia/event';
import type * as z from 'zod';

export const conditionalConfig = configObject({
  conditions: listField(
    configObject({
      name: textField({ max: 64, proposed: { en: 'match', es: 'coincide' } }),
      condition: field(storedExpressionSchema, 'condition', {}),
    }),
    {
      min: 1,
      max: 8,
    },
  ),
  mode: choiceField(['first', 'all'], { default: 'first' }),
}).superRefine((config, context) => {
  for (const { index, fault } of checkNames(
    config.conditions.map(({ name }) => name),
    checkConditionName,
  )) {
    context.addIssue({
      code: 'custom',
      path: ['conditions', index, 'name'],
      input: config.conditions[index]?.name,
      message: fault,
      params: { fault },
    });
  }
});
export type ConditionalConfig = z.infer<typeof conditionalConfig>;
