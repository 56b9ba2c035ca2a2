import { integerFromBigInt, integerFromDigits } from '../json/integer.ts';
import { Float, Timestamp, type FieldValue } from '../values.ts';
import { epochOf, type EpochUnit } from './timestamps.ts';

export type Rounding = 'round' | 'floor' | 'ceil' | 'trunc';

const prefixes: Readonly<Record<string, number>> = { '0x': 16, '0b': 2, '0o': 8 };

/** An integer in text: trimmed, optional sign, digits of the base. */
export function integerFromText(text: string, base: number | 'auto' = 10): number | bigint | undefined {
  const trimmed = text.trim();
  const m = /^([+-]?)(.+)$/s.exec(trimmed);
  if (!m) return undefined;
  let digits = m[2]!;
  let radix = base === 'auto' ? 10 : base;
  const prefixed = prefixes[digits.slice(0, 2).toLowerCase()];
  if (prefixed !== undefined && (base === 'auto' || base === prefixed)) {
    radix = prefixed;
    digits = digits.slice(2);
  }
  if (radix === 10) return /^\d+$/.test(digits) ? integerFromDigits(m[1]! + digits) : undefined;
  if (digits.length > 64 || digits === '') return undefined;
  let value = 0n;
  for (const c of digits.toLowerCase()) {
    const digit = c >= '0' && c <= '9' ? c.charCodeAt(0) - 48 : c >= 'a' && c <= 'z' ? c.charCodeAt(0) - 87 : 99;
    if (digit >= radix) return undefined;
    value = value * BigInt(radix) + BigInt(digit);
  }
  return integerFromBigInt(m[1] === '-' ? -value : value);
}

/** A decimal number in text, trimmed, exponent allowed; undefined when not finite or not a number. */
export function floatFromText(text: string): Float | undefined {
  const trimmed = text.trim();
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? new Float(value) : undefined;
}

/** Half away from zero, as `round` means everywhere in the product. */
export function roundHalfAway(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}

const roundings: Readonly<Record<Rounding, (value: number) => number>> = {
  round: roundHalfAway,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
};

export interface NumberOptions {
  readonly base?: number | 'auto';
  readonly lossy?: boolean;
  readonly rounding?: Rounding;
  readonly unit?: EpochUnit;
}

export function toInteger(value: Exclude<FieldValue, null>, options: NumberOptions): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'string') return integerFromText(value, options.base);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Float) {
    const whole = options.rounding ? roundings[options.rounding](value.value) : value.value;
    return Number.isInteger(whole) ? integerFromBigInt(BigInt(whole)) : undefined;
  }
  return value instanceof Timestamp ? epochOf(value.ns, options.unit ?? 's') : undefined;
}

export function toFloat(value: Exclude<FieldValue, null>, options: NumberOptions): Float | undefined {
  if (value instanceof Float) return value;
  if (typeof value === 'number') return new Float(value);
  if (typeof value === 'bigint') {
    const exact = value >= -(2n ** 53n) && value <= 2n ** 53n;
    return options.lossy === true || exact ? new Float(Number(value)) : undefined;
  }
  if (typeof value === 'string') return floatFromText(value);
  if (typeof value === 'boolean') return new Float(value ? 1 : 0);
  if (!(value instanceof Timestamp)) return undefined;
  const seconds = value.ns / 1_000_000_000n;
  return new Float(Number(seconds) + Number(value.ns - seconds * 1_000_000_000n) / 1e9);
}
