import type { PatternType } from './pattern-ast.ts';

/** One sentence in both languages and a pattern that shows it. */
export interface PatternDoc {
  readonly en: string;
  readonly es: string;
  readonly example: string;
}

/** What each type reads (catalogue 5.2). */
export const patternTypeDocs: Readonly<Record<PatternType, PatternDoc>> = {
  string: { en: 'Text up to what follows.', es: 'Texto hasta lo que sigue.', example: '{user} ' },
  word: { en: 'Characters that are not blanks, at least one.', es: 'Caracteres que no son blancos, al menos uno.', example: '{host:word}' },
  quoted: { en: 'Text in quotes, or a word without them.', es: 'Texto entre comillas, o una palabra sin ellas.', example: '{msg:quoted}' },
  int: { en: 'A whole number with its sign.', es: 'Un número entero con su signo.', example: '{status:int}' },
  float: { en: 'A decimal number.', es: 'Un número decimal.', example: '{ratio:float}' },
  bool: { en: 'True or false in words.', es: 'Verdadero o falso en palabras.', example: '{ok:bool} ' },
  timestamp: {
    en: 'A moment; RFC 3339 unless a time pattern is given.',
    es: 'Un instante; RFC 3339 si no se da un patrón de hora.',
    example: '{ts:timestamp("%d/%b/%Y:%H:%M:%S %z")}',
  },
  ip: { en: 'An IPv4 or IPv6 address.', es: 'Una dirección IPv4 o IPv6.', example: '{client:ip}' },
  json: { en: 'One JSON value.', es: 'Un valor JSON.', example: '{body:json}' },
  xml: { en: 'One XML element.', es: 'Un elemento XML.', example: '{body:xml}' },
  kv: { en: 'Pairs of names and values.', es: 'Pares de nombre y valor.', example: '{*:kv}' },
  csv: { en: 'Cells of a CSV row.', es: 'Celdas de una fila CSV.', example: '{row:csv(columns=["a","b"])}' },
  list: {
    en: 'Elements with a separator between them.',
    es: 'Elementos con un separador entre ellos.',
    example: '{tags:list(separator="|")} ',
  },
  syslog: { en: 'A syslog message, RFC 5424 or 3164.', es: 'Un mensaje syslog, RFC 5424 o 3164.', example: '{*:syslog}' },
  cef: { en: 'A CEF message.', es: 'Un mensaje CEF.', example: '{*:cef}' },
  leef: { en: 'A LEEF message.', es: 'Un mensaje LEEF.', example: '{*:leef}' },
  access: {
    en: 'A line of a web server’s access log.',
    es: 'Una línea del registro de accesos de un servidor web.',
    example: '{*:access}',
  },
  grok: {
    en: 'The text that a grok pattern matches.',
    es: 'El texto que coincide con un patrón grok.',
    example: '{*:grok("%{IP:client} %{WORD:method}")}',
  },
};

/** What each operator does (catalogue 5.3). */
export const patternOperatorDocs: Readonly<
  Record<'while' | 'skip' | 'until' | 'optional' | 'either' | 'newline' | 'space' | 'any', PatternDoc>
> = {
  while: {
    en: 'Skips any number of repeats of a text.',
    es: 'Salta cualquier número de repeticiones de un texto.',
    example: '<while(value=" ")>',
  },
  skip: { en: 'Skips this many characters.', es: 'Salta ese número de caracteres.', example: '<skip(3)>' },
  until: {
    en: 'Skips to just after the first occurrence.',
    es: 'Salta hasta justo después de la primera aparición.',
    example: '<until(value="id=")>',
  },
  optional: {
    en: 'Tries the pattern inside; without a match its fields are null.',
    es: 'Prueba el patrón de dentro; si no encaja, sus campos son nulos.',
    example: '<optional(\\<{pri:int}\\>)>',
  },
  either: { en: 'The first alternative that matches.', es: 'La primera alternativa que encaja.', example: '<either({ip:ip}|{host:word})>' },
  newline: { en: 'The end of a line.', es: 'El final de una línea.', example: '<newline>' },
  space: { en: 'One or more blanks.', es: 'Uno o más blancos.', example: '<space>' },
  any: { en: 'The rest of the text, forgotten.', es: 'El resto del texto, que se olvida.', example: '<any>' },
};

/** What options say, whichever type or operator takes them. */
export const patternOptionDocs: Readonly<Record<string, Omit<PatternDoc, 'example'>>> = {
  length: { en: 'Exactly this many characters.', es: 'Exactamente ese número de caracteres.' },
  trim: { en: 'Without blanks at both ends.', es: 'Sin blancos en los extremos.' },
  null: { en: 'The text that means null.', es: 'El texto que significa nulo.' },
  chars: { en: 'The characters it may have.', es: 'Los caracteres que puede tener.' },
  quote: { en: 'The quotation mark.', es: 'El signo de comillas.' },
  escape: {
    en: 'How a quotation mark is written inside: backslash, double or none.',
    es: 'Cómo se escribe una comilla dentro: backslash, double o none.',
  },
  base: { en: 'Base of the digits, 10 unless given.', es: 'Base de las cifras; 10 si no se dice.' },
  thousands: { en: 'The separator between thousands.', es: 'El separador de miles.' },
  decimal: { en: 'The decimal separator.', es: 'El separador decimal.' },
  true: { en: 'Words that mean true.', es: 'Palabras que significan verdadero.' },
  false: { en: 'Words that mean false.', es: 'Palabras que significan falso.' },
  format: { en: 'The time pattern.', es: 'El patrón de hora.' },
  tz: { en: 'Time zone of texts that name none.', es: 'Zona horaria de los textos que no dicen ninguna.' },
  locale: { en: 'Language of month and day names: en or es.', es: 'Idioma de los nombres de meses y días: en o es.' },
  version: { en: 'Only IPv4 (4) or only IPv6 (6).', es: 'Solo IPv4 (4) o solo IPv6 (6).' },
  as: { en: 'One json field, or a field for each member.', es: 'Un campo json, o un campo por miembro.' },
  depth: { en: 'How deep the JSON may be.', es: 'Cuántos niveles puede tener el JSON.' },
  attributes: { en: 'Prefix of attribute names.', es: 'Prefijo de los nombres de atributos.' },
  text: { en: 'Name of the text of an element.', es: 'Nombre del texto de un elemento.' },
  pairs: { en: 'Separator between pairs.', es: 'Separador entre los pares.' },
  values: { en: 'Separator between a name and its value.', es: 'Separador entre un nombre y su valor.' },
  bare: { en: 'Value of a name without a value.', es: 'Valor de un nombre que no tiene valor.' },
  keys: { en: 'Only these names.', es: 'Solo estos nombres.' },
  separator: { en: 'Separator between the parts.', es: 'Separador entre las partes.' },
  columns: { en: 'Names of the columns.', es: 'Nombres de las columnas.' },
  indices: { en: 'Only these columns, counted from 0.', es: 'Solo estas columnas, contadas desde 0.' },
  fields: { en: 'Only these columns, counted from 0.', es: 'Solo estas columnas, contadas desde 0.' },
  totalColumns: { en: 'How many columns belong to it.', es: 'Cuántas columnas le pertenecen.' },
  alias: { en: 'Other names for the columns.', es: 'Otros nombres para las columnas.' },
  of: { en: 'Type of the elements.', es: 'Tipo de los elementos.' },
  labels: { en: 'Whether cs1Label names cs1.', es: 'Si cs1Label da nombre a cs1.' },
  value: { en: 'The text.', es: 'El texto.' },
  min: { en: 'At least this many times.', es: 'Al menos ese número de veces.' },
  max: { en: 'At most this many times.', es: 'Como mucho ese número de veces.' },
  include: { en: 'Whether the text itself is skipped too.', es: 'Si también se salta el propio texto.' },
};
