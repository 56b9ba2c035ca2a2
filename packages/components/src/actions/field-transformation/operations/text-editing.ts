import { expecting, compileRegex, findText, splitAt, valueToText, type FieldValue } from '@acequia/event';
import * as z from 'zod';
import { defineOperation, OperationFault, type Operation } from './operation.ts';
import { choice, fields, flag, integer, requiredText, text, words } from './parameters.ts';
import { replaceMatches } from './regex-matches.ts';
import { textOf } from './read-values.ts';
import { scalars, textOperation } from './text-operation.ts';

/** The longest text an operation may make. */
const textLengthMax = 1024 * 1024;

function bounded(result: string): string {
  if (result.length > textLengthMax) throw new OperationFault('LIMIT_SIZE');
  return result;
}

const points = (value: string): string[] => [...value];

const trimSet = (characters: string): ((value: string) => string) => {
  if (characters === '') return (value) => value.trim();
  const set = new Set(characters);
  return (value) => {
    const all = points(value);
    let start = 0;
    let end = all.length;
    while (start < end && set.has(all[start]!)) start += 1;
    while (end > start && set.has(all[end - 1]!)) end -= 1;
    return all.slice(start, end).join('');
  };
};

const escapeRegex = (value: string): string => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

export const textEditingOperations: readonly Operation[] = [
  defineOperation({
    id: 'trim',
    group: 'utils',
    title: words('Trim', 'Recortar extremos'),
    summary: words(
      'Removes blanks, or the characters given, at both ends.',
      'Quita espacios, o los caracteres indicados, de los extremos.',
    ),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ characters: text('') }),
    text: { characters: { label: words('Characters', 'Caracteres'), help: words('Empty: blanks.', 'Vacío: espacios.') } },
    ascii: ({ characters }) => (characters === '' ? 'trim' : undefined),
    compile: ({ characters }) => {
      const trim = trimSet(characters);
      return (value) => trim(textOf(value));
    },
    examples: [
      { input: '  a b ', output: 'a b' },
      { input: '--a-', parameters: { characters: '-' }, output: 'a' },
    ],
  }),
  textOperation(
    'remove-whitespace',
    'utils',
    ['Remove whitespace', 'Quitar espacios'],
    ['Removes every blank, tab and line break.', 'Quita espacios, tabuladores y saltos de línea.'],
    (value) => value.replace(/\s+/gu, ''),
    [{ input: 'a b\tc', output: 'abc' }],
    'drop-blanks',
  ),
  textOperation(
    'remove-control-characters',
    'utils',
    ['Remove control characters', 'Quitar caracteres de control'],
    [
      'Removes characters that cannot be seen, apart from tab and line breaks.',
      'Quita los caracteres invisibles, salvo tabuladores y saltos de línea.',
    ],
    (value) => value.replace(/[^\P{Cc}\t\n\r]/gu, ''),
    [{ input: 'a\u0000b\u001bc\n', output: 'abc\n' }],
    'drop-controls',
  ),
  textOperation(
    'remove-accents',
    'utils',
    ['Remove accents', 'Quitar acentos'],
    ['Removes the marks of letters.', 'Quita las marcas de las letras.'],
    (value) =>
      value
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .normalize('NFC'),
    [{ input: 'café', output: 'cafe' }],
    'none',
  ),
  defineOperation({
    id: 'find-and-replace',
    group: 'utils',
    title: words('Find and replace', 'Buscar y reemplazar'),
    summary: words('Replaces a text or a pattern.', 'Reemplaza un texto o un patrón.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({
      kind: choice(['text', 'regex'], 'text'),
      find: requiredText(4096),
      replacement: text('', 4096),
      which: choice(['all', 'first'], 'all'),
      ignoreCase: flag(false),
    }),
    text: {
      kind: {
        label: words('Look for', 'Buscar'),
        options: { text: words('Text', 'Texto'), regex: words('Regular expression', 'Expresión regular') },
      },
      find: { label: words('Find', 'Qué buscar') },
      replacement: {
        label: words('Replace with', 'Reemplazar por'),
        help: words('With a pattern, $1 and ${name} stand for its groups.', 'Con un patrón, $1 y ${nombre} son sus grupos.'),
      },
      which: {
        label: words('Which', 'Cuáles'),
        options: { all: words('All', 'Todas'), first: words('Only the first', 'Solo la primera') },
      },
      ignoreCase: { label: words('Ignore case', 'Ignorar mayúsculas') },
    },
    compile: ({ kind, find, replacement, which, ignoreCase }) => {
      if (kind === 'text' && !ignoreCase) {
        return which === 'all'
          ? (value) => bounded(splitAt(textOf(value), find).join(replacement))
          : (value) => {
              const text = textOf(value);
              const at = findText(text, find);
              return bounded(at < 0 ? text : text.slice(0, at) + replacement + text.slice(at + find.length));
            };
      }
      const compiled = compileRegex(kind === 'text' ? escapeRegex(find) : find, { ignoreCase });
      if (!compiled.ok) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_REGEX'));
      const literal = kind === 'text';
      return (value) => bounded(replaceMatches(compiled.value, textOf(value), replacement, { literal, all: which === 'all' }));
    },
    examples: [
      { input: 'a1b22', parameters: { kind: 'regex', find: '\\d+', replacement: '#' }, output: 'a#b#' },
      { input: 'A.a.', parameters: { find: 'a.', replacement: '$1', ignoreCase: true }, output: '$1$1' },
      { input: 'k=v', parameters: { kind: 'regex', find: '(\\w)=(?<v>\\w)', replacement: '${v}=$1' }, output: 'v=k' },
    ],
  }),
  defineOperation({
    id: 'substring',
    group: 'utils',
    title: words('Substring', 'Subcadena'),
    summary: words('A part of the text.', 'Una parte del texto.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ start: integer(0, -1_048_576, 1_048_576), length: integer(-1, -1, 1_048_576) }),
    text: {
      start: {
        label: words('Start', 'Inicio'),
        help: words(
          '0 is the first character; negative counts from the end.',
          '0 es el primer carácter; en negativo cuenta desde el final.',
        ),
      },
      length: { label: words('Length', 'Longitud'), help: words('−1: to the end.', '−1: hasta el final.') },
    },
    compile:
      ({ start, length }) =>
      (value) => {
        const all = points(textOf(value));
        const from = start < 0 ? Math.max(0, all.length + start) : start;
        return all.slice(from, length < 0 ? undefined : from + length).join('');
      },
    examples: [
      { input: 'abcdef', parameters: { start: 1, length: 3 }, output: 'bcd' },
      { input: 'año', parameters: { start: -2 }, output: 'ño' },
    ],
  }),
  defineOperation({
    id: 'truncate',
    group: 'utils',
    title: words('Truncate', 'Truncar'),
    summary: words('Cuts a long text.', 'Corta un texto largo.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ length: integer(100, 0, 1_048_576), suffix: text('', 64) }),
    text: {
      length: { label: words('Longest', 'Longitud máxima') },
      suffix: {
        label: words('Ending', 'Final'),
        help: words('Put at the end of a cut text; counts towards the length.', 'Se añade al texto cortado; cuenta en la longitud.'),
      },
    },
    compile:
      ({ length, suffix }) =>
      (value) => {
        const all = points(textOf(value));
        if (all.length <= length) return all.join('');
        const end = points(suffix).slice(0, length);
        return all.slice(0, length - end.length).join('') + end.join('');
      },
    examples: [{ input: 'abcdef', parameters: { length: 4, suffix: '…' }, output: 'abc…' }],
  }),
  defineOperation({
    id: 'pad',
    group: 'utils',
    title: words('Pad', 'Rellenar'),
    summary: words('Extends a text to a length.', 'Alarga el texto hasta una longitud.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ side: choice(['start', 'end'], 'start'), length: integer(10, 0, 10_000), fill: requiredText(16).default(' ') }),
    text: {
      side: { label: words('Side', 'Lado'), options: { start: words('Start', 'Inicio'), end: words('End', 'Final') } },
      length: { label: words('Length', 'Longitud') },
      fill: { label: words('Fill with', 'Rellenar con') },
    },
    compile:
      ({ side, length, fill }) =>
      (value) => {
        const all = textOf(value);
        const missing = length - points(all).length;
        if (missing <= 0) return all;
        const filling = points(fill.repeat(Math.ceil(missing / points(fill).length)))
          .slice(0, missing)
          .join('');
        return side === 'start' ? filling + all : all + filling;
      },
    examples: [{ input: 42, parameters: { side: 'start', length: 5, fill: '0' }, output: '00042' }],
  }),
  defineOperation({
    id: 'repeat',
    group: 'utils',
    title: words('Repeat', 'Repetir'),
    summary: words('The text several times.', 'El texto varias veces.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ times: integer(2, 0, 10_000) }),
    text: { times: { label: words('Times', 'Veces') } },
    compile:
      ({ times }) =>
      (value) => {
        const one = textOf(value);
        if (one.length * times > textLengthMax) throw new OperationFault('LIMIT_SIZE');
        return one.repeat(times);
      },
    examples: [{ input: 'ab', parameters: { times: 3 }, output: 'ababab' }],
  }),
  defineOperation({
    id: 'concatenate',
    group: 'utils',
    title: words('Concatenate', 'Concatenar'),
    summary: words('Joins this field with others.', 'Une este campo con otros.'),
    input: scalars,
    output: 'string',
    maps: false,
    parameters: z.object({ others: fields(), separator: text('', 64) }),
    text: { others: { label: words('Other fields', 'Otros campos') }, separator: { label: words('Between them', 'Entre ellos') } },
    references: ({ others }) => others,
    compile:
      ({ separator }) =>
      (value, row) =>
        bounded([textOf(value), ...row.others.map((other: FieldValue) => valueToText(other))].join(separator)),
    examples: [{ input: 'a', others: { b: 7 }, parameters: { others: ['b'], separator: '-' }, output: 'a-7' }],
  }),
  defineOperation({
    id: 'pad-lines',
    group: 'utils',
    title: words('Pad lines', 'Sangrar líneas'),
    summary: words('Adds characters to every line.', 'Añade caracteres a cada línea.'),
    input: scalars,
    output: 'string',
    maps: false,
    parameters: z.object({
      side: choice(['start', 'end'], 'start'),
      length: integer(2, 0, 1000),
      characters: requiredText(16).default(' '),
    }),
    text: {
      side: { label: words('Side', 'Lado'), options: { start: words('Start', 'Inicio'), end: words('End', 'Final') } },
      length: { label: words('How many', 'Cuántos') },
      characters: { label: words('Characters', 'Caracteres') },
    },
    compile: ({ side, length, characters }) => {
      const padding = characters.repeat(Math.ceil(length / characters.length)).slice(0, length);
      return (value) =>
        bounded(
          textOf(value)
            .split('\n')
            .map((line) => (side === 'start' ? padding + line : line + padding))
            .join('\n'),
        );
    },
    examples: [{ input: 'a\nb', parameters: { side: 'start', length: 2 }, output: '  a\n  b' }],
  }),
];
