import {
  booleanField,
  choiceField,
  configObject,
  durationField,
  durationMs,
  field,
  fieldRefField,
  integerField,
  listField,
  numberField,
  outputNameField,
  textField,
  timezoneField,
} from '@acequia/component-sdk/definition';
import { checkGeneratedName, checkNames, cleanName, storedExpressionSchema } from '@acequia/event';
import type * as z from 'zod';
import { aggregateFunctions, collects, type AggregateFunction } from './function-types.ts';

/** Fields every result has beside keys and aggregates. */
export const resultFields = { start: 'window_start', end: 'window_end', events: 'group_events' } as const;

export const windowUnits = ['second', 'minute', 'hour', 'day'] as const;
const unitMs = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const windowMsMax = 86_400_000;

const of = (...functions: readonly AggregateFunction[]) => ({ when: { field: 'function', in: functions } });

const aggregation = configObject({
  function: choiceField(aggregateFunctions, { default: 'count' }),
  expr: field(storedExpressionSchema, 'expression', { optional: true }),
  name: outputNameField({ proposed: { en: 'result', es: 'resultado' } }),
  percentile: numberField({ ...of('percentile'), default: 95, min: 0, max: 100 }),
  limit: integerField({ ...of('collect-list', 'collect-set', 'join'), default: 100, min: 1, max: 1000 }),
  separator: textField({ ...of('join'), default: ',', min: 0, max: 16 }),
  where: field(storedExpressionSchema, 'condition', { optional: true }),
});
export type Aggregation = z.infer<typeof aggregation>;

export const groupByConfig = configObject({
  every: integerField({ default: 5, min: 1, max: 86_400 }),
  unit: choiceField(windowUnits, { default: 'minute' }),
  slide: durationField({ optional: true, min: '1s', max: '24h' }),
  keys: listField(fieldRefField({}), { default: [], max: 16 }),
  aggregations: listField(aggregation, { min: 1, max: 50 }),
  time: choiceField(['received', 'event'], { default: 'received' }),
  lateness: durationField({ default: '0s', max: '1h', when: { field: 'time', in: ['event'] } }),
  timezone: timezoneField({ default: 'UTC', advanced: true }),
  maxGroups: integerField({ default: 100_000, min: 1, max: 1_000_000, advanced: true }),
  onOverflow: choiceField(['flush-oldest', 'error'], { default: 'flush-oldest', advanced: true }),
  emitEmpty: booleanField({ default: false, advanced: true }),
}).superRefine((config, context) => {
  const refuse = (path: (string | number)[], fault: string, fields: Readonly<Record<string, string>> = {}) =>
    context.addIssue({ code: 'custom', path, input: config, message: fault, params: { fault, ...fields } });
  const windowMs = windowMsOf(config);
  if (windowMs > windowMsMax) refuse(['every'], 'CONFIG_TOO_LARGE', { max: '24h' });
  const slideMs = slideMsOf(config);
  if (slideMs > windowMs || windowMs % slideMs !== 0) refuse(['slide'], 'CONFIG_NOT_A_PART');
  if (config.emitEmpty && config.keys.length > 0) refuse(['emitEmpty'], 'CONFIG_WITHOUT_KEYS');
  const keyNames = keyNamesOf(config.keys);
  for (const [index, name] of keyNames.entries()) if (keyNames.indexOf(name) < index) refuse(['keys', index], 'CONFIG_DUPLICATE');
  const taken = [...keyNames, ...Object.values(resultFields)];
  const names = [...taken, ...config.aggregations.map(({ name }) => name)];
  for (const { index, fault } of checkNames(names, checkGeneratedName))
    if (index >= taken.length) refuse(['aggregations', index - taken.length, 'name'], fault);
  for (const [index, { function: name, expr }] of config.aggregations.entries())
    if (name !== 'count' && expr === undefined) refuse(['aggregations', index, 'expr'], 'CONFIG_REQUIRED');
});
export type GroupByConfig = z.infer<typeof groupByConfig>;

export const windowMsOf = ({ every, unit }: Pick<GroupByConfig, 'every' | 'unit'>): number => every * unitMs[unit];

/** How far one window begins after the one before; the whole window where they do not overlap. */
export const slideMsOf = (config: Pick<GroupByConfig, 'every' | 'unit' | 'slide'>): number =>
  config.slide === undefined ? windowMsOf(config) : durationMs(config.slide);

/** Windows that each moment lies in: every event counts in so many, and every result is made so often. */
const overlapMax = 1440;
/** The same where a result repeats values that it collects. */
const collectedOverlapMax = 100;

/** How many windows may overlap, where more do; undefined: it is fine. */
export function exceededOverlap(config: Pick<GroupByConfig, 'every' | 'unit' | 'slide' | 'aggregations'>): number | undefined {
  const max = config.aggregations.some(({ function: name }) => collects(name)) ? collectedOverlapMax : overlapMax;
  return windowMsOf(config) / slideMsOf(config) > max ? max : undefined;
}

/** Names of the key fields in a result: the references, cleaned as names from data are. */
export const keyNamesOf = (keys: readonly string[]): readonly string[] => keys.map((key, index) => cleanName(key, index + 1));
