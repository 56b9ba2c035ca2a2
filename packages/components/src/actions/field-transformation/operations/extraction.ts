import {
  expecting,
  compileRegex,
  findText,
  isPrivateIp,
  nodeToValue,
  parseIp,
  parsePath,
  walkNode,
  Json,
  List,
  parseJson,
  type FieldValue,
  type JsonNode,
} from '@acequia/event';
import * as z from 'zod';
import { defineOperation, OperationFault, type Operation, type OperationExample } from './operation.ts';
import { choice, flag, integer, none, requiredText, sameOptions, words } from './parameters.ts';
import { eachMatch } from './regex-matches.ts';
import { parseNumber, textOf, texts } from './read-values.ts';
import { scalars } from './text-operation.ts';

const list = (...items: readonly string[]) => new List('string', items);

/** All matches of a pattern of ours that runs in linear time, those that pass the check. */
function all(source: RegExp, text: string, keep: (found: string) => boolean = () => true): List {
  return texts([...text.matchAll(source)].map((match) => match[0]).filter(keep));
}

const finder = (
  id: string,
  title: readonly [string, string],
  find: (text: string) => List,
  examples: readonly OperationExample[],
): Operation =>
  defineOperation({
    id,
    group: 'extraction',
    title: words(...title),
    summary: words('All that the text contains, in order.', 'Todo lo que contiene el texto, en orden.'),
    input: scalars,
    output: 'list<string>',
    maps: false,
    parameters: none,
    text: {},
    compile: () => (value) => find(textOf(value)),
    examples,
  });

const ipShape =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:\d{0,3}(?:\.\d{1,3}){3})?)(?![\w:]|\.\d)/g;
const domainShape = /(?<![\w@.-])(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}(?![\w-])/g;
const hashLengths = { md5: 32, sha1: 40, sha256: 64, sha512: 128 } as const;
const hashNames = ['any', 'md5', 'sha1', 'sha256', 'sha512'] as const;
const paths = {
  unix: /(?<![\w./:])\/(?:[\w.@+%-]+\/)*[\w.@+%-]+\/?/g,
  windows: /(?<![\w])(?:[A-Za-z]:|\\\\[\w.$-]+)\\(?:[^\\/:*?"<>|\r\n\s]+\\)*[^\\/:*?"<>|\r\n\s]*/g,
} as const;
const dateShapes =
  /(?<!\d)(?:\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}\/(?:\d{1,2}|[A-Za-z]{3})\/\d{4}(?::\d{2}:\d{2}:\d{2}(?: [+-]\d{4})?)?|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2} \d{2}:\d{2}:\d{2})(?!\d)/g;

function path(value: FieldValue, source: string): FieldValue {
  const trimmed = source.trim().replace(/^\$/, '').replace(/^\./, '');
  const root: JsonNode | undefined = value instanceof Json ? value.node : parsed(textOf(value));
  if (trimmed === '') return nodeToValue(root) ?? null;
  const prefixed = trimmed.startsWith('[') ? `root${trimmed}` : `root.${trimmed}`;
  const steps = parsePath(prefixed);
  if (!steps.ok) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_FIELD_PATH'));
  return nodeToValue(walkNode(root, [...steps.value.names.slice(1), ...steps.value.steps])) ?? null;
}

function parsed(text: string): JsonNode {
  const result = parseJson(text);
  if (!result.ok) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_JSON'));
  return result.value.node;
}

export const extractionOperations: readonly Operation[] = [
  defineOperation({
    id: 'extract-ip-addresses',
    group: 'extraction',
    title: words('Extract IP addresses', 'Extraer direcciones IP'),
    summary: words('All that the text contains, in order.', 'Todas las que contiene el texto, en orden.'),
    input: scalars,
    output: 'list<string>',
    maps: false,
    parameters: z.object({ version: choice(['any', '4', '6'], 'any'), dropPrivate: flag(false) }),
    text: {
      version: {
        label: words('Version', 'Versión'),
        options: { any: words('Both', 'Ambas'), '4': words('IPv4', 'IPv4'), '6': words('IPv6', 'IPv6') },
      },
      dropPrivate: { label: words('Leave private ones out', 'Omitir las privadas') },
    },
    compile:
      ({ version, dropPrivate }) =>
      (value) =>
        all(ipShape, textOf(value), (found) => {
          const address = parseIp(found);
          return (
            address !== undefined && (version === 'any' || String(address.version) === version) && !(dropPrivate && isPrivateIp(address))
          );
        }),
    examples: [
      { input: 'from 10.0.0.1 to 8.8.8.8', parameters: { dropPrivate: true }, output: list('8.8.8.8') },
      { input: '2001:db8::1, 1.2.3.4.5 and 999.1.1.1', output: list('2001:db8::1') },
    ],
  }),
  {
    ...finder(
      'extract-email-addresses',
      ['Extract email addresses', 'Extraer correos'],
      (text) => all(/[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}/g, text),
      [{ input: 'to <ana@example.com>, b@c', output: list('ana@example.com') }],
    ),
    // Each character begins an address of up to 64 before its `@`.
    cost: 12,
  },
  finder(
    'extract-urls',
    ['Extract URLs', 'Extraer URL'],
    (text) =>
      all(/\b[A-Za-z][A-Za-z0-9+.-]{1,15}:\/\/[^\s<>"'`{}|\\^]{1,2048}/g, text.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+(?=\s|$)/g, ' ')),
    [{ input: 'see https://e.com/a?b=1, or ftp://f.org.', output: list('https://e.com/a?b=1', 'ftp://f.org') }],
  ),
  finder('extract-domains', ['Extract domains', 'Extraer dominios'], (text) => all(domainShape, text), [
    { input: 'dns a.example.com for 1.2.3.4', output: list('a.example.com') },
  ]),
  finder(
    'extract-mac-addresses',
    ['Extract MAC addresses', 'Extraer direcciones MAC'],
    (text) =>
      all(
        /(?<![0-9A-Fa-f:.-])(?:[0-9A-Fa-f]{2}(?:([:-])[0-9A-Fa-f]{2})(?:\1[0-9A-Fa-f]{2}){4}|(?:[0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4})(?![0-9A-Fa-f:-])/g,
        text,
      ),
    [{ input: 'aa:bb:cc:00:11:22 up', output: list('aa:bb:cc:00:11:22') }],
  ),
  defineOperation({
    id: 'extract-hashes',
    group: 'extraction',
    title: words('Extract hashes', 'Extraer hashes'),
    summary: words('Hexadecimal fingerprints by their length.', 'Huellas hexadecimales según su longitud.'),
    input: scalars,
    output: 'list<string>',
    maps: false,
    parameters: z.object({ kind: choice(hashNames, 'any') }),
    text: { kind: { label: words('Kind', 'Tipo'), options: { ...sameOptions(hashNames), any: words('Any', 'Cualquiera') } } },
    compile:
      ({ kind }) =>
      (value) =>
        all(/(?<![0-9A-Za-z])[0-9A-Fa-f]{32,128}(?![0-9A-Za-z])/g, textOf(value), (found) =>
          kind === 'any' ? Object.values(hashLengths).includes(found.length as 32) : found.length === hashLengths[kind],
        ),
    examples: [
      { input: 'md5 5d41402abc4b2a76b9719d911017c592!', parameters: { kind: 'md5' }, output: list('5d41402abc4b2a76b9719d911017c592') },
    ],
  }),
  defineOperation({
    id: 'extract-file-paths',
    group: 'extraction',
    title: words('Extract file paths', 'Extraer rutas de archivo'),
    summary: words('Absolute paths.', 'Rutas absolutas.'),
    input: scalars,
    output: 'list<string>',
    maps: false,
    parameters: z.object({ system: choice(['unix', 'windows'], 'unix') }),
    text: { system: { label: words('System', 'Sistema'), options: sameOptions(['unix', 'windows']) } },
    compile:
      ({ system }) =>
      (value) =>
        all(paths[system], textOf(value)),
    examples: [
      { input: 'open /etc/passwd failed', output: list('/etc/passwd') },
      { input: 'ran C:\\Temp\\a.exe now', parameters: { system: 'windows' }, output: list('C:\\Temp\\a.exe') },
    ],
  }),
  finder('extract-dates', ['Extract dates', 'Extraer fechas'], (text) => all(dateShapes, text), [
    { input: 'at 2024-05-17T14:30:00Z and 17/May/2024', output: list('2024-05-17T14:30:00Z', '17/May/2024') },
  ]),
  finder(
    'extract-numbers',
    ['Extract numbers', 'Extraer números'],
    (text) => all(/(?<![\w.])[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?(?=\.*(?![\w.]))/g, text, (found) => parseNumber(found) !== undefined),
    [{ input: 'took 1.5 s, -3 left, v2', output: list('1.5', '-3') }],
  ),
  defineOperation({
    id: 'extract-by-regex',
    group: 'extraction',
    title: words('Extract by regex', 'Extraer con expresión regular'),
    summary: words('A group of the match, or of all matches.', 'Un grupo de la coincidencia, o de todas.'),
    input: scalars,
    output: 'unknown',
    maps: false,
    parameters: z.object({ pattern: requiredText(4096), group: integer(0, 0, 99), all: flag(false) }),
    text: {
      pattern: { label: words('Regular expression', 'Expresión regular') },
      group: { label: words('Group', 'Grupo'), help: words('0: the whole match.', '0: toda la coincidencia.') },
      all: { label: words('All matches, as a list', 'Todas, como lista') },
    },
    compile: ({ pattern, group, all: every }) => {
      const regex = compileRegex(pattern);
      if (!regex.ok) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_REGEX'));
      if (group > regex.value.groupCount) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_GROUP'));
      return (value): FieldValue => {
        const text = textOf(value);
        if (!every) return regex.value.exec(text)?.groups[group] ?? null;
        const found: string[] = [];
        eachMatch(regex.value, text, (match) => {
          const part = match.groups[group];
          if (part !== undefined) found.push(part);
          return true;
        });
        return texts(found);
      };
    },
    examples: [
      { input: 'id=77 id=8', parameters: { pattern: 'id=(\\d+)', group: 1 }, output: '77' },
      { input: 'id=77 id=8', parameters: { pattern: 'id=(\\d+)', group: 1, all: true }, output: list('77', '8') },
      { input: 'x', parameters: { pattern: '\\d' }, output: null },
    ],
  }),
  defineOperation({
    id: 'extract-between',
    group: 'extraction',
    title: words('Between markers', 'Entre marcas'),
    summary: words('Extracts the text between two markers.', 'Extrae el texto entre dos marcas.'),
    input: scalars,
    output: 'unknown',
    maps: false,
    parameters: z.object({ start: requiredText(256), end: requiredText(256), all: flag(false) }),
    text: {
      start: { label: words('Start', 'Inicio') },
      end: { label: words('End', 'Final') },
      all: { label: words('All, as a list', 'Todos, como lista') },
    },
    compile:
      ({ start, end, all: every }) =>
      (value): FieldValue => {
        const text = textOf(value);
        const found: string[] = [];
        for (let at = findText(text, start); at >= 0; at = findText(text, start, at)) {
          const stop = findText(text, end, at + start.length);
          if (stop < 0) break;
          found.push(text.slice(at + start.length, stop));
          if (!every) break;
          at = stop + end.length;
        }
        return every ? texts(found) : (found[0] ?? null);
      },
    examples: [
      { input: 'id=[77]', parameters: { start: '[', end: ']' }, output: '77' },
      { input: '[a][b', parameters: { start: '[', end: ']', all: true }, output: list('a') },
    ],
  }),
  defineOperation({
    id: 'json-path',
    group: 'extraction',
    title: words('JSON path', 'Ruta JSON'),
    summary: words('A part of a json.', 'Una parte de un json.'),
    input: ['json', 'string'],
    output: 'unknown',
    maps: false,
    parameters: z.object({ path: requiredText() }),
    text: { path: { label: words('Path', 'Ruta'), placeholder: words('.items[0].name', '.items[0].name') } },
    compile:
      ({ path: source }) =>
      (value) =>
        path(value, source),
    examples: [
      { input: '{"a":{"b":3}}', parameters: { path: '.a.b' }, output: 3 },
      { input: '[{"x":"y"}]', parameters: { path: '[0].x' }, output: 'y' },
    ],
  }),
];
