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

export interface Period {
  /** ms since 1970 */
  readonly from: number;
  readonly to: number;
}

const hourMs = 3_600_000;

/** What a preset means now, in the user's zone; weeks begin on Monday. */
export function periodOf(preset: Exclude<DatePreset, 'custom'>, nowMs: number): Period {
  const now = new Date(nowMs);
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const day = (offset: number) => new Date(year, month, date + offset).getTime();
  const monday = -((now.getDay() + 6) % 7);
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
      return { from: new Date(year, month - 1, 1).getTime(), to: new Date(year, month, 1).getTime() - 1 };
    case '12m':
      return { from: new Date(year - 1, month, date).getTime(), to: nowMs };
    case 'previousYear':
      return { from: new Date(year - 1, 0, 1).getTime(), to: new Date(year, 0, 1).getTime() - 1 };
  }
}

/** What is wrong with two ends of one's own (specification 5). */
export function rangeFault({ from, to }: Period, nowMs: number): 'order' | 'future' | undefined {
  if (!(from < to)) return 'order';
  return from > nowMs ? 'future' : undefined;
}
