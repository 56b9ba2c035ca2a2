import { dayMs, hourMs, minuteMs } from '@acequia/base';

/** How long the ledger keeps each grain, ms. */
export interface Retention {
  readonly minutesMs: number;
  readonly hoursMs: number;
  readonly daysMs: number;
  readonly activityMs: number;
}

/** docs/decisions.md: minutes for 48 h, hours for 90 days, days for 3 years, activity for 400 days. */
export const defaultRetention: Retention = {
  minutesMs: 48 * hourMs,
  hoursMs: 90 * dayMs,
  daysMs: 3 * 365 * dayMs,
  activityMs: 400 * dayMs,
};

/** The grain of the ledger at a moment, ms: what lies further back is summed up more coarsely. */
export function grainAt(at: number, now: number, { minutesMs, hoursMs }: Retention): number {
  if (at < now - hoursMs) return dayMs;
  return at < now - minutesMs ? hourMs : minuteMs;
}

export interface LedgerRange {
  readonly from: number;
  readonly to: number;
}

/** The range on the borders of what the ledger holds, so that ranges that touch neither share a bucket nor lose one. */
export function onBorders({ from, to }: LedgerRange, now: number, retention: Retention): LedgerRange {
  const begin = (at: number) => floorTo(at, grainAt(at, now, retention));
  return { from: begin(from), to: to >= now - retention.minutesMs ? to : begin(to) };
}

export interface Steps extends LedgerRange {
  readonly stepMs: number;
}

export const stepsMax = 1440;

/** Whole steps over a range: as asked for, unless the ledger is coarser where it begins or there would be too many. */
export function stepsOver(
  range: LedgerRange,
  asked: { readonly stepMs: number | undefined; readonly points: number },
  now: number,
  retention: Retention,
): Steps {
  const grain = grainAt(range.from, now, retention);
  const span = range.to - floorTo(range.from, grain);
  const least = Math.ceil(span / (asked.stepMs === undefined ? asked.points : stepsMax) / grain) * grain;
  const stepMs = Math.max(grain, least, ceilTo(asked.stepMs ?? 0, grain));
  return { from: floorTo(range.from, asked.stepMs === undefined ? grain : stepMs), to: range.to, stepMs };
}

const floorTo = (at: number, unit: number): number => Math.floor(at / unit) * unit;
const ceilTo = (length: number, unit: number): number => Math.ceil(length / unit) * unit;
