import { dayMs, hourMs } from '@acequia/base';

export const presets = ['1h', '12h', '24h', '7d', 'custom'] as const;
export type Preset = (typeof presets)[number];

const lengthMs: Readonly<Record<Exclude<Preset, 'custom'>, number>> = { '1h': hourMs, '12h': 12 * hourMs, '24h': dayMs, '7d': 7 * dayMs };

/** What the form holds: times as the browser's `datetime-local` fields give them, in the person's zone. */
export interface RangeInput {
  readonly preset: Preset;
  readonly from: string;
  readonly to: string;
}

export type RangeFault = 'incomplete' | 'order' | 'future';

/** ms since 1970, or what is wrong. */
export function readRange({ preset, from, to }: RangeInput, nowMs: number): { readonly from: number; readonly to: number } | RangeFault {
  if (preset !== 'custom') return { from: nowMs - lengthMs[preset], to: nowMs };
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(fromMs) || Number.isNaN(toMs)) return 'incomplete';
  if (fromMs >= toMs) return 'order';
  return toMs > nowMs ? 'future' : { from: fromMs, to: toMs };
}

/** A moment as a `datetime-local` field wants it: local, to the second. */
export function localTime(atMs: number): string {
  const shifted = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}
