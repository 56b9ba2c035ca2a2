import { splitAt } from '../text/find-text.ts';
import { err, ok, type Result } from '@acequia/base';
import { isArrayNode, jsonOf, jsonOfText, nodeToValue, valueToNode, valueToText } from '../json/print-json.ts';
import { parseJson } from '../json/parse-json.ts';
import { wellFormedJson } from '../json/well-formed-json.ts';
import type { TimeLocale } from '../time/calendar-names.ts';
import {
  Float,
  Json,
  List,
  Timestamp,
  typeOf,
  type FieldType,
  type FieldValue,
  type JsonNode,
  type ListItem,
  type ScalarType,
} from '../values.ts';
import { toFloat, toInteger, type Rounding } from './numbers.ts';
import { timestampToText, toTimestamp, type EpochUnit } from './timestamps.ts';

/** A conversion that cannot be made; the event leaves by `error`, or the value becomes null, as the form says. */
export interface ConversionFault {
  readonly code: 'TYPE_CONVERSION';
  readonly from: FieldType;
  readonly to: FieldType;
}

export interface ConversionOptions {
  /** Base of integers in text: 2–36, or `auto` for `0x` `0b` `0o`. Default 10. */
  readonly base?: number | 'auto';
  /** integer → float beyond 2^53 rounds instead of failing. */
  readonly lossy?: boolean;
  /** float → integer: how to lose the fraction; absent: only whole numbers. */
  readonly rounding?: Rounding;
  /** Unit of integers that stand for an instant. Default s. */
  readonly unit?: EpochUnit;
  /** Time pattern (catalogue 4.7) for text ↔ timestamp. Default RFC 3339. */
  readonly pattern?: string;
  readonly tz?: string;
  readonly locale?: TimeLocale;
  /** Instant (ns) that settles the year of a text without one. */
  readonly nearNs?: bigint;
  /** Between the elements of a list as text. Default `,`. */
  readonly separator?: string;
  /** json array → list: leave nulls out instead of failing. */
  readonly skipNulls?: boolean;
}

/** Converts between field types as catalogue 1.7 says. Null stays null. */
export function convert(value: FieldValue, to: FieldType, options: ConversionOptions = {}): Result<FieldValue, ConversionFault> {
  if (value === null) return ok(null);
  const from = typeOf(value)!;
  if (from === to) return ok(value);
  const converted = to.startsWith('list<')
    ? toList(value, to.slice(5, -1) as ScalarType, options)
    : value instanceof List
      ? fromList(value, to as ScalarType | 'json', options)
      : toScalar(value, to as ScalarType | 'json', options);
  return converted === undefined ? err({ code: 'TYPE_CONVERSION', from, to }) : ok(converted);
}

function toScalar(value: Exclude<FieldValue, null | List>, to: ScalarType | 'json', options: ConversionOptions): FieldValue | undefined {
  switch (to) {
    case 'string':
      return value instanceof Timestamp ? timestampToText(value, options) : valueToText(value);
    case 'integer':
      return toInteger(value, options);
    case 'float':
      return toFloat(value, options);
    case 'boolean':
      return toBoolean(value);
    case 'timestamp':
      return toTimestamp(value, options);
    case 'json':
      return typeof value === 'string' ? jsonFromText(value) : undefined;
  }
}

const yes = new Set(['true', 'yes', 'on', '1']);
const no = new Set(['false', 'no', 'off', '0']);

function toBoolean(value: Exclude<FieldValue, null>): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

function jsonFromText(text: string): Json | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || typeof parsed.value.node !== 'object' || parsed.value.node === null) return undefined;
  if (parsed.value.node instanceof Float) return undefined;
  return parsed.value.duplicateKey || text.charCodeAt(0) === 0xfeff ? jsonOf(parsed.value.node) : jsonOfText(wellFormedJson(text));
}

function fromList(list: List, to: ScalarType | 'json', options: ConversionOptions): FieldValue | undefined {
  if (to === 'json') return jsonOf(valueToNode(list) as readonly JsonNode[]);
  if (to === 'string') {
    return list.items
      .map((item) => (item instanceof Timestamp ? timestampToText(item, options) : valueToText(item)))
      .join(options.separator ?? ',');
  }
  return list.items.length === 1 ? sameOrScalar(list.items[0]!, to, options) : undefined;
}

function sameOrScalar(item: ListItem, to: ScalarType, options: ConversionOptions): ListItem | undefined {
  return typeOf(item) === to ? item : ((toScalar(item, to, options) ?? undefined) as ListItem | undefined);
}

function toList(value: Exclude<FieldValue, null>, of: ScalarType, options: ConversionOptions): List | undefined {
  if (value instanceof Json) {
    if (!isArrayNode(value.node)) return undefined;
    const items: ListItem[] = [];
    for (const node of value.node) {
      const member = nodeToValue(node);
      if (member === null && options.skipNulls === true) continue;
      if (member === null || member === undefined || member instanceof Json || member instanceof List) return undefined;
      items.push(member);
    }
    return listOfItems(items, of, options);
  }
  if (value instanceof List) return listOfItems(value.items, of, options);
  if (typeof value === 'string' && options.separator !== undefined) {
    return listOfItems(value === '' ? [] : splitAt(value, options.separator), of, options);
  }
  return listOfItems([value], of, options);
}

function listOfItems(items: readonly ListItem[], of: ScalarType, options: ConversionOptions): List | undefined {
  const converted: ListItem[] = [];
  for (const item of items) {
    const element = sameOrScalar(item, of, options);
    if (element === undefined) return undefined;
    converted.push(element);
  }
  return new List(of, converted);
}

/** A list out of a json array whose elements share one scalar type (integers among floats become floats); undefined otherwise. */
export function listFromNode(node: JsonNode, skipNulls = false): List | undefined {
  if (!isArrayNode(node)) return undefined;
  const kept = skipNulls ? node.filter((item) => item !== null) : node;
  const types = new Set<FieldType | undefined>();
  for (const item of kept) types.add(typeOf(nodeToValue(item)!));
  if (types.has(undefined) || types.has('json')) return undefined;
  if (types.size === 2 && types.has('integer') && types.has('float')) {
    return new List(
      'float',
      kept.map((item) => (item instanceof Float ? item : new Float(Number(item)))),
    );
  }
  if (types.size > 1) return undefined;
  return new List(([...types][0] ?? 'string') as ScalarType, kept as readonly ListItem[]);
}
