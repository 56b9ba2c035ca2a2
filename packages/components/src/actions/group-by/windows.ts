import { offsetMinutesAt, utcOfLocal } from '@acequia/event';

/**
 * Where windows begin and end, ms since 1970. Time is cut into panes; a window is `perWindow` panes in a row, and one
 * ends with every pane. Windows that do not overlap are one pane each.
 */
export interface Windows {
  readonly perWindow: number;
  /** Start of the pane in which a moment lies. */
  paneAt(ms: number): number;
  /** End of the pane that starts there, which is the start of the next. */
  paneEnd(start: number): number;
  /** Start of the window that ends there. */
  windowStart(end: number): number;
  /** End of the last window that takes in the pane. */
  lastEnd(paneStart: number): number;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** The zone's offset at this moment says how windows shorter than a day lie, all year round: a change of clocks cuts none. */
const referenceMs = Date.UTC(2020, 0, 1);

export function createWindows(windowMs: number, slideMs: number, timezone: string): Windows {
  if (windowMs === dayMs && slideMs === dayMs) return calendarDays(timezone);
  const shift = offsetMinutesAt(timezone, referenceMs) * minuteMs;
  return {
    perWindow: windowMs / slideMs,
    paneAt: (ms) => Math.floor((ms + shift) / slideMs) * slideMs - shift,
    paneEnd: (start) => start + slideMs,
    windowStart: (end) => end - windowMs,
    lastEnd: (start) => start + windowMs,
  };
}

/** Days as a calendar of the zone has them: of 23 or 25 hours where clocks change. */
function calendarDays(timezone: string): Windows {
  const startOf = (day: number) => utcOfLocal(timezone, day * dayMs);
  const dayAt = (ms: number) => {
    const day = Math.floor((ms + offsetMinutesAt(timezone, ms) * minuteMs) / dayMs);
    return startOf(day) > ms ? day - 1 : startOf(day + 1) <= ms ? day + 1 : day;
  };
  const paneEnd = (start: number) => startOf(dayAt(start) + 1);
  return {
    perWindow: 1,
    paneAt: (ms) => startOf(dayAt(ms)),
    paneEnd,
    windowStart: (end) => startOf(dayAt(end - 1)),
    lastEnd: paneEnd,
  };
}
