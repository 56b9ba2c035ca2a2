import { expecting, compareText, compileRegex, List, splitAt, valueToText, type FieldValue, type ListItem } from '@acequia/event';
import { mapField, textField } from '@acequia/component-sdk/definition';
import * as z from 'zod';
import { defineOperation, OperationFault, type Operation, type OperationExample } from './operation.ts';
import { choice, flag, integer, requiredText, separatorFields, separatorOf, separatorWords, text, words } from './parameters.ts';
import { doubleOf, elementsOf, numberOf, textOf, texts } from './read-values.ts';
import { countMatches } from './regex-matches.ts';
import { scalars } from './text-operation.ts';

const lists = ['string', 'list<string>', 'list<integer>', 'list<float>', 'list<boolean>', 'list<timestamp>'] as const;

function listOperation(
  id: string,
  title: readonly [string, string],
  summary: readonly [string, string],
  change: (items: readonly ListItem[], seed: string) => readonly ListItem[],
  examples: readonly OperationExample[],
): Operation {
  return defineOperation({
    id,
    group: 'utils',
    title: words(...title),
    summary: words(...summary),
    input: lists,
    output: 'same',
    maps: false,
    parameters: z.object(separatorFields),
    text: separatorWords,
    compile: (parameters) => {
      const separator = separatorOf(parameters);
      return (value, row) => {
        const { items, rebuild } = elementsOf(value, separator);
        return rebuild(change(items, id === 'shuffle' ? row.id() : ''));
      };
    },
    examples,
  });
}

const keyOf = (item: ListItem): string => (typeof item === 'string' ? item : valueToText(item));

function unique(items: readonly ListItem[]): readonly ListItem[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)));
}

/** A small generator seeded by text: the same event always gives the same order. */
function seeded(seed: string): () => number {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffled(items: readonly ListItem[], seed: string): readonly ListItem[] {
  const random = seeded(seed);
  const result = [...items];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}

const part = (
  id: 'head' | 'tail',
  title: readonly [string, string],
  summary: readonly [string, string],
  example: OperationExample,
): Operation =>
  defineOperation({
    id,
    group: 'utils',
    title: words(...title),
    summary: words(...summary),
    input: lists,
    output: 'same',
    maps: false,
    parameters: z.object({ count: integer(1, 0, 10_000), ...separatorFields }),
    text: { count: { label: words('How many', 'Cuántos') }, ...separatorWords },
    compile: (parameters) => {
      const separator = separatorOf(parameters);
      const { count } = parameters;
      return (value) => {
        const { items, rebuild } = elementsOf(value, separator);
        return rebuild(id === 'head' ? items.slice(0, count) : count === 0 ? [] : items.slice(-count));
      };
    },
    examples: [example],
  });

export const listOperations: readonly Operation[] = [
  defineOperation({
    id: 'length',
    group: 'utils',
    title: words('Length', 'Longitud'),
    summary: words('Characters of a text, or elements of a list.', 'Caracteres de un texto o elementos de una lista.'),
    input: [...scalars, ...lists],
    output: 'integer',
    maps: false,
    parameters: z.object({}),
    text: {},
    compile: () => (value) => (value instanceof List ? value.items.length : [...textOf(value)].length),
    examples: [
      { input: 'año', output: 3 },
      { input: new List('integer', [1, 2]), output: 2 },
    ],
  }),
  defineOperation({
    id: 'count-occurrences',
    group: 'utils',
    title: words('Count occurrences', 'Contar apariciones'),
    summary: words('How often a text or pattern appears.', 'Cuántas veces aparece un texto o patrón.'),
    input: scalars,
    output: 'integer',
    maps: false,
    parameters: z.object({ kind: choice(['text', 'regex'], 'text'), find: requiredText(4096) }),
    text: {
      kind: {
        label: words('Look for', 'Buscar'),
        options: { text: words('Text', 'Texto'), regex: words('Regular expression', 'Expresión regular') },
      },
      find: { label: words('Find', 'Qué buscar') },
    },
    compile: ({ kind, find }) => {
      if (kind === 'text') return (value) => splitAt(textOf(value), find).length - 1;
      const compiled = compileRegex(find);
      if (!compiled.ok) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_REGEX'));
      return (value) => countMatches(compiled.value, textOf(value));
    },
    examples: [
      { input: 'banana', parameters: { find: 'an' }, output: 2 },
      { input: 'a1b22', parameters: { kind: 'regex', find: '\\d+' }, output: 2 },
    ],
  }),
  defineOperation({
    id: 'split',
    group: 'utils',
    title: words('Split', 'Dividir'),
    summary: words('Text to a list.', 'De texto a lista.'),
    input: scalars,
    output: 'list<string>',
    maps: false,
    parameters: z.object({ ...separatorFields, limit: integer(0, 0, 10_000) }),
    text: {
      ...separatorWords,
      limit: {
        label: words('At most', 'Como mucho'),
        help: words('0: no limit. The last element keeps the rest.', '0: sin límite. El último elemento conserva el resto.'),
      },
    },
    compile: (parameters) => {
      const separator = separatorOf(parameters);
      const { limit } = parameters;
      return (value) => {
        const parts = splitAt(textOf(value), separator);
        return texts(limit > 0 && parts.length > limit ? [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)] : parts);
      };
    },
    examples: [
      { input: 'a,b', output: new List('string', ['a', 'b']) },
      { input: 'a,b,c', parameters: { limit: 2 }, output: new List('string', ['a', 'b,c']) },
    ],
  }),
  defineOperation({
    id: 'join',
    group: 'utils',
    title: words('Join', 'Unir'),
    summary: words('List to text.', 'De lista a texto.'),
    input: lists,
    output: 'string',
    maps: false,
    parameters: z.object(separatorFields),
    text: separatorWords,
    compile: (parameters) => {
      const separator = separatorOf(parameters);
      return (value) => (value instanceof List ? value.items.map(keyOf).join(separator) : textOf(value));
    },
    examples: [{ input: new List('integer', [1, 2]), parameters: { separator: 'pipe' }, output: '1|2' }],
  }),
  defineOperation({
    id: 'list-item',
    group: 'utils',
    title: words('List item', 'Elemento de lista'),
    summary: words('One element.', 'Un elemento.'),
    input: lists,
    output: 'unknown',
    maps: false,
    parameters: z.object({ index: integer(0, -10_000, 10_000), ...separatorFields }),
    text: {
      index: { label: words('Position', 'Posición'), help: words('0 is the first, −1 the last.', '0 es el primero, −1 el último.') },
      ...separatorWords,
    },
    compile: (parameters) => {
      const separator = separatorOf(parameters);
      return (value): FieldValue => elementsOf(value, separator).items.at(parameters.index) ?? null;
    },
    examples: [
      { input: 'a,b,c', parameters: { index: -1 }, output: 'c' },
      { input: 'a', parameters: { index: 3 }, output: null },
    ],
  }),
  part('head', ['Head', 'Principio'], ['The first elements.', 'Los primeros elementos.'], {
    input: 'a,b,c',
    parameters: { count: 2 },
    output: 'a,b',
  }),
  part('tail', ['Tail', 'Final'], ['The last elements.', 'Los últimos elementos.'], {
    input: 'a,b,c',
    parameters: { count: 2 },
    output: 'b,c',
  }),
  defineOperation({
    id: 'sort',
    group: 'utils',
    title: words('Sort', 'Ordenar'),
    summary: words('Puts elements in order.', 'Ordena los elementos.'),
    input: lists,
    output: 'same',
    maps: false,
    parameters: z.object({ direction: choice(['asc', 'desc'], 'asc'), numeric: flag(false), ...separatorFields }),
    text: {
      direction: {
        label: words('Order', 'Orden'),
        options: { asc: words('Ascending', 'Ascendente'), desc: words('Descending', 'Descendente') },
      },
      numeric: { label: words('As numbers', 'Como números') },
      ...separatorWords,
    },
    compile: (parameters) => {
      const separator = separatorOf(parameters);
      const sign = parameters.direction === 'desc' ? -1 : 1;
      return (value) => {
        const { items, rebuild } = elementsOf(value, separator);
        const numeric = parameters.numeric || (value instanceof List && (value.of === 'integer' || value.of === 'float'));
        if (!numeric) return rebuild(items.toSorted((a, b) => sign * compareText(keyOf(a), keyOf(b))));
        const keyed = items.map((item) => ({ item, key: numberOf(item) }));
        keyed.sort(
          (a, b) =>
            sign *
            (typeof a.key === 'bigint' || typeof b.key === 'bigint' ? Number(a.key) - Number(b.key) : doubleOf(a.key) - doubleOf(b.key)),
        );
        return rebuild(keyed.map(({ item }) => item));
      };
    },
    examples: [
      { input: '10,9,1', parameters: { numeric: true }, output: '1,9,10' },
      { input: 'b,a', output: 'a,b' },
    ],
  }),
  listOperation(
    'unique',
    ['Unique', 'Sin repetidos'],
    ['Each element once, the first kept.', 'Cada elemento una vez, se queda el primero.'],
    unique,
    [{ input: 'b,a,b', output: 'b,a' }],
  ),
  listOperation('reverse', ['Reverse', 'Invertir'], ['Last first.', 'El último primero.'], (items) => items.toReversed(), [
    { input: 'a,b,c', output: 'c,b,a' },
  ]),
  listOperation(
    'shuffle',
    ['Shuffle', 'Desordenar'],
    ['A random order, always the same for the same event.', 'Un orden al azar, siempre el mismo para el mismo evento.'],
    shuffled,
    [],
  ),
  defineOperation({
    id: 'filter',
    group: 'utils',
    title: words('Filter', 'Filtrar'),
    summary: words('Keeps or drops elements by a pattern.', 'Conserva o quita elementos según un patrón.'),
    input: lists,
    output: 'same',
    maps: false,
    parameters: z.object({ pattern: requiredText(4096), keep: choice(['keep', 'drop'], 'keep'), ...separatorFields }),
    text: {
      pattern: { label: words('Regular expression', 'Expresión regular') },
      keep: {
        label: words('Matching elements are', 'Los que coinciden'),
        options: { keep: words('Kept', 'Se conservan'), drop: words('Dropped', 'Se quitan') },
      },
      ...separatorWords,
    },
    compile: (parameters) => {
      const separator = separatorOf(parameters);
      const compiled = compileRegex(parameters.pattern);
      if (!compiled.ok) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_REGEX'));
      return (value) => {
        const { items, rebuild } = elementsOf(value, separator);
        return rebuild(items.filter((item) => compiled.value.test(keyOf(item)) === (parameters.keep === 'keep')));
      };
    },
    examples: [{ input: 'a1,b,c2', parameters: { pattern: '\\d' }, output: 'a1,c2' }],
  }),
  defineOperation({
    id: 'map-value',
    group: 'utils',
    title: words('Map value', 'Traducir valor'),
    summary: words('Replaces a value by its entry in a table.', 'Sustituye un valor por su entrada en una tabla.'),
    input: scalars,
    output: 'unknown',
    maps: true,
    parameters: z.object({
      table: mapField({ min: 1, max: 1000, valueMax: 1024 }),
      otherwise: choice(['keep', 'null', 'text'], 'keep'),
      otherText: textField({ default: '', when: { field: 'otherwise', in: ['text'] } }),
    }),
    text: {
      table: { label: words('Table', 'Tabla') },
      otherwise: {
        label: words('Other values', 'Otros valores'),
        options: {
          keep: words('Stay as they are', 'Quedan igual'),
          null: words('Become null', 'Pasan a nulo'),
          text: words('Become a text', 'Pasan a un texto'),
        },
      },
      otherText: { label: words('Text', 'Texto') },
    },
    compile: ({ table, otherwise, otherText }) => {
      const known = new Map(Object.entries(table));
      return (value) => known.get(textOf(value)) ?? (otherwise === 'keep' ? value : otherwise === 'null' ? null : otherText);
    },
    examples: [
      { input: '6', parameters: { table: { '6': 'tcp', '17': 'udp' } }, output: 'tcp' },
      { input: 1, parameters: { table: { '6': 'tcp' }, otherwise: 'text', otherText: 'other' }, output: 'other' },
    ],
  }),
  defineOperation({
    id: 'default-value',
    group: 'utils',
    title: words('Default value', 'Valor por defecto'),
    summary: words('A value for what is missing or null.', 'Un valor para lo que falta o es nulo.'),
    input: 'any',
    output: 'unknown',
    maps: false,
    takesNull: true,
    parameters: z.object({ value: text(''), alsoEmpty: flag(false) }),
    text: { value: { label: words('Value', 'Valor') }, alsoEmpty: { label: words('Also for empty text', 'También para el texto vacío') } },
    compile:
      ({ value: fallback, alsoEmpty }) =>
      (value) =>
        value === null || (alsoEmpty && value === '') ? fallback : value,
    examples: [
      { input: null, parameters: { value: 'n/a' }, output: 'n/a' },
      { input: '', parameters: { value: 'n/a', alsoEmpty: true }, output: 'n/a' },
      { input: 7, parameters: { value: 'n/a' }, output: 7 },
    ],
  }),
];
