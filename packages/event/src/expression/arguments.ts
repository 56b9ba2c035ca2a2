import { integerFromBigInt } from '../json/integer.ts';
import { isArrayNode, nodeToValue } from '../json/print-json.ts';
import { Float, Json, List, Timestamp, type FieldValue, type JsonNode, type ListItem, type ScalarType } from '../values.ts';
import { typeOf } from '../values.ts';
import { ExpressionError, expressionLimits } from './faults.ts';
import { inTimestampRange } from '../time/rfc3339.ts';

/** Text of an argument that has been checked to be one. */
export const textArg = (value: FieldValue | undefined): string => value as string;

/** An integer small enough to count with; beyond ±2^53 it is clamped. */
export function countArg(value: FieldValue | undefined, missing: number): number {
  if (value === undefined || value === null) return missing;
  return typeof value === 'bigint' ? (value > 0n ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER) : (value as number);
}

export function numberArg(value: FieldValue | undefined): number {
  return value instanceof Float ? value.value : Number(value);
}

export const nsArg = (value: FieldValue | undefined): bigint => (value as Timestamp).ns;

/** One of a closed set of words. */
export function choiceArg<T extends string>(value: FieldValue | undefined, choices: readonly T[], missing: T): T {
  if (value === undefined || value === null) return missing;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new ExpressionError('EXPR_ARGUMENT', String(value));
  return found;
}

/** The elements of a list or json array. */
export function itemsArg(value: FieldValue | undefined): readonly FieldValue[] {
  if (value instanceof List) return value.items;
  if (value instanceof Json && isArrayNode(value.node)) return value.node.map((node) => nodeToValue(node) ?? null);
  throw new ExpressionError('EXPR_TYPE', 'list');
}

export function floatResult(value: number): Float {
  if (!Number.isFinite(value)) throw new ExpressionError('EXPR_NOT_FINITE', String(value));
  return new Float(value);
}

export function integerResult(value: bigint): number | bigint {
  const integer = integerFromBigInt(value);
  if (integer === undefined) throw new ExpressionError('EXPR_OVERFLOW', String(value));
  return integer;
}

export function timestampResult(ns: bigint): Timestamp {
  if (!inTimestampRange(ns)) throw new ExpressionError('EXPR_OVERFLOW', 'timestamp');
  return new Timestamp(ns);
}

export function textResult(text: string): string {
  if (text.length * 3 > expressionLimits.textBytes && new TextEncoder().encode(text).length > expressionLimits.textBytes) {
    throw new ExpressionError('EXPR_LIMIT', 'text');
  }
  return text;
}

/** A list when all elements share a scalar type; a json array otherwise. */
export function listResult(items: readonly FieldValue[], empty: ScalarType, toJson: (items: readonly FieldValue[]) => Json): List | Json {
  if (items.length > expressionLimits.elements) throw new ExpressionError('EXPR_LIMIT', 'elements');
  const type = items.length === 0 ? empty : typeOf(items[0]!);
  const scalar = type === 'string' || type === 'integer' || type === 'float' || type === 'boolean' || type === 'timestamp';
  if (!scalar || !items.every((item) => typeOf(item) === type)) return toJson(items);
  return new List(type, items as readonly ListItem[]);
}

export function jsonArg(value: FieldValue | undefined): JsonNode {
  return (value as Json).node;
}
