import {
  expecting,
  facilityNames,
  isObjectNode,
  Json,
  jsonOf,
  parseJson,
  parseKeyValue,
  parseXmlPrefix,
  printJson,
  readCsvRow,
  severityNames,
  valueToNode,
  type FieldValue,
  type JsonNode,
} from '@acequia/event';
import { csvLine } from '../../../formats/csv/encode.ts';
import { kvPair } from '../../../formats/kv/encode.ts';
import * as z from 'zod';
import { defineOperation, OperationFault, type Operation, type OperationGroup } from './operation.ts';
import { choice, flag, integer, none, requiredText, words } from './parameters.ts';
import { integerOf, textOf } from './read-values.ts';

function nodeOf(value: FieldValue): JsonNode {
  if (value instanceof Json) return value.node;
  const parsed = parseJson(textOf(value));
  if (!parsed.ok) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_JSON'));
  return parsed.value.node;
}

function objectOf(value: FieldValue): ReadonlyMap<string, JsonNode> {
  const node = nodeOf(value);
  if (!isObjectNode(node)) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_JSON_OBJECT'));
  return node;
}

const cellText = (node: JsonNode | undefined): string =>
  node === undefined || node === null ? '' : typeof node === 'string' ? node : printJson(node);

function indented(node: JsonNode, indent: string, level: number, sort: boolean): string {
  const pad = indent.repeat(level + 1);
  const end = `\n${indent.repeat(level)}`;
  if (Array.isArray(node)) {
    const items = node as readonly JsonNode[];
    return items.length === 0 ? '[]' : `[\n${items.map((item) => pad + indented(item, indent, level + 1, sort)).join(',\n')}${end}]`;
  }
  if (!isObjectNode(node)) return printJson(node);
  const members = membersOf(node, sort);
  return members.length === 0
    ? '{}'
    : `{\n${members.map(([key, member]) => `${pad}${JSON.stringify(key)}: ${indented(member, indent, level + 1, sort)}`).join(',\n')}${end}}`;
}

const membersOf = (node: ReadonlyMap<string, JsonNode>, sort: boolean): (readonly [string, JsonNode])[] =>
  sort ? [...node].sort(([a], [b]) => (a < b ? -1 : 1)) : [...node];

function sorted(node: JsonNode): JsonNode {
  if (Array.isArray(node)) return (node as readonly JsonNode[]).map(sorted);
  return isObjectNode(node) ? new Map(membersOf(node, true).map(([key, member]) => [key, sorted(member)])) : node;
}

const jsonText = (id: string, title: readonly [string, string], group: OperationGroup, indentation: boolean): Operation =>
  defineOperation({
    id,
    group,
    title: words(...title),
    summary: indentation ? words('One member per line.', 'Un miembro por línea.') : words('Without blanks.', 'Sin espacios.'),
    input: ['json', 'string'],
    output: 'string',
    maps: false,
    parameters: z.object({ indent: integer(2, 0, 8), sortKeys: flag(false) }),
    text: { indent: { label: words('Indent', 'Sangría') }, sortKeys: { label: words('Sort keys', 'Ordenar claves') } },
    compile:
      ({ indent, sortKeys }) =>
      (value) =>
        indentation
          ? indented(nodeOf(value), ' '.repeat(indent), 0, sortKeys)
          : printJson(sortKeys ? sorted(nodeOf(value)) : nodeOf(value)),
    examples: indentation
      ? [{ input: '{"b":1,"a":[]}', output: '{\n  "b": 1,\n  "a": []\n}' }]
      : [{ input: '{"b":1,"a": 2}', parameters: { sortKeys: true }, output: '{"a":2,"b":1}' }],
  });

const csvParameters = () => ({ separator: choice([',', ';', '|', 'tab'], ','), header: flag(true) });
const csvWords = {
  separator: {
    label: words('Separator', 'Separador'),
    options: {
      ',': words('Comma', 'Coma'),
      ';': words('Semicolon', 'Punto y coma'),
      '|': words('Pipe', 'Barra vertical'),
      tab: words('Tab', 'Tabulador'),
    },
  },
  header: { label: words('First line contains the names', 'La primera línea tiene los nombres') },
} as const;

function csvRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let parts: string[] = [];
  let isOpen = false;
  for (const part of text.split('\n')) {
    if (part.split('"').length % 2 === 0) isOpen = !isOpen;
    parts.push(part);
    if (isOpen) continue;
    const clean = parts.join('\n').replace(/\r$/, '');
    if (clean !== '') rows.push([...(readCsvRow(clean, 0, clean.length, separator, '"')?.cells ?? [])]);
    parts = [];
    if (rows.length > 10_000) throw new OperationFault('LIMIT_ELEMENTS');
  }
  if (isOpen) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_CLOSING_QUOTE'));
  return rows;
}

const scripts = /<(script|style)\b/gi;
const closings: Readonly<Record<string, string>> = { script: '</script\\s*>', style: '</style\\s*>' };

/** The text without scripts and styles; one that is not closed stays. */
function withoutScripts(text: string): string {
  const open = new Map(Object.entries(closings).map(([name, closing]) => [name, new RegExp(closing, 'gi')]));
  let kept = '';
  let from = 0;
  for (const start of text.matchAll(scripts)) {
    const closing = open.get(start[1]!.toLowerCase());
    if (closing === undefined || start.index < from) continue;
    const opened = text.indexOf('>', start.index);
    if (opened < 0) break;
    closing.lastIndex = opened + 1;
    if (closing.exec(text) === null) {
      open.delete(start[1]!.toLowerCase());
      continue;
    }
    kept += text.slice(from, start.index);
    from = closing.lastIndex;
  }
  return kept + text.slice(from);
}

const withoutTags = (text: string): string => text.replace(/<\/?[A-Za-z][^<>]*>/g, '');

function withoutMarkup(text: string): string {
  let kept = '';
  let from = 0;
  for (let comment = text.indexOf('<!--'); comment >= 0; comment = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', comment + 4);
    if (end < 0) break;
    kept += withoutTags(text.slice(from, comment));
    from = end + 3;
  }
  return kept + withoutTags(text.slice(from));
}

const object = (members: Readonly<Record<string, JsonNode>>) => jsonOf(new Map(Object.entries(members)));

export const dataFormatOperations: readonly Operation[] = [
  jsonText('json-beautify', ['JSON beautify', 'Embellecer JSON'], 'code-tidy', true),
  jsonText('json-minify', ['JSON minify', 'Compactar JSON'], 'code-tidy', false),
  defineOperation({
    id: 'strip-html-tags',
    group: 'code-tidy',
    title: words('Strip HTML tags', 'Quitar etiquetas HTML'),
    summary: words('The text alone.', 'Solo el texto.'),
    input: ['string'],
    output: 'string',
    maps: true,
    parameters: none,
    text: {},
    compile: () => (value) => withoutMarkup(withoutScripts(textOf(value))),
    examples: [
      { input: '<b>Hi</b> you', output: 'Hi you' },
      { input: '1 < 2 <script>x</script>', output: '1 < 2 ' },
    ],
  }),
  defineOperation({
    id: 'csv-to-json',
    group: 'data-format',
    title: words('CSV to JSON', 'CSV a JSON'),
    summary: words('Lines as a list of objects or lists.', 'Líneas como lista de objetos o de listas.'),
    input: ['string'],
    output: 'json',
    maps: false,
    parameters: z.object(csvParameters()),
    text: csvWords,
    compile:
      ({ separator, header }) =>
      (value) => {
        const rows = csvRows(textOf(value), separator === 'tab' ? '\t' : separator);
        if (!header) return jsonOf(rows);
        const [names = [], ...rest] = rows;
        return jsonOf(rest.map((row) => new Map(names.map((name, i) => [name, row[i] ?? null] as const))));
      },
    examples: [
      {
        input: 'a,b\n1,"x,y"\n',
        output: jsonOf([
          new Map([
            ['a', '1'],
            ['b', 'x,y'],
          ]),
        ]),
      },
    ],
  }),
  defineOperation({
    id: 'json-to-csv',
    group: 'data-format',
    title: words('JSON to CSV', 'JSON a CSV'),
    summary: words('A list of objects, or one object, as lines.', 'Una lista de objetos, o uno, como líneas.'),
    input: ['json', 'string'],
    output: 'string',
    maps: false,
    parameters: z.object(csvParameters()),
    text: csvWords,
    compile:
      ({ separator, header }) =>
      (value) => {
        const node = nodeOf(value);
        const items = Array.isArray(node) ? (node as readonly JsonNode[]) : [node];
        const options = { separator: separator === 'tab' ? '\t' : separator };
        const names = [...new Set(items.flatMap((item) => (isObjectNode(item) ? [...item.keys()] : [])))];
        const lines = items.map((item) =>
          csvLine(
            isObjectNode(item)
              ? names.map((name) => cellText(item.get(name)))
              : (Array.isArray(item) ? (item as readonly JsonNode[]) : [item]).map(cellText),
            options,
          ),
        );
        return (header && names.length > 0 ? [csvLine(names, options), ...lines] : lines).join('\n');
      },
    examples: [{ input: '[{"a":1,"b":"x,y"},{"a":2}]', output: 'a,b\n1,"x,y"\n2,' }],
  }),
  defineOperation({
    id: 'key-value-to-json',
    group: 'data-format',
    title: words('Key–value to JSON', 'Clave–valor a JSON'),
    summary: words('Pairs as an object.', 'Pares como objeto.'),
    input: ['string'],
    output: 'json',
    maps: false,
    parameters: z.object({ pairs: requiredText(16).default(' '), values: requiredText(16).default('=') }),
    text: {
      pairs: { label: words('Between pairs', 'Entre pares') },
      values: { label: words('Between key and value', 'Entre clave y valor') },
    },
    compile:
      ({ pairs, values }) =>
      (value) =>
        jsonOf(new Map(parseKeyValue(textOf(value), { pairs, values }).map(([key, member]) => [key, valueToNode(member)] as const))),
    examples: [{ input: 'a=1 b="x y"', output: object({ a: '1', b: 'x y' }) }],
  }),
  defineOperation({
    id: 'json-to-key-value',
    group: 'data-format',
    title: words('JSON to key–value', 'JSON a clave–valor'),
    summary: words('Members as pairs; nulls are left out.', 'Miembros como pares; se omiten los nulos.'),
    input: ['json', 'string'],
    output: 'string',
    maps: false,
    parameters: z.object({ pairs: requiredText(16).default(' '), values: requiredText(16).default('=') }),
    text: {
      pairs: { label: words('Between pairs', 'Entre pares') },
      values: { label: words('Between key and value', 'Entre clave y valor') },
    },
    compile:
      ({ pairs, values }) =>
      (value) =>
        [...objectOf(value)]
          .filter(([, member]) => member !== null)
          .map(([key, member]) => kvPair(key, cellText(member), { keyValue: values, between: pairs }))
          .join(pairs),
    examples: [{ input: '{"a":1,"b":"x y","c":null}', output: 'a=1 b="x y"' }],
  }),
  defineOperation({
    id: 'query-string-to-json',
    group: 'data-format',
    title: words('Query string to JSON', 'Cadena de consulta a JSON'),
    summary: words('Parameters as an object; repeated ones as a list.', 'Parámetros como objeto; los repetidos como lista.'),
    input: ['string'],
    output: 'json',
    maps: false,
    parameters: none,
    text: {},
    compile: () => (value) => {
      const members = new Map<string, JsonNode>();
      const query = new URLSearchParams(textOf(value).replace(/^\?/, ''));
      for (const name of new Set(query.keys())) {
        const all = query.getAll(name);
        members.set(name, all.length === 1 ? all[0]! : all);
      }
      return jsonOf(members);
    },
    examples: [{ input: 'a=1&b=x', output: object({ a: '1', b: 'x' }) }],
  }),
  defineOperation({
    id: 'json-to-query-string',
    group: 'data-format',
    title: words('JSON to query string', 'JSON a cadena de consulta'),
    summary: words('Members as parameters.', 'Miembros como parámetros.'),
    input: ['json', 'string'],
    output: 'string',
    maps: false,
    parameters: none,
    text: {},
    compile: () => (value) => {
      const query = new URLSearchParams();
      for (const [name, member] of objectOf(value))
        for (const each of Array.isArray(member) ? (member as readonly JsonNode[]) : [member])
          if (each !== null) query.append(name, cellText(each));
      return query.toString();
    },
    examples: [{ input: '{"a":"1","b":["x","y z"]}', output: 'a=1&b=x&b=y+z' }],
  }),
  defineOperation({
    id: 'xml-to-json',
    group: 'data-format',
    title: words('XML to JSON', 'XML a JSON'),
    summary: words('One element as an object.', 'Un elemento como objeto.'),
    input: ['string'],
    output: 'json',
    maps: false,
    parameters: z.object({ attributes: requiredText(16).default('@') }),
    text: { attributes: { label: words('Before attributes', 'Delante de los atributos') } },
    compile:
      ({ attributes }) =>
      (value) => {
        const text = textOf(value);
        const result = parseXmlPrefix(text, 0, { attributes });
        if (!('node' in result) || text.slice(result.end).trim() !== '')
          throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_XML_ELEMENT'));
        return jsonOf(result.node);
      },
    examples: [
      {
        input: '<a x="1">t</a>',
        output: object({
          a: new Map([
            ['@x', '1'],
            ['#text', 't'],
          ]),
        }),
      },
    ],
  }),
  defineOperation({
    id: 'decode-syslog-priority',
    group: 'data-format',
    title: words('Decode syslog priority', 'Decodificar prioridad syslog'),
    summary: words(
      'Facility and severity of the number in front of a message.',
      'Facilidad y severidad del número que precede al mensaje.',
    ),
    input: ['integer', 'string'],
    output: 'json',
    maps: false,
    parameters: z.object({ names: flag(false) }),
    text: { names: { label: words('With names', 'Con nombres') } },
    compile:
      ({ names }) =>
      (value) => {
        const priority = Number(integerOf(value));
        if (priority < 0 || priority > 191) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_PRIORITY'));
        const [facility, severity] = [priority >> 3, priority & 7];
        return object({
          facility,
          severity,
          ...(names ? { facility_name: facilityNames[facility] ?? null, severity_name: severityNames[severity] ?? null } : {}),
        });
      },
    examples: [{ input: 34, output: object({ facility: 4, severity: 2 }) }],
  }),
];
