import { describe, expect, test } from 'vitest';
import { jsonOfText, valueToJsonText } from '../json/print-json.ts';
import { parseRfc3339 } from '../time/rfc3339.ts';
import { Float, List, Timestamp, typeOf, type FieldType, type FieldValue } from '../values.ts';
import { convert, type ConversionOptions } from './convert.ts';

const t = new Timestamp(parseRfc3339('2024-05-17T14:30:00.25Z')!);
const json = jsonOfText('{"a":1}');

describe('the table of conversions', () => {
  test.each<[FieldValue, FieldType, string, ConversionOptions?]>([
    [' 42 ', 'integer', '42'],
    ['+7', 'integer', '7'],
    ['-0x1F', 'integer', '-31', { base: 'auto' }],
    ['0b101', 'integer', '5', { base: 'auto' }],
    ['zz', 'integer', '1295', { base: 36 }],
    ['9223372036854775807', 'integer', '9223372036854775807'],
    ['0007', 'integer', '7'],
    [' 1.50e1 ', 'float', '15.0'],
    ['.5', 'float', '0.5'],
    ['Yes', 'boolean', 'true'],
    ['OFF', 'boolean', 'false'],
    ['2024-05-17T14:30:00Z', 'timestamp', '"2024-05-17T14:30:00Z"'],
    ['17.05.2024', 'timestamp', '"2024-05-16T22:00:00Z"', { pattern: '%d.%m.%Y', tz: 'Europe/Madrid' }],
    ['[1, 2]', 'json', '[1, 2]'],
    [42, 'string', '"42"'],
    [42, 'float', '42.0'],
    [2n ** 53n + 1n, 'float', '9007199254740992.0', { lossy: true }],
    [2n ** 60n, 'float', '1152921504606847000.0', { lossy: true }],
    [1, 'boolean', 'true'],
    [978346800, 'timestamp', '"2001-01-01T11:00:00Z"'],
    [1715956200250, 'timestamp', '"2024-05-17T14:30:00.250Z"', { unit: 'ms' }],
    [new Float(1.5), 'string', '"1.5"'],
    [new Float(2), 'integer', '2'],
    [new Float(2.5), 'integer', '3', { rounding: 'round' }],
    [new Float(-2.5), 'integer', '-3', { rounding: 'round' }],
    [new Float(1.9), 'integer', '1', { rounding: 'trunc' }],
    [new Float(1715956200.25), 'timestamp', '"2024-05-17T14:30:00.250Z"'],
    [true, 'string', '"true"'],
    [true, 'integer', '1'],
    [false, 'float', '0.0'],
    [t, 'string', '"2024-05-17T14:30:00.250Z"'],
    [t, 'string', '"17/05 16:30"', { pattern: '%d/%m %H:%M', tz: 'Europe/Madrid' }],
    [t, 'integer', '1715956200'],
    [t, 'integer', '1715956200250', { unit: 'ms' }],
    [t, 'float', '1715956200.25'],
    [json, 'string', '"{\\"a\\":1}"'],
    [new List('integer', [1, 2]), 'string', '"1,2"'],
    [new List('integer', [1, 2]), 'string', '"1; 2"', { separator: '; ' }],
    [new List('string', ['7']), 'integer', '7'],
    [new List('integer', [1, 2]), 'json', '[1,2]'],
    [jsonOfText('["a","b"]'), 'list<string>', '["a","b"]'],
    [jsonOfText('[1,null]'), 'list<integer>', '[1]', { skipNulls: true }],
    ['a;b', 'list<string>', '["a","b"]', { separator: ';' }],
    [null, 'integer', 'null'],
  ])('%s → %s', (value, to, shown, options) => {
    const result = convert(value, to, options);
    expect(result.ok && valueToJsonText(result.value)).toBe(shown);
    if (result.ok && result.value !== null) expect(typeOf(result.value)).toBe(to);
  });

  test.each<[FieldValue, FieldType, ConversionOptions?]>([
    ['', 'integer'],
    ['1.5', 'integer'],
    ['9223372036854775808', 'integer'],
    ['0x1f', 'integer'],
    ['1_000', 'integer'],
    ['1e400', 'float'],
    ['NaN', 'float'],
    ['Infinity', 'float'],
    ['maybe', 'boolean'],
    ['yesterday', 'timestamp'],
    ['5', 'json'],
    ['{', 'json'],
    [2, 'boolean'],
    [2n ** 53n + 1n, 'float'],
    [2n ** 60n, 'float'],
    [1, 'json'],
    [new Float(1.5), 'integer'],
    [new Float(1), 'boolean'],
    [new Float(1e19), 'integer'],
    [new Float(1), 'json'],
    [true, 'timestamp'],
    [true, 'json'],
    [t, 'boolean'],
    [t, 'json'],
    [json, 'integer'],
    [json, 'timestamp'],
    [json, 'list<string>'],
    [new List('integer', [1, 2]), 'integer'],
    [jsonOfText('[1,null]'), 'list<integer>'],
    [jsonOfText('[1,"a"]'), 'list<integer>'],
    [10 ** 15, 'timestamp'],
  ])('%s → %s is TYPE_CONVERSION', (value, to, options) => {
    expect(convert(value, to, options)).toEqual({ ok: false, error: { code: 'TYPE_CONVERSION', from: typeOf(value), to } });
  });
});
