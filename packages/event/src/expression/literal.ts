import { parseDuration } from '@acequia/base';
import { integerFromDigits } from '../json/integer.ts';
import { floatText } from '../json/print-json.ts';
import { parseRfc3339 } from '../time/rfc3339.ts';
import { Float, Timestamp, type FieldValue } from '../values.ts';
import type { Literal } from './ast.ts';

/** The value of a constant; durations are integers of ms. Undefined when its text is not one. */
export function literalValue(literal: Literal): FieldValue | undefined {
  if (literal === null || typeof literal === 'boolean' || typeof literal === 'string') return literal;
  if (typeof literal === 'number') {
    if (Number.isSafeInteger(literal)) return literal + 0;
    return Number.isFinite(literal) ? new Float(literal) : undefined;
  }
  if ('float' in literal) {
    const value = Number(literal.float);
    return literal.float.trim() !== '' && Number.isFinite(value) ? new Float(value) : undefined;
  }
  if ('integer' in literal) return /^-?\d+$/.test(literal.integer) ? integerFromDigits(literal.integer) : undefined;
  if ('time' in literal) {
    const ns = parseRfc3339(literal.time);
    return ns === undefined ? undefined : new Timestamp(ns);
  }
  const ms = parseDuration(literal.duration);
  return ms.ok && Number.isSafeInteger(ms.value) ? ms.value : undefined;
}

/** The stored form of a number's text; undefined when it is no value (beyond 64 bits, not finite). */
export function numberLiteral(text: string): Literal | undefined {
  if (/^-?\d+$/.test(text)) {
    const value = integerFromDigits(text);
    return typeof value === 'bigint' ? { integer: String(value) } : value;
  }
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  return Number.isSafeInteger(value) || !Number.isFinite(value) || Number.isInteger(value) ? { float: floatText(value) } : value;
}

/** The constant as code. */
export function printLiteral(literal: Literal): string {
  if (literal === null || typeof literal === 'boolean') return String(literal);
  if (typeof literal === 'string') return printString(literal);
  if (typeof literal === 'number') return Number.isSafeInteger(literal) ? String(literal) : floatText(literal);
  if ('float' in literal) return literal.float;
  if ('integer' in literal) return literal.integer;
  return 'time' in literal ? `t"${literal.time}"` : literal.duration;
}

const escaped: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '"': '\\"', '\\': '\\\\' };

function printString(text: string): string {
  if (text.includes('\\') && !/["\p{Cc}]/u.test(text)) return `r"${text}"`;
  return `"${text.replace(/["\\\p{Cc}]/gu, (c) => escaped[c] ?? `\\u{${c.codePointAt(0)!.toString(16)}}`)}"`;
}
