import { choiceField, configObject, field, fieldRefField, listField, outputNameField } from '@acequia/component-sdk/definition';
import { checkFieldName, checkNames } from '@acequia/event';
import * as z from 'zod';
import { findOperation, operationIds } from './operations/registry.ts';

const step = configObject({
  field: fieldRefField({ default: '_raw' }),
  operation: field(z.enum(operationIds), 'operation', {}),
  parameters: field(z.record(z.string(), z.json()), 'object', { default: {} }),
  output: outputNameField({ optional: true }),
  onFail: choiceField(['error', 'null', 'keep'], { default: 'error' }),
});
export type TransformationStep = z.infer<typeof step>;

export const fieldTransformationConfig = configObject({ steps: listField(step, { min: 1, max: 50 }) }).superRefine((config, context) => {
  const refuse = (path: (string | number)[], fault: string) =>
    context.addIssue({ code: 'custom', path, input: config, message: fault, params: { fault } });
  for (const [index, { field: source, operation: id, parameters, output }] of config.steps.entries()) {
    const operation = findOperation(id);
    if (operation === undefined) continue;
    const checked = operation.parameters.safeParse(parameters);
    if (!checked.success) {
      for (const issue of checked.error.issues) refuse(['steps', index, 'parameters', ...issue.path.map(String)], 'CONFIG_INVALID');
    }
    const change = checked.success ? operation.change?.(parameters) : undefined;
    if (change?.do === 'remove' || change?.do === 'keep') continue;
    if (change !== undefined && output === undefined) refuse(['steps', index, 'output'], 'CONFIG_REQUIRED');
    if (output === undefined && checkFieldName(source) !== undefined) refuse(['steps', index, 'output'], 'CONFIG_REQUIRED');
  }
  const named = config.steps.flatMap(({ output }, index) => (output === undefined ? [] : [{ output, index }]));
  for (const { index, fault } of checkNames(
    named.map(({ output }) => output),
    () => undefined,
  ))
    refuse(['steps', named[index]!.index, 'output'], fault);
});
export type FieldTransformationConfig = z.infer<typeof fieldTransformationConfig>;

/** Where a step's result goes: its own name, or back into the field it read. */
export const outputOf = (transformation: TransformationStep): string => transformation.output ?? transformation.field;
