import {
  booleanField,
  choiceField,
  configObject,
  fieldRefField,
  listField,
  outputNameField,
  templateField,
  textField,
} from '@acequia/component-sdk/definition';
import { checkGeneratedName, checkKey, checkNames, isFormLiteral } from '@acequia/event';
import type * as z from 'zod';

const structured = { field: 'format', in: ['csv', 'json', 'kv'] };

const item = configObject({
  key: textField({ max: 256 }),
  value: choiceField(['field', 'literal'], { default: 'field' }),
  field: fieldRefField({ when: { field: 'value', in: ['field'] } }),
  literal: textField({ when: { field: 'value', in: ['literal'] } }),
  literalType: choiceField(['string', 'integer', 'float', 'boolean'], { default: 'string', when: { field: 'value', in: ['literal'] } }),
});
export type MessageItem = z.infer<typeof item>;

export const messageBuilderConfig = configObject({
  format: choiceField(['csv', 'json', 'kv', 'free'], { default: 'json' }),
  destination: outputNameField({}),
  asJson: booleanField({ default: false, when: { field: 'format', in: ['json'] } }),
  items: listField(item, { when: structured, min: 1, max: 200 }),
  separator: choiceField([',', ';', ':', '|', 'tab'], { default: ',', when: { field: 'format', in: ['csv'] } }),
  header: booleanField({ default: false, when: { field: 'format', in: ['csv'] } }),
  keyValue: textField({ default: '=', min: 1, max: 16, when: { field: 'format', in: ['kv'] } }),
  between: textField({ default: ' ', min: 1, max: 16, when: { field: 'format', in: ['kv'] } }),
  template: templateField({ when: { field: 'format', in: ['free'] }, max: 65_536 }),
  onNull: choiceField(['empty', 'omit', 'null'], { optional: true, when: structured, advanced: true }),
  embedJson: booleanField({ default: true, when: { field: 'format', in: ['json'] }, advanced: true }),
}).superRefine((config, context) => {
  const refuse = (path: (string | number)[], fault: string) =>
    context.addIssue({ code: 'custom', path, input: config, message: fault, params: { fault } });
  const nameFault = checkGeneratedName(config.destination);
  if (nameFault !== undefined) refuse(['destination'], nameFault);
  const items = config.items ?? [];
  for (const { index, fault } of checkNames(
    items.map(({ key }) => key),
    checkKey,
  ))
    refuse(['items', index, 'key'], fault);
  for (const [index, { value, literal, literalType }] of items.entries()) {
    if (value !== 'literal' || literal === undefined) continue;
    if (literalType === 'string' ? !isFormLiteral(literal) : !isLiteralOf[literalType](literal))
      refuse(['items', index, 'literal'], 'CONFIG_LITERAL');
  }
});
export type MessageBuilderConfig = z.infer<typeof messageBuilderConfig>;

/** docs/decisions.md: numbers from 0 to 9,007,199,254,740,991. */
const largest = BigInt(Number.MAX_SAFE_INTEGER);
const wholeFits = (digits: string): boolean => digits.length <= 16 && BigInt(digits) <= largest;

const isLiteralOf = {
  integer: (literal: string) => /^\d+$/.test(literal) && wholeFits(literal),
  float: (literal: string) => {
    const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(literal) ?? [];
    return whole !== undefined && wholeFits(whole) && (whole !== String(largest) || /^0*$/.test(fraction));
  },
  boolean: (literal: string) => /^(true|false)$/.test(literal),
};
