import {
  booleanField,
  choiceField,
  configObject,
  integerField,
  listField,
  lookupField,
  outputNameField,
  templateField,
  textField,
} from '@acequia/component-sdk/definition';
import { checkNames, checkFieldName, convert, fieldTypes } from '@acequia/event';
import type * as z from 'zod';

export const lookupMatches = ['exact', 'ignore-case', 'cidr', 'range', 'prefix', 'wildcard'] as const;

const chosenColumn = configObject({
  column: textField({ max: 256 }),
  output: outputNameField({ optional: true }),
  type: choiceField(fieldTypes, { optional: true }),
  default: textField({ optional: true, min: 0, max: 4096 }),
});
export type ChosenColumn = z.infer<typeof chosenColumn>;

/** The name of the field a column is written to. */
export const outputOf = ({ column, output }: ChosenColumn): string => output ?? column;

export const lookupConfig = configObject({
  lookup: lookupField({}),
  version: choiceField(['latest', 'fixed'], { default: 'latest' }),
  fixedVersion: integerField({ min: 1, when: { field: 'version', in: ['fixed'] } }),
  key: templateField({}),
  match: choiceField(lookupMatches, { default: 'exact' }),
  endColumn: textField({ max: 256, optional: true, when: { field: 'match', in: ['range'] } }),
  columns: listField(chosenColumn, { default: [], max: 256 }),
  routeUnmatched: booleanField({ default: false }),
}).superRefine((config, context) => {
  const refuse = (index: number, member: string, fault: string) =>
    context.addIssue({ code: 'custom', path: ['columns', index, member], input: config.columns[index], message: fault, params: { fault } });
  for (const { index, fault } of checkNames(config.columns.map(outputOf), checkFieldName))
    refuse(index, config.columns[index]!.output === undefined && fault !== 'NAME_DUPLICATE' ? 'column' : 'output', fault);
  for (const [index, { type, default: value }] of config.columns.entries()) {
    if (type !== undefined && value !== undefined && !convert(value, type, { base: 10 }).ok) refuse(index, 'default', 'CONFIG_TYPE');
  }
});
export type LookupConfig = z.infer<typeof lookupConfig>;
