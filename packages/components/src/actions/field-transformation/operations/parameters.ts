import {
  booleanField,
  choiceField,
  fieldRefField,
  integerField,
  listField,
  numberField,
  secretField,
  textField,
} from '@acequia/component-sdk/definition';
import type { Localised } from '@acequia/component-sdk/text';
import * as z from 'zod';

/** A word in both languages. */
export const words = (en: string, es: string): Localised => ({ en, es });

/** A word that is written the same in both languages: units, names of standards. */
export const same = (text: string): Localised => ({ en: text, es: text });

/** Words for options that are names of units or standards, shown as they are. */
export function sameOptions<const O extends readonly string[]>(options: O): Readonly<Record<O[number], Localised>> {
  return Object.fromEntries(options.map((option) => [option, same(option)])) as Record<O[number], Localised>;
}

export const choice = <const O extends readonly [string, ...string[]]>(options: O, fallback: O[number]) =>
  choiceField(options, { default: fallback });

export const text = (fallback: string, max = 1024) => textField({ default: fallback, min: 0, max });

export const requiredText = (max = 1024) => textField({ max });

export const integer = (fallback: number, min: number, max: number) => integerField({ default: fallback, min, max });

export const decimal = (fallback: number) => numberField({ default: fallback });

export const flag = (fallback: boolean) => booleanField({ default: fallback });

export const secret = () => secretField({});

export const field = () => fieldRefField({});

/** References to fields, or names with wildcards. */
export const fields = () => listField(z.string().min(1).max(256), { min: 1, max: 100 });

/** No parameters. */
export const none = z.object({});

export const separators = ['comma', 'space', 'line-feed', 'crlf', 'semicolon', 'colon', 'tab', 'pipe', 'own'] as const;
const separatorText: Record<(typeof separators)[number], string> = {
  comma: ',',
  space: ' ',
  'line-feed': '\n',
  crlf: '\r\n',
  semicolon: ';',
  colon: ':',
  tab: '\t',
  pipe: '|',
  own: '',
};

/** The two parameters of every operation that reads or writes separated text. */
export const separatorFields = {
  separator: choice(separators, 'comma'),
  ownSeparator: textField({ default: '', max: 16, when: { field: 'separator', in: ['own'] } }),
};

export const separatorWords = {
  separator: {
    label: words('Separator', 'Separador'),
    help: words('Separates the elements when the input is text.', 'Separa los elementos cuando la entrada es texto.'),
    options: {
      comma: words('Comma', 'Coma'),
      space: words('Space', 'Espacio'),
      'line-feed': words('Line feed', 'Salto de línea'),
      crlf: same('CRLF'),
      semicolon: words('Semicolon', 'Punto y coma'),
      colon: words('Colon', 'Dos puntos'),
      tab: words('Tab', 'Tabulador'),
      pipe: words('Pipe', 'Barra vertical'),
      own: words('Other', 'Otro'),
    },
  },
  ownSeparator: { label: words('Other separator', 'Otro separador') },
} as const;

export const separatorOf = (parameters: { readonly separator: (typeof separators)[number]; readonly ownSeparator: string }): string =>
  separatorText[parameters.separator] || parameters.ownSeparator || ',';
