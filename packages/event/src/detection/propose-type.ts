import { floatFromText, integerFromText } from '../conversions/numbers.ts';
import { parseIp } from '../net/ip-address.ts';
import { parseRfc3339 } from '../time/rfc3339.ts';
import { typeOf, type FieldType, type FieldValue } from '../values.ts';

export type ProposedType = FieldType | 'ip' | 'unknown';

const boolean = /^(?:true|false)$/i;
const integer = /^[+-]?(?:0|[1-9]\d{0,18})$/;

const tests: readonly (readonly [ProposedType, (text: string) => boolean])[] = [
  ['boolean', (text) => boolean.test(text)],
  ['integer', (text) => integer.test(text) && integerFromText(text) !== undefined],
  ['float', (text) => /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && floatFromText(text) !== undefined],
  ['timestamp', (text) => parseRfc3339(text) !== undefined],
  ['ip', (text) => parseIp(text) !== undefined],
];

/** The narrowest type that holds every sample; nulls and empty texts say nothing. */
export function proposeType(values: readonly FieldValue[]): ProposedType {
  const known = values.filter((value) => value !== null && value !== '');
  if (known.length === 0) return 'string';
  const types = new Set(known.map((value) => typeOf(value)!));
  if (types.size === 2 && types.has('integer') && types.has('float')) return 'float';
  if (types.size > 1) return 'unknown';
  const [type] = types;
  if (type !== 'string') return type!;
  return tests.find(([, holds]) => known.every((value) => holds((value as string).trim())))?.[0] ?? 'string';
}
