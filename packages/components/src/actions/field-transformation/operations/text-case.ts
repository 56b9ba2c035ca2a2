import * as z from 'zod';
import { defineOperation, type Operation } from './operation.ts';
import { choice, words } from './parameters.ts';
import { textOf } from './read-values.ts';
import { scalars, textOperation } from './text-operation.ts';

/** `sourceIpAddress`, `source-ip address` → its words in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const capital = (word: string): string => word.replace(/^\P{M}/u, (first) => first.toUpperCase());

const nameCases = {
  snake: (parts: string[]) => parts.join('_'),
  camel: (parts: string[]) => parts.map((part, i) => (i === 0 ? part : capital(part))).join(''),
  pascal: (parts: string[]) => parts.map(capital).join(''),
  kebab: (parts: string[]) => parts.join('-'),
  constant: (parts: string[]) => parts.join('_').toUpperCase(),
} as const;

export const textCaseOperations: readonly Operation[] = [
  textOperation(
    'upper-case',
    'utils',
    ['Upper case', 'Mayúsculas'],
    ['Converts letters to uppercase.', 'Pasa las letras a mayúsculas.'],
    (text) => text.toUpperCase(),
    [{ input: 'Año', output: 'AÑO' }],
    'upper',
  ),
  textOperation(
    'lower-case',
    'utils',
    ['Lower case', 'Minúsculas'],
    ['Converts letters to lowercase.', 'Pasa las letras a minúsculas.'],
    (text) => text.toLowerCase(),
    [{ input: 'AÑO', output: 'año' }],
    'lower',
  ),
  textOperation(
    'swap-case',
    'utils',
    ['Swap case', 'Invertir mayúsculas'],
    ['Swaps uppercase and lowercase letters.', 'Cambia las mayúsculas por minúsculas y al revés.'],
    (text) => text.replace(/\p{L}/gu, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())),
    [{ input: 'Hello', output: 'hELLO' }],
    'swap-case',
  ),
  defineOperation({
    id: 'capitalise',
    group: 'utils',
    title: words('Capitalize', 'Poner mayúscula inicial'),
    summary: words('Makes first letters uppercase.', 'Pone en mayúscula la primera letra.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ which: choice(['words', 'first'], 'words') }),
    text: {
      which: {
        label: words('Which letters', 'Qué letras'),
        options: { words: words('Of every word', 'De cada palabra'), first: words('Only the first', 'Solo la primera') },
      },
    },
    ascii: ({ which }) => (which === 'first' ? 'first-capital' : 'all-capitals'),
    compile:
      ({ which }) =>
      (value) => {
        const text = textOf(value);
        return which === 'first'
          ? capital(text)
          : text.replace(/(^|[^\p{L}\p{N}'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
      },
    examples: [
      { input: 'ana maría', output: 'Ana María' },
      { input: 'ana maría', parameters: { which: 'first' }, output: 'Ana maría' },
    ],
  }),
  defineOperation({
    id: 'change-name-case',
    group: 'code-tidy',
    title: words('Change name case', 'Cambiar estilo de nombre'),
    summary: words('Writes a name the way a programming style does.', 'Escribe un nombre según un estilo de programación.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ style: choice(['snake', 'camel', 'pascal', 'kebab', 'constant'], 'snake') }),
    text: {
      style: {
        label: words('Style', 'Estilo'),
        options: {
          snake: words('snake_case', 'snake_case'),
          camel: words('camelCase', 'camelCase'),
          pascal: words('PascalCase', 'PascalCase'),
          kebab: words('kebab-case', 'kebab-case'),
          constant: words('CONSTANT_CASE', 'CONSTANT_CASE'),
        },
      },
    },
    compile:
      ({ style }) =>
      (value) =>
        nameCases[style](wordsOf(textOf(value))),
    examples: [
      { input: 'sourceIpAddress', output: 'source_ip_address' },
      { input: 'source_ip_address', parameters: { style: 'camel' }, output: 'sourceIpAddress' },
    ],
  }),
];
