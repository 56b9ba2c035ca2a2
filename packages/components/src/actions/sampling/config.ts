import {
  choiceField,
  configObject,
  durationField,
  field,
  fieldRefField,
  integerField,
  listField,
  numberField,
  textField,
} from '@acequia/component-sdk/definition';
import { storedExpressionSchema } from '@acequia/event';
import type * as z from 'zod';

export const samplingMethods = ['first-of', 'percent', 'per-key', 'adaptive'] as const;

const by = (...methods: readonly (typeof samplingMethods)[number][]) => ({ when: { field: 'method', in: methods } });

const weight = configObject({ value: textField({ max: 256 }), weight: numberField({ min: 0.01, max: 1000 }) });

export const samplingConfig = configObject({
  method: choiceField(samplingMethods, {}),
  allowed: integerField({ ...by('first-of'), default: 1, min: 1, max: 1_000_000 }),
  total: integerField({ ...by('first-of'), default: 10, min: 1, max: 1_000_000 }),
  percent: numberField({ ...by('percent'), default: 10, min: 0, max: 100 }),
  hashField: fieldRefField({ ...by('percent'), optional: true }),
  keys: listField(fieldRefField({}), { ...by('per-key', 'adaptive'), default: [], max: 8 }),
  first: integerField({ ...by('per-key'), default: 10, min: 1, max: 1_000_000 }),
  window: durationField({ ...by('per-key'), default: '1m', min: '1s', max: '24h' }),
  target: numberField({ ...by('adaptive'), default: 100, min: 0.1, max: 1_000_000 }),
  weights: listField(weight, { ...by('adaptive'), default: [], max: 100 }),
  always: field(storedExpressionSchema, 'condition', { optional: true }),
}).superRefine((config, context) => {
  const refuse = (path: (string | number)[], fault: string, fields: Readonly<Record<string, number>> = {}) =>
    context.addIssue({ code: 'custom', path, input: config, message: fault, params: { fault, ...fields } });
  if (config.method === 'first-of' && config.allowed !== undefined && config.total !== undefined && config.allowed > config.total)
    refuse(['allowed'], 'CONFIG_TOO_LARGE', { max: config.total });
  if (config.method === 'per-key' && config.keys.length === 0) refuse(['keys'], 'CONFIG_REQUIRED');
  if (config.method === 'adaptive' && config.keys.length === 0 && config.weights.length > 0) refuse(['keys'], 'CONFIG_REQUIRED');
  const values = config.weights.map(({ value }) => value);
  for (const [index, value] of values.entries()) if (values.indexOf(value) < index) refuse(['weights', index, 'value'], 'CONFIG_DUPLICATE');
});
export type SamplingConfig = z.infer<typeof samplingConfig>;
