import { Float, type JsonNode } from '../values.ts';
import { isArrayNode } from './print-json.ts';

/** What `JSON.parse` can make. */
export type PlainJson = null | string | number | boolean | readonly PlainJson[] | { readonly [key: string]: PlainJson };

/** From a plain JavaScript value; a number with a fraction becomes a float. */
export function nodeFromPlain(value: PlainJson): JsonNode {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : new Float(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly PlainJson[]).map((item) => nodeFromPlain(item));
  return new Map(Object.entries(value).map(([key, member]) => [key, nodeFromPlain(member)]));
}

/** To a plain value, for tests and screens; big integers become text, objects have no prototype. */
export function plainFromNode(node: JsonNode): PlainJson {
  if (typeof node === 'bigint') return String(node);
  if (typeof node !== 'object' || node === null) return node;
  if (node instanceof Float) return node.value;
  if (isArrayNode(node)) return node.map((item) => plainFromNode(item));
  const plain = Object.create(null) as Record<string, PlainJson>;
  for (const [key, member] of node) plain[key] = plainFromNode(member);
  return plain;
}
