import { expecting } from '../../expected.ts';
import { convert, listFromNode, type ConversionOptions } from '../../conversions/convert.ts';
import { jsonOf, valueToJsonText, valueToNode } from '../../json/print-json.ts';
import { Json, List, type FieldType, type FieldValue, type ListItem } from '../../values.ts';
import { listResult, textArg, textResult } from '../arguments.ts';
import { ExpressionError } from '../faults.ts';
import { strict, type EvaluationEnv, type FunctionDefinition } from '../function-definition.ts';
import { elementType, isListType, listTypeOf } from '../types.ts';
import { badPattern, badZone } from './constant-time.ts';

const group = 'conversion' as const;

function converted(value: FieldValue, to: FieldType, options: ConversionOptions = {}): FieldValue {
  const result = convert(value, to, options);
  if (!result.ok) throw new ExpressionError('EXPR_CONVERSION', expecting('EXPECTED_TYPE_FROM', { type: to, from: result.error.from }));
  return result.value;
}

const given = (value: FieldValue | undefined): value is string => typeof value === 'string';

function baseOf(base: FieldValue | undefined): number | 'auto' {
  if (base === undefined || base === null) return 10;
  if (base === 0) return 'auto';
  if (typeof base !== 'number' || base < 2 || base > 36) throw new ExpressionError('EXPR_ARGUMENT', String(base));
  return base;
}

function timeOptions(pattern: FieldValue | undefined, tz: FieldValue | undefined, env: EvaluationEnv): ConversionOptions {
  return { ...(given(pattern) ? { pattern } : {}), ...(given(tz) ? { tz } : {}), nearNs: env.receivedNs };
}

function list(value: FieldValue, separator: FieldValue | undefined): FieldValue {
  if (value instanceof List) return value;
  if (value instanceof Json) {
    const made = listFromNode(value.node);
    if (!made) throw new ExpressionError('EXPR_CONVERSION', expecting('EXPECTED_TYPE_FROM', { type: 'list', from: 'json' }));
    return made;
  }
  if (typeof value === 'string' && given(separator)) return converted(value, 'list<string>', { separator });
  return listResult([value as ListItem], 'string', (items) => jsonOf(items.map(valueToNode)));
}

export const conversionFunctions: readonly FunctionDefinition[] = [
  strict(
    {
      group,
      signature: 'string(value:a, pattern:s?)',
      result: 'string',
      en: 'As text; the pattern is for instants.',
      es: 'Como texto; el patrón es para fechas.',
      cost: 2,
      example: ['string(42)', '"42"'],
      checkConstants: badPattern(1),
    },
    ([value, pattern], env) => textResult(converted(value!, 'string', timeOptions(pattern, undefined, env)) as string),
  ),
  strict(
    {
      group,
      signature: 'int(value:a, base:i?)',
      result: 'integer',
      en: 'As an integer; base 2 to 36, or 0 for 0x, 0b and 0o.',
      es: 'Como entero; base de 2 a 36, o 0 para 0x, 0b y 0o.',
      example: ['int("ff", 16)', '255'],
    },
    ([value, base]) => converted(value!, 'integer', { base: baseOf(base) }),
  ),
  strict(
    {
      group,
      signature: 'float(value:a)',
      result: 'float',
      en: 'As a decimal number.',
      es: 'Como número decimal.',
      example: ['float("1.5")', '1.5'],
    },
    ([value]) => converted(value!, 'float'),
  ),
  strict(
    {
      group,
      signature: 'bool(value:a)',
      result: 'boolean',
      en: 'As true or false.',
      es: 'Como verdadero o falso.',
      example: ['bool("yes")', 'true'],
    },
    ([value]) => converted(value!, 'boolean'),
  ),
  strict(
    {
      group,
      signature: 'time(value:a, pattern:s?, tz:s?)',
      result: 'timestamp',
      en: 'As an instant; integers are seconds since 1970.',
      es: 'Como fecha y hora; los enteros son segundos desde 1970.',
      example: ['time("2024-05-17T14:30:00Z")', '2024-05-17T14:30:00Z'],
      checkConstants: (c) => badPattern(1)(c) ?? badZone(2)(c),
    },
    ([value, pattern, tz], env) => converted(value!, 'timestamp', timeOptions(pattern, tz, env)),
  ),
  strict(
    {
      group,
      signature: 'json(text:s)',
      result: 'json',
      en: 'The object or array written in the text.',
      es: 'El objeto o la lista escritos en el texto.',
      example: ['json("[1,2]")', '[1,2]'],
    },
    ([text]) => converted(textArg(text), 'json'),
  ),
  strict(
    {
      group,
      signature: 'to_json(value:a)',
      result: 'string',
      en: 'Compact JSON text.',
      es: 'Texto JSON compacto.',
      cost: 2,
      example: ['to_json(["a"])', '"[\\"a\\"]"'],
    },
    ([value]) => textResult(valueToJsonText(value)),
  ),
  strict(
    {
      group,
      signature: 'list(value:a, separator:s?)',
      result: ([type = 'unknown']) =>
        isListType(type) ? type : type === 'json' ? 'list<unknown>' : listTypeOf(elementType(`list<${type}>` as 'list<string>')),
      en: 'As a list; a text is cut at the separator.',
      es: 'Como lista; un texto se corta por el separador.',
      example: ['list("a;b", ";")', '["a","b"]'],
    },
    ([value, separator]) => list(value!, separator),
  ),
];
