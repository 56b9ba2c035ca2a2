import { err, ok } from '@acequia/base';
import { jsonOf, valueToNode, valueToText } from '../../json/print-json.ts';
import { replaceMatches, allMatches } from '../../regex/compile-regex.ts';
import { findText, splitAt } from '../../text/find-text.ts';
import { List, type FieldValue } from '../../values.ts';
import { countArg, itemsArg, textArg, textResult } from '../arguments.ts';
import { ExpressionError, expressionLimits } from '../faults.ts';
import { prepared, strict, type FunctionDefinition } from '../function-definition.ts';
import { constantRegex } from './constant-regex.ts';

const group = 'text' as const;
const result = 'string' as const;

const points = (text: string): string[] => [...text];

/** Whether no character needs two code units, so that offsets can be used directly. */
const isFlat = (text: string): boolean => !/[\ud800-\udfff]/.test(text);

function substring(text: string, start: number, length: number): string {
  const source = isFlat(text) ? text : points(text);
  const from = Math.max(0, start < 0 ? source.length + start : start);
  const end = Math.max(from, from + length);
  return typeof source === 'string' ? source.slice(from, end) : source.slice(from, end).join('');
}

const lengthOf = (text: string): number => (isFlat(text) ? text.length : points(text).length);

function indexOf(text: string, part: string, from: number): number {
  if (isFlat(text)) return findText(text, part, from);
  const start = points(text).slice(0, Math.max(0, from)).join('').length;
  const at = findText(text, part, start);
  return at < 0 ? -1 : lengthOf(text.slice(0, at));
}

function trim(text: string, chars: string | null): string {
  if (chars === null) return text.trim();
  const set = new Set(points(chars));
  const all = points(text);
  let from = 0;
  let end = all.length;
  while (from < end && set.has(all[from]!)) from += 1;
  while (end > from && set.has(all[end - 1]!)) end -= 1;
  return all.slice(from, end).join('');
}

function padding(text: string, length: number, fill: string): string {
  const missing = length - lengthOf(text);
  if (missing <= 0 || fill === '') return '';
  if (missing > expressionLimits.textBytes) throw new ExpressionError('EXPR_LIMIT', 'text');
  const unit = points(fill);
  return unit.length === 1
    ? fill.repeat(missing)
    : points(fill.repeat(Math.ceil(missing / unit.length)))
        .slice(0, missing)
        .join('');
}

export function splitText(text: string, separator: string, limit: number): string[] {
  const parts: string[] = [];
  let at = 0;
  while (parts.length < limit - 1) {
    const next = separator === '' ? nextPoint(text, at) : findText(text, separator, at);
    if (next < 0) break;
    if (parts.length + 1 >= expressionLimits.elements) throw new ExpressionError('EXPR_LIMIT', 'elements');
    parts.push(text.slice(at, next));
    at = next + separator.length;
  }
  parts.push(text.slice(at));
  return parts;
}

function nextPoint(text: string, at: number): number {
  const next = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  return next < text.length ? next : -1;
}

const strings = (items: readonly string[]): List => new List('string', items);
export const jsonList = (items: readonly FieldValue[]) => jsonOf(items.map((item) => valueToNode(item)));

export const textFunctions: readonly FunctionDefinition[] = [
  strict(
    {
      group,
      signature: 'length(text:s)',
      result: 'integer',
      en: 'Number of characters.',
      es: 'Número de caracteres.',
      example: ['length("año")', '3'],
    },
    ([text]) => lengthOf(textArg(text)),
  ),
  strict(
    {
      group,
      signature: 'byte_length(text:s)',
      result: 'integer',
      en: 'Number of bytes in UTF-8.',
      es: 'Número de bytes en UTF-8.',
      example: ['byte_length("año")', '4'],
    },
    ([text]) => new TextEncoder().encode(textArg(text)).length,
  ),
  strict(
    { group, signature: 'upper(text:s)', result, en: 'In uppercase.', es: 'En mayúsculas.', example: ['upper("ana")', '"ANA"'] },
    ([text]) => textResult(textArg(text).toUpperCase()),
  ),
  strict(
    { group, signature: 'lower(text:s)', result, en: 'In lowercase.', es: 'En minúsculas.', example: ['lower("ANA")', '"ana"'] },
    ([text]) => textResult(textArg(text).toLowerCase()),
  ),
  strict(
    {
      group,
      signature: 'trim(text:s, chars:s?)',
      result,
      en: 'Without blanks, or the given characters, at both ends.',
      es: 'Sin espacios, o sin los caracteres dados, en los dos extremos.',
      example: ['trim("  a ")', '"a"'],
    },
    ([text, chars]) => trim(textArg(text), chars === undefined || chars === null ? null : textArg(chars)),
  ),
  strict(
    {
      group,
      signature: 'substring(text:s, start:i, length:i?)',
      result,
      en: 'A part of the text; counted from 0, a negative start from the end.',
      es: 'Una parte del texto; se cuenta desde 0, y un inicio negativo desde el final.',
      example: ['substring("pipeline", 0, 4)', '"pipe"'],
    },
    ([text, start, length]) => substring(textArg(text), countArg(start, 0), countArg(length, Number.MAX_SAFE_INTEGER)),
  ),
  strict(
    {
      group,
      signature: 'index_of(text:s, part:s, from:i?)',
      result: 'integer',
      en: 'Where the part begins; -1 when it is absent.',
      es: 'Dónde empieza la parte; -1 si no está.',
      example: ['index_of("banana", "na")', '2'],
    },
    ([text, part, from]) => indexOf(textArg(text), textArg(part), countArg(from, 0)),
  ),
  strict(
    {
      group,
      signature: 'replace(text:s, from:s, to:s)',
      result,
      en: 'Every occurrence replaced.',
      es: 'Con todas las apariciones sustituidas.',
      cost: 2,
      example: ['replace("a-b-c", "-", "+")', '"a+b+c"'],
    },
    ([text, from, to]) => {
      const [source, part, by] = [textArg(text), textArg(from), textArg(to)];
      const grown = source.length + (source.length / Math.max(1, part.length)) * by.length;
      if (grown > expressionLimits.textBytes * 8) throw new ExpressionError('EXPR_LIMIT', 'text');
      return part === '' ? source : textResult(splitAt(source, part).join(by));
    },
  ),
  prepared(
    {
      group,
      signature: 'replace_regex(text:s, pattern:re, to:s)',
      result,
      en: 'Every match replaced; $1 and ${name} stand for groups.',
      es: 'Con cada coincidencia sustituida; $1 y ${nombre} son los grupos.',
      example: ['replace_regex("a1b22", "[0-9]+", "#")', '"a#b#"'],
    },
    (constants) => {
      const regex = constantRegex(constants[1]);
      return regex.ok ? ok(([text, , to]) => textResult(replaceMatches(regex.value, textArg(text), textArg(to)))) : err(regex.error);
    },
  ),
  strict(
    {
      group,
      signature: 'split(text:s, separator:s, limit:i?)',
      result: 'list<string>',
      en: 'The parts between separators, at most `limit`.',
      es: 'Las partes entre separadores, como máximo `limit`.',
      example: ['split("a,b", ",")', '["a","b"]'],
    },
    ([text, separator, limit]) =>
      strings(splitText(textArg(text), textArg(separator), Math.max(1, countArg(limit, Number.MAX_SAFE_INTEGER)))),
  ),
  prepared(
    {
      group,
      signature: 'split_regex(text:s, pattern:re)',
      result: 'list<string>',
      en: 'The parts between matches.',
      es: 'Las partes entre coincidencias.',
      example: ['split_regex("a1b22c", "[0-9]+")', '["a","b","c"]'],
    },
    (constants) => {
      const regex = constantRegex(constants[1]);
      if (!regex.ok) return err(regex.error);
      return ok(([text]) => {
        const parts: string[] = [];
        const source = textArg(text);
        let at = 0;
        for (const match of allMatches(regex.value, source, expressionLimits.elements + 1)) {
          if (match.end === match.start && (match.start === at || match.start === source.length)) continue;
          parts.push(source.slice(at, match.start));
          at = match.end;
        }
        if (parts.length >= expressionLimits.elements) throw new ExpressionError('EXPR_LIMIT', 'elements');
        return strings([...parts, source.slice(at)]);
      });
    },
  ),
  strict(
    {
      group,
      signature: 'join(items:l, separator:s)',
      result,
      en: 'The elements as one text.',
      es: 'Los elementos en un solo texto.',
      cost: 4,
      example: ['join(["a", "b"], "-")', '"a-b"'],
    },
    ([items, separator]) => {
      const parts = itemsArg(items).map(valueToText);
      const grown = parts.reduce((length, part) => length + part.length + textArg(separator).length, 0);
      if (grown > expressionLimits.textBytes * 2) throw new ExpressionError('EXPR_LIMIT', 'text');
      return textResult(parts.join(textArg(separator)));
    },
  ),
  strict(
    {
      group,
      signature: 'concat(value:a, more:a...)',
      result,
      en: 'All values as text, one after the other.',
      es: 'Todos los valores como texto, uno tras otro.',
      cost: 4,
      example: ['concat("n", 1)', '"n1"'],
    },
    (args) => textResult(args.map(valueToText).join('')),
  ),
  strict(
    {
      group,
      signature: 'pad_start(text:s, length:i, fill:s?)',
      result,
      en: 'Filled up at the beginning to the length.',
      es: 'Relleno por el principio hasta la longitud.',
      example: ['pad_start("42", 5, "0")', '"00042"'],
    },
    ([text, length, fill]) =>
      textResult(padding(textArg(text), countArg(length, 0), fill === undefined || fill === null ? ' ' : textArg(fill)) + textArg(text)),
  ),
  strict(
    {
      group,
      signature: 'pad_end(text:s, length:i, fill:s?)',
      result,
      en: 'Filled up at the end to the length.',
      es: 'Relleno por el final hasta la longitud.',
      example: ['pad_end("a", 3, ".")', '"a.."'],
    },
    ([text, length, fill]) =>
      textResult(textArg(text) + padding(textArg(text), countArg(length, 0), fill === undefined || fill === null ? ' ' : textArg(fill))),
  ),
  strict(
    {
      group,
      signature: 'truncate(text:s, length:i, suffix:s?)',
      result,
      en: 'Cut to the length, the suffix included.',
      es: 'Cortado a la longitud, contando el sufijo.',
      example: ['truncate("pipeline", 5, "…")', '"pipe…"'],
    },
    ([text, length, suffix]) => {
      const most = Math.max(0, countArg(length, 0));
      const source = textArg(text);
      if (lengthOf(source) <= most) return source;
      const end = suffix === undefined || suffix === null ? '' : textArg(suffix);
      return substring(substring(source, 0, Math.max(0, most - lengthOf(end))) + end, 0, most);
    },
  ),
  strict(
    {
      group,
      signature: 'remove_accents(text:s)',
      result,
      en: 'Letters without their accents.',
      es: 'Las letras sin acentos.',
      cost: 4,
      example: ['remove_accents("café")', '"cafe"'],
    },
    ([text]) =>
      textResult(
        textArg(text)
          .normalize('NFD')
          .replace(/\p{Mn}/gu, '')
          .normalize('NFC'),
      ),
  ),
];
