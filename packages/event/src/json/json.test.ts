import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareText, compareValues, valuesEqual } from '../compare.ts';
import { parsePath, printPath, readingsOf } from '../field-path.ts';
import { fieldSet, mergeFieldSets } from '../field-set.ts';
import { NameCleaner, checkConditionName, checkFieldName, checkKey, checkNames } from '../names.ts';
import { Float, type JsonNode } from '../values.ts';
import { parseJson } from './parse-json.ts';
import { jsonOfText, printJson, valueToJsonText } from './print-json.ts';
import { walkValue } from './walk.ts';

function node(text: string): JsonNode {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.error.code);
  return parsed.value.node;
}

const fault = (text: string) => {
  const parsed = parseJson(text);
  return parsed.ok ? undefined : [parsed.error.code, parsed.error.offset];
};

test.each([
  ['9007199254740993', 9007199254740993n],
  ['-9223372036854775808', -9223372036854775808n],
  ['9223372036854775808', '9223372036854775808'],
  ['9007199254740991', 9007199254740991],
  ['-0', 0],
  ['"\\ud800x"', '\ufffdx'],
  ['"\\ud83d\\ude00"', '😀'],
  ['\ufeff1', 1],
  [' true ', true],
])('%s reads exactly', (text, value) => {
  expect(node(text)).toBe(value);
});

test.each([
  ['1e400', ['DECODE_JSON_NUMBER', 0]],
  ['[1,]', ['DECODE_JSON_SYNTAX', 3]],
  ['{"a":1,}', ['DECODE_JSON_SYNTAX', 7]],
  ['01', ['DECODE_JSON_SYNTAX', 1]],
  ['NaN', ['DECODE_JSON_SYNTAX', 0]],
  ['"\n"', ['DECODE_JSON_SYNTAX', 1]],
  ['{"a"', ['DECODE_JSON_SYNTAX', 4]],
  ['"abc', ['DECODE_JSON_SYNTAX', 4]],
  ['"\\u12"', ['DECODE_JSON_SYNTAX', 3]],
  ['[1] x', ['DECODE_JSON_SYNTAX', 4]],
  ['', ['DECODE_JSON_SYNTAX', 0]],
  ['['.repeat(100_000), ['DECODE_JSON_DEPTH', 64]],
  [`[${'1,'.repeat(100_001)}1]`, ['DECODE_JSON_MEMBERS', 200_001]],
  ["{'a':1}", ['DECODE_JSON_SYNTAX', 1]],
  ['-', ['DECODE_JSON_SYNTAX', 0]],
])('%s is refused', (text, expected) => {
  expect(fault(text)).toEqual(expected);
});

test('a duplicate key: last wins, and it is told', () => {
  const parsed = parseJson('{"a":1,"b":2,"a":3}');
  expect(parsed.ok && [parsed.value.duplicateKey, printJson(parsed.value.node)]).toEqual([true, '{"b":2,"a":3}']);
});

test('__proto__ is a key like any other', () => {
  expect(printJson(node('{"__proto__":{"x":1},"constructor":2}'))).toBe('{"__proto__":{"x":1},"constructor":2}');
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('floats print shortest and stay floats; big integers can be quoted', () => {
  expect(printJson(node('[1.0,1.50,1e2,1e21,-0.0,0.1]'))).toBe('[1.0,1.5,100.0,1e+21,-0.0,0.1]');
  expect(valueToJsonText(9007199254740993n, { bigIntegers: 'string' })).toBe('"9007199254740993"');
  expect(jsonOfText('{ "a" : 1.00000000000000000001 }').text).toBe('{ "a" : 1.00000000000000000001 }');
});

/** The one difference: integer syntax beyond 64 bits becomes text with the same digits (catalogue 1.5). */
function wideIntegersAsText(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const digits = context?.source ?? '';
  return typeof value === 'number' && /^-?\d+$/.test(digits) && BigInt.asIntN(64, BigInt(digits)) !== BigInt(digits) ? digits : value;
}

test('any JSON reads and prints as the platform does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(JSON.parse(printJson(node(text)))).toEqual(JSON.parse(text, wideIntegersAsText));
    }),
    { examples: [['{"":-9223372036854776000}'], ['[9223372036854775807,9223372036854775808]']] },
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 20, unit: fc.constantFrom(...'{}[]",:\\u0d8-1e.tfn ') }), (text) => {
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      const found = parseJson(text);
      const tooLarge = !found.ok && found.error.code === 'DECODE_JSON_NUMBER';
      if (tooLarge) expect(Math.abs(Number.parseFloat(text.slice(found.error.offset)))).toBe(Infinity);
      else expect(found.ok).toBe(valid);
    }),
    { numRuns: 3000, examples: [['1e801{'], ['[1,-1e801']] },
  );
});

describe('paths', () => {
  const value = jsonOfText('{"user":{"name":"ana","tags":["a","b"]},"odd key":[{"id":7}],"n":null}');
  test.each([
    ['x.user.name', '"ana"'],
    ['x.user.tags[-1]', '"b"'],
    ['x["odd key"][0].id', '7'],
    ['x.user.tags[9]', 'null'],
    ['x.user.name.first', 'null'],
    ['x.constructor', 'null'],
    ['x.n', 'null'],
  ])('%s', (text, expected) => {
    const path = parsePath(text);
    if (!path.ok) throw new Error(path.error.expected);
    expect(printPath(path.value)).toBe(text);
    const { steps } = readingsOf(path.value, fieldSet({ x: 'json' }))[0]!;
    expect(valueToJsonText(walkValue(value, steps))).toBe(expected);
  });

  test('the longest field that exists wins; an open set decides per event', () => {
    const path = parsePath('user.name.first');
    if (!path.ok) throw new Error('path');
    expect(readingsOf(path.value, fieldSet({ 'user.name': 'json', user: 'json' }))).toEqual([{ field: 'user.name', steps: ['first'] }]);
    expect(readingsOf(path.value, fieldSet({}, true)).map((r) => r.field)).toEqual(['user.name.first', 'user.name', 'user']);
  });

  test.each(['', '.a', 'a.', 'a[', 'a[x]', 'a["x]', 'a[*].b', 'a b', 'a[99999999999]'])('%j is refused', (text) => {
    expect(parsePath(text).ok).toBe(false);
  });

  test('print reads back', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ maxLength: 6 }), fc.integer({ min: -99, max: 99 })), { maxLength: 4 }), (steps) => {
        const path = { names: ['a', 'b-c'], steps, each: false };
        const back = parsePath(printPath(path));
        expect(back.ok && back.value).toEqual(path);
      }),
    );
  });
});

test('names', () => {
  expect([
    checkFieldName('a.b-c#_1'),
    checkFieldName(''),
    checkFieldName('_x'),
    checkFieldName('a b'),
    checkFieldName('ñ'),
    checkFieldName('x'.repeat(257)),
  ]).toEqual([undefined, 'NAME_EMPTY', 'NAME_RESERVED', 'NAME_CHARACTERS', 'NAME_CHARACTERS', 'NAME_TOO_LONG']);
  expect([checkKey('a_1'), checkKey('1a'), checkConditionName('default'), checkConditionName('too slow')]).toEqual([
    undefined,
    'NAME_CHARACTERS',
    'NAME_RESERVED',
    undefined,
  ]);
  expect(checkNames(['a', 'b', 'a'], checkFieldName)).toEqual([{ index: 2, fault: 'NAME_DUPLICATE' }]);
  const cleaner = new NameCleaner(['a']);
  expect(['a', 'a b', '__x', '_', '', 'a', 'año', '$x'].map((name) => cleaner.clean(name))).toEqual([
    'a_2',
    'a_b',
    'x',
    'field_4',
    'field_5',
    'a_3',
    'a_o',
    'x_2',
  ]);
});

test('field sets meet', () => {
  const merged = mergeFieldSets([fieldSet({ a: 'integer', b: 'string' }), fieldSet({ a: 'string' }, true)]);
  expect([...merged.fields, merged.open]).toEqual([['a', 'unknown'], ['b', 'string'], true]);
});

test('comparison across numbers, by code point, and of json', () => {
  expect(valuesEqual(1, new Float(1))).toBe(true);
  expect(valuesEqual(9007199254740993n, new Float(9007199254740992))).toBe(false);
  expect(compareValues(2n ** 60n, new Float(1e18))).toBeGreaterThan(0);
  expect(compareValues('a', 1)).toBeUndefined();
  expect(compareText('\uffff', '\u{10000}')).toBeLessThan(0);
  expect(valuesEqual(jsonOfText('{"a":1,"b":[1.0]}'), jsonOfText('{"b":[1],"a":1}'))).toBe(true);
});
