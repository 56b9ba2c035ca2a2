import { hintOf, unwrap, type ConfigFault } from '@acequia/component-sdk/definition';
import {
  checkCondition,
  checkExpression,
  parsePath,
  readingsOf,
  typeOfField,
  type ExpressionFault,
  type FieldSet,
  type FieldType,
  type StoredExpression,
} from '@acequia/event';
import * as z from 'zod';
import { templateFaults } from './template-check.ts';

/**
 * Everything in a configuration that names upstream fields, checked against them: field references (and their types),
 * templates, conditions, expressions. Faults of patterns and expressions are errors, whatever the fields.
 */
export function checkReferences(schema: z.core.$ZodType, config: unknown, input: FieldSet, path = ''): ConfigFault[] {
  const hint = hintOf(schema);
  const inner = unwrap(schema);
  const join = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`);
  if (config === undefined || config === null) return [];
  switch (hint?.widget) {
    case 'field':
      return typeof config === 'string' ? checkField(config, hint.fieldTypes, input, path) : [];
    case 'template':
      return typeof config === 'string' ? templateFaults(config, input, path) : [];
    case 'condition':
      return fromExpression(checkCondition((config as StoredExpression).ast, input).faults, path);
    case 'expression':
      return fromExpression(checkExpression((config as StoredExpression).ast, input).faults, path);
    default:
      break;
  }
  if (inner instanceof z.ZodArray && Array.isArray(config))
    return config.flatMap((member, index) => checkReferences(inner.element, member, input, join(index)));
  if (inner instanceof z.ZodObject && typeof config === 'object') {
    const shape = inner.shape as z.core.$ZodLooseShape;
    return Object.entries(config).flatMap(([name, member]) =>
      shape[name] === undefined ? [] : checkReferences(shape[name], member, input, join(name)),
    );
  }
  return [];
}

/** A reference to a field that is not there, or of a type the component does not take. */
export function checkField(reference: string, types: readonly FieldType[] | undefined, input: FieldSet, path: string): ConfigFault[] {
  const parsed = parsePath(reference);
  if (!parsed.ok) return [{ path, code: 'FIELD_SYNTAX', fields: { field: reference, offset: parsed.error.offset }, severity: 'error' }];
  const [reading] = readingsOf(parsed.value, input);
  const type = reading === undefined ? undefined : typeOfField(input, reading.field);
  if (type === undefined) return [{ path, code: 'FIELD_UNKNOWN', fields: { field: reference }, severity: 'error' }];
  if (reading!.steps.length > 0 || type === 'unknown' || types === undefined || types.includes(type)) return [];
  return [{ path, code: 'FIELD_TYPE', fields: { field: reference, type, expected: types.join(', ') }, severity: 'error' }];
}

export const fromExpression = (faults: readonly ExpressionFault[], path: string): ConfigFault[] =>
  faults.map(({ code, offset, detail, fix }) => ({
    path,
    code,
    fields: { offset, detail, ...(fix === undefined ? {} : { fix }) },
    severity: 'error',
  }));
