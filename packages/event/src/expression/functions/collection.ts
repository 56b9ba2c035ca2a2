import { compareValues, valuesEqual } from '../../compare.ts';
import { parsePath, type PathStep } from '../../field-path.ts';
import { isArrayNode, isObjectNode, jsonOf, nodeToValue, printJson, valueToNode } from '../../json/print-json.ts';
import { walkNode } from '../../json/walk.ts';
import { Float, Json, List, Timestamp, type FieldValue, type JsonNode } from '../../values.ts';
import { calculate } from '../arithmetic.ts';
import { countArg, itemsArg, jsonArg, listResult, numberArg, textArg, floatResult } from '../arguments.ts';
import { ExpressionError } from '../faults.ts';
import { strict, type FunctionDefinition } from '../function-definition.ts';
import { elementType, type ExpressionType } from '../types.ts';
import { mergeNodes, flattenNode, removeAt, setAt } from './json-edit.ts';
import { jsonList } from './text.ts';

const group = 'collection' as const;
const firstType = (types: readonly ExpressionType[]): ExpressionType => types[0] ?? 'unknown';
const itemType = (types: readonly ExpressionType[]): ExpressionType => elementType(types[0] ?? 'unknown');

function stepsArg(value: FieldValue | undefined): readonly PathStep[] {
  const text = textArg(value);
  const path = parsePath(text.startsWith('[') ? `_${text}` : text);
  if (!path.ok || path.value.each) throw new ExpressionError('EXPR_ARGUMENT', text);
  return [...path.value.names.slice(text.startsWith('[') ? 1 : 0), ...path.value.steps];
}

function containerNode(value: FieldValue): JsonNode {
  if (value instanceof Json || value instanceof List) return valueToNode(value);
  throw new ExpressionError('EXPR_TYPE', 'json');
}

function toJson(node: JsonNode): FieldValue {
  return nodeToValue(node) ?? null;
}

const made = (like: FieldValue | undefined, items: readonly FieldValue[]): FieldValue =>
  like instanceof List ? new List(like.of, items as List['items']) : listResult(items, 'string', jsonList);

/** A key under which equal values meet; integer and float of one value are one. */
function identity(value: FieldValue): string {
  if (value instanceof Float) return Number.isInteger(value.value) ? `n${BigInt(value.value)}` : `n${value.value}`;
  if (value instanceof Timestamp) return `t${value.ns}`;
  if (value instanceof Json) return `j${printJson(value.node)}`;
  return typeof value === 'number' || typeof value === 'bigint' ? `n${value}` : `${typeof value}${String(value)}`;
}

export const collectionFunctions: readonly FunctionDefinition[] = [
  strict(
    {
      group,
      signature: 'size_of(value:a)',
      result: 'integer',
      en: 'Number of elements, members or characters.',
      es: 'Número de elementos, miembros o caracteres.',
      example: ['size_of([1, 2])', '2'],
    },
    ([value]) => {
      if (typeof value === 'string') return [...value].length;
      const node = containerNode(value!);
      return isArrayNode(node) ? node.length : (node as ReadonlyMap<string, JsonNode>).size;
    },
  ),
  strict(
    {
      group,
      signature: 'get(value:a, path:s, instead:a?)',
      result: 'unknown',
      en: 'The value at a path computed at run time; the third argument if there is none.',
      es: 'El valor en una ruta calculada al ejecutar; el tercer argumento si no hay ninguno.',
      example: ['get(json("{\\"a\\":[5]}"), "a[0]", 0)', '5'],
    },
    ([value, path, instead]) => nodeToValue(walkNode(containerNode(value!), stepsArg(path))) ?? instead ?? null,
  ),
  strict(
    {
      group,
      signature: 'has(value:j, path:s)',
      result: 'boolean',
      en: 'Whether there is something at the path.',
      es: 'Si hay algo en la ruta.',
      example: ['has(json("{\\"a\\":null}"), "a")', 'true'],
    },
    ([value, path]) => walkNode(jsonArg(value), stepsArg(path)) !== undefined,
  ),
  strict(
    {
      group,
      signature: 'keys(value:j)',
      result: 'list<string>',
      en: 'The keys of an object.',
      es: 'Las claves de un objeto.',
      example: ['keys(json("{\\"a\\":1,\\"b\\":2}"))', '["a","b"]'],
    },
    ([value]) => {
      const node = jsonArg(value);
      if (!isObjectNode(node)) throw new ExpressionError('EXPR_TYPE', 'object');
      return listResult([...node.keys()], 'string', jsonList);
    },
  ),
  strict(
    {
      group,
      signature: 'set(value:j, path:s, member:a)',
      result: 'json',
      en: 'A copy with the member set; missing objects are created.',
      es: 'Una copia con el miembro puesto; se crean los objetos que falten.',
      example: ['set(json("{}"), "a.b", 1)', '{"a":{"b":1}}'],
    },
    ([value, path, member]) => toJson(setAt(jsonArg(value), stepsArg(path), valueToNode(member))),
  ),
  strict(
    {
      group,
      signature: 'remove(value:j, path:s)',
      result: 'json',
      en: 'A copy without the member.',
      es: 'Una copia sin el miembro.',
      example: ['remove(json("{\\"a\\":1,\\"b\\":2}"), "a")', '{"b":2}'],
    },
    ([value, path]) => toJson(removeAt(jsonArg(value), stepsArg(path))),
  ),
  strict(
    {
      group,
      signature: 'merge(left:j, right:j)',
      result: 'json',
      en: 'Both objects in one, at every depth; the right one wins.',
      es: 'Los dos objetos en uno, a cualquier profundidad; gana el derecho.',
      cost: 4,
      example: ['merge(json("{\\"a\\":1}"), json("{\\"b\\":2}"))', '{"a":1,"b":2}'],
    },
    ([left, right]) => toJson(mergeNodes(jsonArg(left), jsonArg(right))),
  ),
  strict(
    {
      group,
      signature: 'flatten(value:j, separator:s?)',
      result: 'json',
      en: 'One level: nested keys joined with the separator.',
      es: 'Un solo nivel: las claves anidadas unidas con el separador.',
      cost: 12,
      example: ['flatten(json("{\\"a\\":{\\"b\\":1}}"), "_")', '{"a_b":1}'],
    },
    ([value, separator]) => jsonOf(flattenNode(jsonArg(value), typeof separator === 'string' ? separator : '.')),
  ),
  strict(
    {
      group,
      signature: 'first(items:l)',
      result: itemType,
      en: 'The first element; null when empty.',
      es: 'El primer elemento; nulo si está vacía.',
      example: ['first([1, 2])', '1'],
    },
    ([items]) => itemsArg(items)[0] ?? null,
  ),
  strict(
    {
      group,
      signature: 'last(items:l)',
      result: itemType,
      en: 'The last element; null when empty.',
      es: 'El último elemento; nulo si está vacía.',
      example: ['last([1, 2])', '2'],
    },
    ([items]) => itemsArg(items).at(-1) ?? null,
  ),
  strict(
    {
      group,
      signature: 'slice(items:l, from:i, to:i?)',
      result: firstType,
      en: 'The elements from one place up to before another; negative from the end.',
      es: 'Los elementos desde un sitio hasta antes de otro; negativo desde el final.',
      example: ['slice([1, 2, 3], 1)', '[2,3]'],
    },
    ([items, from, to]) => made(items, itemsArg(items).slice(countArg(from, 0), countArg(to, Number.MAX_SAFE_INTEGER))),
  ),
  strict(
    {
      group,
      signature: 'unique(items:l)',
      result: firstType,
      en: 'Each value once, in the order of first appearance.',
      es: 'Cada valor una vez, en el orden en que aparecen.',
      cost: 4,
      example: ['unique(["b", "a", "b"])', '["b","a"]'],
    },
    ([items]) => {
      const seen = new Map<string, FieldValue>();
      for (const item of itemsArg(items)) if (!seen.has(identity(item))) seen.set(identity(item), item);
      return made(items, [...seen.values()]);
    },
  ),
  strict(
    {
      group,
      signature: 'sort(items:l, order:s?)',
      result: firstType,
      en: 'In order; "desc" reverses it.',
      es: 'En orden; "desc" lo invierte.',
      cost: 4,
      example: ['sort([3, 1, 2])', '[1,2,3]'],
    },
    ([items, order]) => {
      if (typeof order === 'string' && order !== 'desc' && order !== 'asc') throw new ExpressionError('EXPR_ARGUMENT', order);
      const sign = order === 'desc' ? -1 : 1;
      const sorted = itemsArg(items).toSorted((a, b) => {
        const result =
          compareValues(a, b) ??
          (valuesEqual(a, b) ? 0 : typeof a === 'boolean' && typeof b === 'boolean' ? Number(a) - Number(b) : undefined);
        if (result === undefined) throw new ExpressionError('EXPR_TYPE', 'sort');
        return result * sign;
      });
      return made(items, sorted);
    },
  ),
  strict(
    {
      group,
      signature: 'sum(items:l)',
      result: ([type = 'unknown']) => (type === 'list<integer>' ? 'integer' : type === 'list<float>' ? 'float' : 'unknown'),
      en: 'The elements added up.',
      es: 'La suma de los elementos.',
      example: ['sum([1, 2, 3])', '6'],
    },
    ([items]) => {
      let total: FieldValue = 0;
      for (const item of itemsArg(items)) total = calculate('+', total, numeric(item));
      return total;
    },
  ),
  strict(
    {
      group,
      signature: 'avg(items:l)',
      result: 'float',
      en: 'The mean of the elements; null when empty.',
      es: 'La media de los elementos; nulo si está vacía.',
      example: ['avg([1, 2, 6])', '3.0'],
    },
    ([items]) => {
      const all = itemsArg(items);
      return all.length === 0 ? null : floatResult(all.reduce((total: number, item) => total + numberArg(numeric(item)), 0) / all.length);
    },
  ),
];

function numeric(value: FieldValue): FieldValue {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Float) return value;
  throw new ExpressionError('EXPR_TYPE', 'number');
}
