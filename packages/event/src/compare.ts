import { isArrayNode, valueToNode } from './json/print-json.ts';
import { Float, Json, List, Timestamp, type FieldValue, type JsonNode } from './values.ts';

type Numeric = number | bigint;

function numeric(value: FieldValue | JsonNode | undefined): Numeric | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  return value instanceof Float ? value.value : undefined;
}

/** Equality by value (catalogue 4.2): integer and float compare as numbers, json ignores the order of keys. Null equals null. */
export function valuesEqual(a: FieldValue, b: FieldValue): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  const x = numeric(a);
  if (x !== undefined) {
    const y = numeric(b);
    return y !== undefined && compareNumeric(x, y) === 0;
  }
  if (a instanceof Timestamp) return b instanceof Timestamp && a.ns === b.ns;
  if ((a instanceof Json || a instanceof List) && (b instanceof Json || b instanceof List)) {
    return nodesEqual(valueToNode(a), valueToNode(b));
  }
  return false;
}

export function nodesEqual(a: JsonNode, b: JsonNode): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || a === null || a instanceof Float) {
    const x = numeric(a);
    const y = numeric(b);
    return x !== undefined && y !== undefined && compareNumeric(x, y) === 0;
  }
  if (typeof b !== 'object' || b === null || b instanceof Float) return false;
  if (isArrayNode(a)) {
    return isArrayNode(b) && a.length === b.length && a.every((item, i) => nodesEqual(item, b[i]!));
  }
  if (isArrayNode(b) || a.size !== b.size) return false;
  for (const [key, member] of a) {
    const other = b.get(key);
    if (other === undefined || !nodesEqual(member, other)) return false;
  }
  return true;
}

/** Negative, zero or positive; undefined when the two have no order (different types, null, booleans, json). Strings by code point. */
export function compareValues(a: FieldValue, b: FieldValue): number | undefined {
  if (typeof a === 'string') return typeof b === 'string' ? compareText(a, b) : undefined;
  const x = numeric(a);
  if (x !== undefined) {
    const y = numeric(b);
    return y === undefined ? undefined : compareNumeric(x, y);
  }
  if (a instanceof Timestamp && b instanceof Timestamp) return a.ns < b.ns ? -1 : a.ns > b.ns ? 1 : 0;
  return undefined;
}

export function compareNumeric(x: Numeric, y: Numeric): number {
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Order of code points, which differs from JavaScript's order of code units above U+FFFF. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
