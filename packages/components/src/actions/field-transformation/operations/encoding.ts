import {
  expecting,
  base64Of,
  bytesOfBase64,
  bytesOfHex,
  hexOf,
  jsonOf,
  parseJson,
  percentDecoded,
  percentEncoded,
  strictUtf8Text,
  utf8,
  utf8Text,
  type JsonNode,
} from '@acequia/event';
import * as z from 'zod';
import { defineOperation, OperationFault, type Operation, type OperationExample } from './operation.ts';
import { choice, flag, integer, none, same, sameOptions, text, words } from './parameters.ts';
import { textOf } from './read-values.ts';
import { base32Of, bytesOfBase32 } from './base32.ts';
import { decodeMimeWords, decodeQuotedPrintable } from './mail-text.ts';
import { decodeEntities, encodeEntities } from './html-entities.ts';
import { fromPunycode, toPunycode } from './punycode.ts';
import { scalars, textOperation } from './text-operation.ts';

/** Text of decoded bytes, or their hex when they are no text or hex is asked for. */
function shown(bytes: Uint8Array | undefined, as: 'text' | 'hex', what: string): string {
  if (bytes === undefined) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_ENCODING', { encoding: what }));
  return as === 'hex' ? hexOf(bytes) : utf8Text(bytes);
}

const outputChoice = () => choice(['text', 'hex'], 'text');
const outputWords = {
  label: words('Result', 'Resultado'),
  options: { text: words('Text', 'Texto'), hex: words('Hexadecimal', 'Hexadecimal') },
} as const;

const escapes = {
  json: { escape: (value: string) => JSON.stringify(value).slice(1, -1), unescape: unescapeJson },
  c: { escape: escapeC, unescape: unescapeC },
  xml: {
    escape: (value: string) =>
      value.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[sign]!),
    unescape: decodeEntities,
  },
} as const;

function unescapeJson(value: string): string {
  const parsed = parseJson(`"${value}"`);
  if (!parsed.ok || typeof parsed.value.node !== 'string') throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_JSON_STRING'));
  return parsed.value.node;
}

const cLetters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', a: '\u0007', '0': '\0' };

function escapeC(value: string): string {
  return value.replace(/[\\"\p{Cc}]/gu, (sign) => {
    const letter = Object.keys(cLetters).find((name) => cLetters[name] === sign);
    return letter === undefined
      ? sign === '\\' || sign === '"'
        ? `\\${sign}`
        : `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`
      : `\\${letter}`;
  });
}

function unescapeC(value: string): string {
  return value.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/gsu, (_, code: string) =>
    code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (cLetters[code] ?? code),
  );
}

const charsets = [
  'utf-8',
  'windows-1252',
  'iso-8859-15',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'shift_jis',
  'gbk',
  'big5',
  'euc-kr',
  'utf-16le',
] as const;

const charsetBytes = new Map<string, ReadonlyMap<string, number>>();

/** The byte of each character of a single-byte charset. */
function bytesOfCharset(charset: string): ReadonlyMap<string, number> {
  const known = charsetBytes.get(charset);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(charset);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const));
  charsetBytes.set(charset, bytes);
  return bytes;
}

/** The bytes a text had when it was read with the wrong single-byte charset. */
function bytesIn(value: string, charset: string): Uint8Array {
  if (charset === 'utf-8') return utf8(value);
  const byteOf = bytesOfCharset(charset);
  return Uint8Array.from(value, (character) => {
    const byte = byteOf.get(character);
    if (byte === undefined) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_CHARSET_CHARACTER', { charset }));
    return byte;
  });
}

function jwt(value: string) {
  const parts = value
    .trim()
    .replace(/^bearer\s+/i, '')
    .split('.');
  const member = (part: string | undefined): JsonNode => {
    const bytes = part === undefined ? undefined : bytesOfBase64(part);
    const decoded = bytes === undefined ? undefined : strictUtf8Text(bytes);
    const parsed = decoded === undefined ? undefined : parseJson(decoded);
    if (parsed === undefined || !parsed.ok) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_JWT'));
    return parsed.value.node;
  };
  return jsonOf(
    new Map([
      ['header', member(parts[0])],
      ['payload', member(parts[1])],
    ]),
  );
}

const pair = (
  id: string,
  titles: readonly [readonly [string, string], readonly [string, string]],
  summary: readonly [string, string],
  encode: (value: string) => string,
  decode: (value: string) => string,
  examples: readonly [OperationExample, OperationExample],
): Operation[] => [
  textOperation(`to-${id}`, 'encoding', titles[0], summary, encode, [examples[0]]),
  textOperation(`from-${id}`, 'encoding', titles[1], summary, decode, [examples[1]]),
];

const keptByForm = "!'()*";

export const encodingOperations: readonly Operation[] = [
  defineOperation({
    id: 'to-base64',
    group: 'encoding',
    title: words('To Base64', 'A Base64'),
    summary: words('Writes the UTF-8 bytes in Base64.', 'Escribe los bytes UTF-8 en Base64.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ alphabet: choice(['standard', 'url'], 'standard'), padding: flag(true) }),
    text: {
      alphabet: {
        label: words('Alphabet', 'Alfabeto'),
        options: { standard: words('Standard', 'Estándar'), url: words('For URLs', 'Para URL') },
      },
      padding: { label: words('With = at the end', 'Con = al final') },
    },
    compile:
      ({ alphabet, padding }) =>
      (value) => {
        const plain = base64Of(utf8(textOf(value)));
        const chosen = alphabet === 'url' ? plain.replaceAll('+', '-').replaceAll('/', '_') : plain;
        return padding ? chosen : chosen.replace(/=+$/, '');
      },
    examples: [
      { input: 'España', output: 'RXNwYcOxYQ==' },
      { input: '??>', parameters: { alphabet: 'url', padding: false }, output: 'Pz8-' },
    ],
  }),
  defineOperation({
    id: 'from-base64',
    group: 'encoding',
    title: words('From Base64', 'Desde Base64'),
    summary: words('Reads Base64, either alphabet.', 'Lee Base64, con cualquier alfabeto.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ output: outputChoice() }),
    text: { output: outputWords },
    compile:
      ({ output }) =>
      (value) =>
        shown(bytesOfBase64(textOf(value).replace(/\s+/g, '')), output, 'Base64'),
    examples: [
      { input: 'RXNwYcOxYQ==', output: 'España' },
      { input: '_w', parameters: { output: 'hex' }, output: 'ff' },
    ],
  }),
  ...pair(
    'base32',
    [
      ['To Base32', 'A Base32'],
      ['From Base32', 'Desde Base32'],
    ],
    ['Letters A–Z and digits 2–7.', 'Letras A–Z y cifras 2–7.'],
    (value) => base32Of(utf8(value)),
    (value) => shown(bytesOfBase32(value), 'text', 'Base32'),
    [
      { input: 'hello', output: 'NBSWY3DP' },
      { input: 'NBSWY3DP', output: 'hello' },
    ],
  ),
  defineOperation({
    id: 'to-hex',
    group: 'encoding',
    title: words('To hex', 'A hexadecimal'),
    summary: words('Two digits for each byte.', 'Dos cifras por byte.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ separator: text('', 8), letters: choice(['lower', 'upper'], 'lower') }),
    text: {
      separator: { label: words('Between bytes', 'Entre bytes') },
      letters: {
        label: words('Letters', 'Letras'),
        options: { lower: words('Lowercase', 'Minúsculas'), upper: words('Uppercase', 'Mayúsculas') },
      },
    },
    compile:
      ({ separator, letters }) =>
      (value) => {
        const digits = hexOf(utf8(textOf(value)));
        const grouped = separator === '' ? digits : digits.replace(/..(?=.)/g, (two) => two + separator);
        return letters === 'upper' ? grouped.toUpperCase() : grouped;
      },
    examples: [
      { input: 'Hi', output: '4869' },
      { input: 'Hj', parameters: { separator: ':', letters: 'upper' }, output: '48:6A' },
    ],
  }),
  defineOperation({
    id: 'from-hex',
    group: 'encoding',
    title: words('From hex', 'Desde hexadecimal'),
    summary: words(
      'Bytes from digits; blanks, colons and 0x between them are skipped.',
      'Bytes a partir de cifras; se saltan espacios, dos puntos y 0x.',
    ),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: none,
    text: {},
    compile: () => (value) => shown(bytesOfHex(textOf(value).replace(/0x|\\x|[\s:,-]/gi, '')), 'text', 'hex'),
    examples: [{ input: '48:69', output: 'Hi' }],
  }),
  defineOperation({
    id: 'url-encode',
    group: 'encoding',
    title: words('URL encode', 'Codificar URL'),
    summary: words('Percent signs for characters a URL cannot contain.', 'Signos de porcentaje para caracteres que una URL no admite.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ how: choice(['component', 'form', 'all'], 'component') }),
    text: {
      how: {
        label: words('Which characters', 'Qué caracteres'),
        options: {
          component: words('As part of a URL', 'Como parte de una URL'),
          form: words('As a form sends it', 'Como lo envía un formulario'),
          all: words('Every character', 'Todos'),
        },
      },
    },
    compile:
      ({ how }) =>
      (value) => {
        const plain = textOf(value);
        if (how === 'all') return [...utf8(plain)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
        return how === 'form'
          ? percentEncoded(plain, `${keptByForm} `)
              .replaceAll(' ', '+')
              .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
          : percentEncoded(plain);
      },
    examples: [
      { input: 'a b&c=ñ', output: 'a%20b%26c%3D%C3%B1' },
      { input: 'a b', parameters: { how: 'form' }, output: 'a+b' },
      { input: 'aé', parameters: { how: 'all' }, output: '%61%C3%A9' },
    ],
  }),
  defineOperation({
    id: 'url-decode',
    group: 'encoding',
    title: words('URL decode', 'Decodificar URL'),
    summary: words('Percent signs back to characters.', 'De signos de porcentaje a caracteres.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ plus: flag(false) }),
    text: { plus: { label: words('+ is a blank', '+ es un espacio') } },
    compile:
      ({ plus }) =>
      (value) =>
        percentDecoded(plus ? textOf(value).replaceAll('+', ' ') : textOf(value)),
    examples: [
      { input: 'a%20b%26c%3D%C3%B1', output: 'a b&c=ñ' },
      { input: 'a+b', parameters: { plus: true }, output: 'a b' },
    ],
  }),
  defineOperation({
    id: 'html-entities-encode',
    group: 'encoding',
    title: words('HTML entities encode', 'Codificar entidades HTML'),
    summary: words('Signs that HTML would read as tags.', 'Signos que HTML leería como etiquetas.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ style: choice(['named', 'numeric'], 'named') }),
    text: { style: { label: words('Style', 'Estilo'), options: { named: same('&lt;'), numeric: same('&#60;') } } },
    compile:
      ({ style }) =>
      (value) =>
        encodeEntities(textOf(value), style),
    examples: [
      { input: '<a>', output: '&lt;a&gt;' },
      { input: '<', parameters: { style: 'numeric' }, output: '&#60;' },
    ],
  }),
  textOperation(
    'html-entities-decode',
    'encoding',
    ['HTML entities decode', 'Decodificar entidades HTML'],
    ['Entities back to characters.', 'De entidades a caracteres.'],
    decodeEntities,
    [{ input: '&lt;a&gt; &amp; &#241;&#xf1;&ntilde;', output: '<a> & ñññ' }],
  ),
  ...(['escape', 'unescape'] as const).map((direction) =>
    defineOperation({
      id: `${direction}-string`,
      group: 'encoding',
      title: direction === 'escape' ? words('Escape string', 'Escapar cadena') : words('Unescape string', 'Quitar escapes'),
      summary: words('Backslashes or entities for special characters.', 'Barras inversas o entidades para caracteres especiales.'),
      input: scalars,
      output: 'string',
      maps: true,
      parameters: z.object({ style: choice(['json', 'c', 'xml'], 'json') }),
      text: { style: { label: words('Style', 'Estilo'), options: sameOptions(['json', 'c', 'xml']) } },
      compile:
        ({ style }) =>
        (value) =>
          escapes[style][direction](textOf(value)),
      examples:
        direction === 'escape'
          ? [
              { input: 'a\nb', output: 'a\\nb' },
              { input: '\u0001"', parameters: { style: 'c' }, output: '\\x01\\"' },
            ]
          : [
              { input: 'a\\nb', output: 'a\nb' },
              { input: '\\x41\\t', parameters: { style: 'c' }, output: 'A\t' },
            ],
    }),
  ),
  {
    ...textOperation(
      'quoted-printable-decode',
      'encoding',
      ['Quoted-printable decode', 'Decodificar quoted-printable'],
      ['As mail writes its text.', 'Como escribe su texto el correo.'],
      decodeQuotedPrintable,
      [{ input: 'caf=C3=A9 =\r\nol=C3=A9', output: 'café olé' }],
    ),
    cost: 20,
  },
  textOperation(
    'mime-word-decode',
    'encoding',
    ['MIME word decode', 'Decodificar palabra MIME'],
    ['As mail writes its headers.', 'Como escribe sus cabeceras el correo.'],
    decodeMimeWords,
    [
      { input: '=?UTF-8?Q?caf=C3=A9?=', output: 'café' },
      { input: 'Re: =?iso-8859-1?B?8Q==?=', output: 'Re: ñ' },
    ],
  ),
  ...pair(
    'punycode',
    [
      ['To Punycode', 'A Punycode'],
      ['From Punycode', 'Desde Punycode'],
    ],
    ['Domain names as the DNS stores them.', 'Nombres de dominio como los guarda el DNS.'],
    toPunycode,
    fromPunycode,
    [
      { input: 'españa.es', output: 'xn--espaa-rta.es' },
      { input: 'xn--espaa-rta.es', output: 'españa.es' },
    ],
  ),
  ...(['to', 'from'] as const).map((direction) =>
    defineOperation({
      id: `${direction}-character-codes`,
      group: 'encoding',
      title:
        direction === 'to'
          ? words('To character codes', 'A códigos de carácter')
          : words('From character codes', 'Desde códigos de carácter'),
      summary: words('Numbers of the characters in Unicode.', 'Números de los caracteres en Unicode.'),
      input: scalars,
      output: 'string',
      maps: false,
      parameters: z.object({ base: integer(10, 2, 36), separator: text(' ', 8) }),
      text: { base: { label: words('Base', 'Base') }, separator: { label: words('Between codes', 'Entre códigos') } },
      compile:
        ({ base, separator }) =>
        (value) => {
          if (direction === 'to') return [...textOf(value)].map((character) => character.codePointAt(0)!.toString(base)).join(separator);
          return textOf(value)
            .split(separator)
            .filter((code) => code !== '')
            .map((code) => {
              const point = Number.parseInt(code, base);
              if (!(point >= 0 && point <= 0x10ffff)) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_CHARACTER_CODE'));
              return String.fromCodePoint(point);
            })
            .join('');
        },
      examples: direction === 'to' ? [{ input: 'Hi', output: '72 105' }] : [{ input: '72 105', output: 'Hi' }],
    }),
  ),
  defineOperation({
    id: 're-decode-text',
    group: 'encoding',
    title: words('Re-decode text', 'Volver a decodificar'),
    summary: words('Fixes a text that was read with the wrong charset.', 'Corrige un texto leído con el juego de caracteres equivocado.'),
    input: scalars,
    output: 'string',
    maps: false,
    parameters: z.object({ wrong: choice(charsets, 'windows-1252'), right: choice(charsets, 'utf-8') }),
    text: {
      wrong: { label: words('Read as', 'Leído como'), options: sameOptions(charsets) },
      right: { label: words('Really', 'En realidad'), options: sameOptions(charsets) },
    },
    compile:
      ({ wrong, right }) =>
      (value) =>
        new TextDecoder(right).decode(bytesIn(textOf(value), wrong)),
    examples: [{ input: 'Ã©', output: 'é' }],
  }),
  defineOperation({
    id: 'normalise-unicode',
    group: 'encoding',
    title: words('Normalize Unicode', 'Normalizar Unicode'),
    summary: words('One form for characters that look the same.', 'Una sola forma para caracteres que se ven igual.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ form: choice(['NFC', 'NFD', 'NFKC', 'NFKD'], 'NFC') }),
    text: { form: { label: words('Form', 'Forma'), options: sameOptions(['NFC', 'NFD', 'NFKC', 'NFKD']) } },
    compile:
      ({ form }) =>
      (value) =>
        textOf(value).normalize(form),
    examples: [
      { input: 'e\u0301', output: 'é' },
      { input: 'ﬁ', parameters: { form: 'NFKC' }, output: 'fi' },
    ],
  }),
  defineOperation({
    id: 'decode-jwt',
    group: 'encoding',
    title: words('Decode JWT', 'Decodificar JWT'),
    summary: words(
      'Header and payload of a token; the signature is not verified.',
      'Cabecera y contenido de un token; no se comprueba la firma.',
    ),
    input: ['string'],
    output: 'json',
    maps: false,
    parameters: none,
    text: {},
    compile: () => (value) => jwt(textOf(value)),
    examples: [
      {
        input: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.x',
        output: jsonOf(
          new Map([
            ['header', new Map([['alg', 'HS256']])],
            ['payload', new Map([['sub', 'ana']])],
          ]),
        ),
      },
    ],
  }),
];
