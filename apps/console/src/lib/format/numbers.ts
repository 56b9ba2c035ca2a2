import type { Language } from '@acequia/component-sdk/text';

const cache = new Map<string, Intl.NumberFormat>();

function formatter(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  let known = cache.get(key);
  if (!known) {
    known = new Intl.NumberFormat(language, { useGrouping: true, ...options });
    cache.set(key, known);
  }
  return known;
}

/** A number and its unit, which is drawn smaller. */
export interface Measured {
  readonly value: string;
  readonly unit: string;
}

/** The whole number, with separators. */
export const exact = (value: number, language: Language): string => formatter(language, { maximumFractionDigits: 3 }).format(value);

const steps = [
  { at: 1e12, letter: 'T' },
  { at: 1e9, letter: 'G' },
  { at: 1e6, letter: 'M' },
  { at: 1e3, letter: 'K' },
] as const;

/** `38.2K`, `7.38M`, `412`; three figures. Below 10 one decimal, 0 is `0`. */
export function compact(value: number, language: Language): string {
  const step = steps.find((candidate) => Math.abs(value) >= candidate.at * 0.9995);
  const scaled = step ? value / step.at : value;
  const size = Math.abs(scaled);
  const digits = step ? (size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2) : size >= 10 || Number.isInteger(scaled) ? 0 : size >= 0.095 ? 1 : 2;
  return formatter(language, { maximumFractionDigits: digits, minimumFractionDigits: 0 }).format(scaled) + (step?.letter ?? '');
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Decimal units, three figures. */
export function bytes(value: number, language: Language): Measured {
  let scaled = value;
  let unit = 0;
  while (Math.abs(scaled) >= 999.5 && unit < byteUnits.length - 1) {
    scaled /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2;
  return { value: formatter(language, { maximumFractionDigits: digits }).format(scaled), unit: byteUnits[unit]! };
}

const secondMs = 1000;

/** How long something took: `12 ms`, `10.4 s`. The units are the same in all languages. */
export const duration = (ms: number, language: Language): string =>
  ms < secondMs
    ? `${formatter(language, { maximumFractionDigits: 0 }).format(ms)} ms`
    : `${formatter(language, { maximumFractionDigits: 1 }).format(ms / secondMs)} s`;

const mostPart = 0.999;

/** A fraction as a whole percentage; a small one, and one of nearly all, with a decimal. What is not all is never 100 %. */
export function percent(fraction: number, language: Language): string {
  const size = Math.abs(fraction);
  const nearlyAll = size >= 0.995 && size < 1;
  const digits = (size > 0 && size < 0.1) || nearlyAll ? 1 : 0;
  const shown = nearlyAll ? Math.sign(fraction) * Math.min(size, mostPart) : fraction;
  return formatter(language, { style: 'percent', maximumFractionDigits: digits }).format(shown);
}
