import { dayMs, hourMs, minuteMs } from '@acequia/base';
import type { Language } from '@acequia/component-sdk/text';

const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;

/** A length of time in its two largest units, of a minute at least: `3 days 4 hours`. */
export function spanWords(ms: number, language: Language): string {
  let left = Math.max(minuteMs, Math.floor(ms / minuteMs) * minuteMs);
  const parts = units.map(([unit, size]) => {
    const value = Math.floor(left / size);
    left -= value * size;
    return { value, text: new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value) };
  });
  const first = parts.findIndex(({ value }) => value > 0);
  return parts
    .slice(first, first + 2)
    .filter(({ value }) => value > 0)
    .map(({ text }) => text)
    .join(' ');
}
