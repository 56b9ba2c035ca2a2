import { csvLine } from '@acequia/base';
import type { Usage } from '@acequia/contract';

/** Presets of the usage page (specification 9). */
export const usagePresets = ['LAST_24_HOURS', 'LAST_WEEK', 'LAST_MONTH', 'ONE_YEAR_AGO', 'CUSTOM_RANGE'] as const;
export type UsagePreset = (typeof usagePresets)[number];

const dayMs = 86_400_000;
const days: Readonly<Record<Exclude<UsagePreset, 'CUSTOM_RANGE'>, number>> = {
  LAST_24_HOURS: 1,
  LAST_WEEK: 7,
  LAST_MONTH: 30,
  ONE_YEAR_AGO: 365,
};

/** The days a preset counts back from now. */
export const periodOfPreset = (preset: Exclude<UsagePreset, 'CUSTOM_RANGE'>, nowMs: number) => ({
  from: nowMs - days[preset] * dayMs,
  to: nowMs,
});

export interface Amount {
  readonly events: number;
  readonly bytes: number;
}

export type UsageRow = Usage['rows'][number];

/** All rows together, now and in the range before. */
export function totalOf(rows: readonly UsageRow[]): Amount & { readonly previous: Amount } {
  const total = { events: 0, bytes: 0, previous: { events: 0, bytes: 0 } };
  for (const { events, bytes, previous } of rows) {
    total.events += events;
    total.bytes += bytes;
    total.previous.events += previous.events;
    total.previous.bytes += previous.bytes;
  }
  return total;
}

/**
 * How many days an average is over: those with any events, received or delivered, each for the part of it that is in the range. What is
 * shorter than a day counts as one.
 */
export function averagedDays(usages: readonly Pick<Usage, 'days'>[], { from, to }: { readonly from: number; readonly to: number }): number {
  const withData = new Set(usages.flatMap(({ days: all }) => all.flatMap(({ at, events }) => (events > 0 ? [at] : []))));
  const coveredMs = [...withData].reduce((sum, at) => sum + Math.max(0, Math.min(at + dayMs, to) - Math.max(at, from)), 0);
  return withData.size === 0 ? 0 : Math.max(1, coveredMs / dayMs);
}

/** Per day of so many days; without any day with data there is nothing to divide. */
export const perDay = (value: number, days: number): number => value / Math.max(1, days);

/** Change against the range before as a fraction; undefined when there was nothing before. */
export const trendOf = (now: number, before: number): number | undefined => (before > 0 ? now / before - 1 : undefined);

/** How far a day is over the limit as a fraction; undefined when it is not. */
export const overBy = (bytes: number, limit: number | null): number | undefined =>
  limit !== null && bytes > limit ? bytes / limit - 1 : undefined;

/** The rows as a CSV file; a text that a spreadsheet would take for a formula is kept a text. */
export function usageCsv(
  heads: readonly string[],
  parts: readonly { readonly kind: string; readonly rows: readonly UsageRow[] }[],
): string {
  const lines = parts.flatMap(({ kind, rows }) =>
    rows.map(({ id, name, events, bytes, previous }) => [kind, id, name ?? '', events, bytes, previous.events, previous.bytes]),
  );
  return [heads, ...lines].map(csvLine).join('');
}
