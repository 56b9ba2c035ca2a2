import { timestampText } from '../time/rfc3339.ts';
import { Float, Json, List, Timestamp, type FieldValue, type JsonNode, type ListItem } from '../values.ts';
import { parseCheckedJson } from './parse-json.ts';

export interface JsonPrintOptions {
  /** `string`: integers outside ±(2^53−1) are quoted, for readers that know doubles only. */
  readonly bigIntegers?: 'digits' | 'string';
}

/** Shortest digits that read back equal; always with a point or an exponent. */
export function floatText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

/** Compact JSON, members in their order. */
export function printJson(node: JsonNode, options: JsonPrintOptions = {}): string {
  switch (typeof node) {
    case 'string':
      return JSON.stringify(node);
    case 'number':
      return node === 0 ? '0' : String(node);
    case 'boolean':
      return node ? 'true' : 'false';
    case 'bigint':
      return options.bigIntegers === 'string' ? `"${node}"` : String(node);
    default:
      break;
  }
  if (node === null) return 'null';
  if (node instanceof Float) return floatText(node.value);
  if (isArrayNode(node)) {
    let text = '[';
    for (let i = 0; i < node.length; i += 1) text += (i === 0 ? '' : ',') + printJson(node[i]!, options);
    return `${text}]`;
  }
  let text = '{';
  for (const [key, member] of node) {
    if (text.length > 1) text += ',';
    text += `${JSON.stringify(key)}:${printJson(member, options)}`;
  }
  return `${text}}`;
}

export function isArrayNode(node: JsonNode): node is readonly JsonNode[] {
  return Array.isArray(node);
}

export function isObjectNode(node: JsonNode | undefined): node is ReadonlyMap<string, JsonNode> {
  return node instanceof Map;
}

/** The value as JSON text (catalogue 1.1, JSON form). An untouched `json` keeps its source text, byte for byte. */
export function valueToJsonText(value: FieldValue | undefined, options: JsonPrintOptions = {}): string {
  if (value === undefined || value === null) return 'null';
  if (value instanceof Json) return options.bigIntegers === 'string' ? printJson(value.node, options) : value.text;
  if (value instanceof Timestamp) return `"${timestampText(value.ns)}"`;
  if (value instanceof List) return `[${value.items.map((item) => valueToJsonText(item, options)).join(',')}]`;
  return printJson(value, options);
}

/** As a template prints it: strings as they are, timestamps RFC 3339, json and lists compact, null as ''. */
export function valueToText(value: FieldValue | undefined): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (value instanceof Timestamp) return timestampText(value.ns);
  if (value instanceof Json) return printJson(value.node);
  return valueToJsonText(value);
}

/** A field's value as a member of a json; timestamps become text. */
export function valueToNode(value: FieldValue | undefined): JsonNode {
  if (value === undefined || value === null) return null;
  if (value instanceof Json) return value.node;
  if (value instanceof List) return value.items.map((item) => itemToNode(item));
  return itemToNode(value);
}

function itemToNode(item: ListItem): JsonNode {
  return item instanceof Timestamp ? timestampText(item.ns) : item;
}

/** A member of a json as a field's value; objects and arrays become `Json`. */
export function nodeToValue(node: JsonNode | undefined): FieldValue | undefined {
  if (typeof node !== 'object' || node === null || node instanceof Float) return node;
  return Json.fromNode(node, printJson);
}

/** A `Json` value of a node made by us. */
export const jsonOf = (node: readonly JsonNode[] | ReadonlyMap<string, JsonNode>): Json => Json.fromNode(node, printJson);

/** A `Json` value of text that is known to be an object or array. */
export const jsonOfText = (text: string): Json => Json.fromText(text, parseCheckedJson);
