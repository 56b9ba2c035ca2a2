import type { TimeZone } from '#lib/format/zone.ts';

/** Presets of a range of time (specification 9); `custom` has its own two ends. */
export const datePresets = [
  '1h',
  '12h',
  '24h',
  'yesterday',
  '7d',
  '28d',
  'lastWeek',
  'lastMonth',
  '12m',
  'previousYear',
  'custom',
] as const;
export type DatePreset = (typeof datePresets)[number];
/** A preset that says by itself what it means. */
export type NamedRange = Exclude<DatePreset, 'custom'>;

export interface Period {
  /** ms since 1970 */
  readonly from: number;
  readonly to: number;
}

const hourMs = 3_600_000;

/** What a preset means now, by the calendar of the zone; weeks begin on Monday. */
export function periodOf(preset: NamedRange, nowMs: number, zone: TimeZone): Period {
  const { year, month, date, weekday, at } = calendar(nowMs, zone);
  const day = (offset: number) => at(year, month, date + offset);
  const monday = -((weekday + 6) % 7);
  switch (preset) {
    case '1h':
    case '12h':
    case '24h':
      return { from: nowMs - Number.parseInt(preset, 10) * hourMs, to: nowMs };
    case 'yesterday':
      return { from: day(-1), to: day(0) - 1 };
    case '7d':
    case '28d':
      return { from: day(-Number.parseInt(preset, 10)), to: nowMs };
    case 'lastWeek':
      return { from: day(monday - 7), to: day(monday) - 1 };
    case 'lastMonth':
      return { from: at(year, month - 1, 1), to: at(year, month, 1) - 1 };
    case '12m':
      return { from: at(year - 1, month, date), to: nowMs };
    case 'previousYear':
      return { from: at(year - 1, 0, 1), to: at(year, 0, 1) - 1 };
  }
}

function calendar(nowMs: number, zone: TimeZone) {
  const now = new Date(nowMs);
  return zone === 'utc'
    ? {
        year: now.getUTCFullYear(),
        month: now.getUTCMonth(),
        date: now.getUTCDate(),
        weekday: now.getUTCDay(),
        at: (year: number, month: number, date: number) => Date.UTC(year, month, date),
      }
    : {
        year: now.getFullYear(),
        month: now.getMonth(),
        date: now.getDate(),
        weekday: now.getDay(),
        at: (year: number, month: number, date: number) => new Date(year, month, date).getTime(),
      };
}

/** What is wrong with two ends of one's own (specification 5). */
export function rangeFault({ from, to }: Period, nowMs: number): 'order' | 'future' | undefined {
  if (!(from < to)) return 'order';
  return to > nowMs ? 'future' : undefined;
}
