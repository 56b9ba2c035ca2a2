import {
  expecting,
  Float,
  Json,
  List,
  Timestamp,
  splitAt,
  valueToText,
  type FieldType,
  type FieldValue,
  type ListItem,
} from '@acequia/event';
import { OperationFault } from './operation.ts';

/** An exact integer or a double. */
export type Num = number | bigint | Float;

const int64Min = -(2n ** 63n);
const int64Max = 2n ** 63n - 1n;

/** A whole number in its stored form; throws `TYPE_OVERFLOW` beyond 64 bits. */
export function wholeNumber(value: bigint): number | bigint {
  if (value < int64Min || value > int64Max) throw new OperationFault('TYPE_OVERFLOW', expecting('EXPECTED_BITS', { count: 64 }));
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

export function finite(value: number): Float {
  if (!Number.isFinite(value)) throw new OperationFault('NOT_FINITE');
  return new Float(value);
}

/** Integer when all inputs were and the result is whole (catalogue 7.3). */
export function numberResult(value: number, allIntegers: boolean): Num {
  if (!Number.isFinite(value)) throw new OperationFault('NOT_FINITE');
  if (!allIntegers || !Number.isInteger(value)) return new Float(value);
  return Number.isSafeInteger(value) ? (Object.is(value, -0) ? 0 : value) : wholeNumber(BigInt(value));
}

export function parseNumber(text: string): Num | undefined {
  const trimmed = text.trim();
  if (/^[+-]?\d+$/.test(trimmed)) {
    const small = Number(trimmed);
    return Number.isSafeInteger(small) ? (small === 0 ? 0 : small) : wholeNumber(BigInt(trimmed.replace(/^\+/, '')));
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(trimmed)) return undefined;
  const value = Number(trimmed);
  if (!Number.isFinite(value)) throw new OperationFault('NOT_FINITE');
  return new Float(value);
}

export function numberOf(value: FieldValue): Num {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Float) return value;
  if (typeof value === 'string') {
    const number = parseNumber(value);
    if (number !== undefined) return number;
    throw new OperationFault('TYPE_CONVERSION', expecting('EXPECTED_NUMBER_TEXT', { found: value.slice(0, 40) }));
  }
  throw new OperationFault('TYPE_INPUT', expecting('EXPECTED_NUMBER'));
}

export const doubleOf = (value: Num): number => (value instanceof Float ? value.value : Number(value));

export const isWhole = (value: Num): value is number | bigint => !(value instanceof Float);

export function integerOf(value: FieldValue): number | bigint {
  const number = numberOf(value);
  if (isWhole(number)) return number;
  if (Number.isInteger(number.value)) return wholeNumber(BigInt(number.value));
  throw new OperationFault('TYPE_CONVERSION', expecting('EXPECTED_INTEGER'));
}

/** Numbers of a list, or of separated text; a single number is a list of one. Empty parts of text are left out. */
export function numbersOf(value: FieldValue, separator: string): readonly Num[] {
  if (value instanceof List) return value.items.map((item) => numberOf(item));
  if (typeof value !== 'string') return [numberOf(value)];
  const numbers: Num[] = [];
  for (const part of splitAt(value, separator)) if (part.trim() !== '') numbers.push(numberOf(part));
  return numbers;
}

/** Text of any single value (catalogue 1.7). */
export function textOf(value: FieldValue): string {
  if (typeof value === 'string') return value;
  if (value === null || value instanceof Json || value instanceof List)
    throw new OperationFault('TYPE_INPUT', expecting('EXPECTED_STRING'));
  return valueToText(value);
}

/** Elements of a list, or of separated text (which then is what the result is written as again). */
export function elementsOf(
  value: FieldValue,
  separator: string,
): { readonly items: readonly ListItem[]; readonly rebuild: (items: readonly ListItem[]) => FieldValue } {
  if (value instanceof List) return { items: value.items, rebuild: (items) => new List(value.of, items) };
  return { items: splitAt(textOf(value), separator), rebuild: (items) => items.join(separator) };
}

/** A list of what a mapped operation gave; elements must share one scalar type. */
export function listOf(items: readonly FieldValue[], of: FieldType | undefined): List {
  let type: List['of'] | undefined;
  for (const item of items) {
    const own = scalarTypeOf(item);
    if (own === undefined) throw new OperationFault('TYPE_CONVERSION', expecting('EXPECTED_SINGLE_VALUES'));
    if (type !== undefined && own !== type) {
      if ((type === 'integer' && own === 'float') || (type === 'float' && own === 'integer')) {
        return new List(
          'float',
          items.map((each) => (each instanceof Float ? each : finite(Number(each)))),
        );
      }
      throw new OperationFault('TYPE_CONVERSION', expecting('EXPECTED_ONE_TYPE'));
    }
    type = own;
  }
  return new List(
    type ?? (of === 'integer' || of === 'float' || of === 'boolean' || of === 'timestamp' ? of : 'string'),
    items as readonly ListItem[],
  );
}

function scalarTypeOf(value: FieldValue): List['of'] | undefined {
  if (value === null || value instanceof Json || value instanceof List) return undefined;
  if (value instanceof Float) return 'float';
  if (value instanceof Timestamp) return 'timestamp';
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'integer';
}

export const texts = (items: readonly string[]): List => {
  if (items.length > 10_000) throw new OperationFault('LIMIT_ELEMENTS');
  return new List('string', items);
};
