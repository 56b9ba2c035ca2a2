const fixedZones: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  UT: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  CEST: 120,
  MET: 60,
  MEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  IST: 330,
  JST: 540,
  KST: 540,
  AEST: 600,
  AEDT: 660,
  ACST: 570,
  AWST: 480,
  NZST: 720,
  NZDT: 780,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
};

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const cacheMax = 4096;

const formatters = new Map<string, Intl.DateTimeFormat | undefined>();
const offsets = new Map<string, Map<number, number>>();

/** Minutes east of UTC for `Z`, `+02:00`, `+0200`, `+02` and the usual abbreviations; undefined for other text. */
export function fixedOffsetMinutes(zone: string): number | undefined {
  if (Object.hasOwn(fixedZones, zone)) return fixedZones[zone];
  const m = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!m) return undefined;
  const minutes = Number(m[2]) * 60 + Number(m[3] ?? 0);
  return minutes > 24 * 60 ? undefined : m[1] === '-' ? -minutes : minutes;
}

/** Whether a zone can be used: an IANA name, a fixed offset or a usual abbreviation. */
export function isZone(zone: string): boolean {
  return fixedOffsetMinutes(zone) !== undefined || formatterOf(zone) !== undefined;
}

function formatterOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formatters.has(zone)) return formatters.get(zone);
  let formatter: Intl.DateTimeFormat | undefined;
  try {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    formatter = undefined;
  }
  if (formatters.size >= cacheMax) formatters.clear();
  formatters.set(zone, formatter);
  return formatter;
}

/** Minutes east of UTC that a zone has at an instant. Unknown zones count as UTC: check with `isZone` when a form is filled. */
export function offsetMinutesAt(zone: string, utcMs: number): number {
  const fixed = fixedOffsetMinutes(zone);
  if (fixed !== undefined) return fixed;
  const formatter = formatterOf(zone);
  if (!formatter) return 0;
  let known = offsets.get(zone);
  if (!known) offsets.set(zone, (known = new Map()));
  const quarter = Math.floor(utcMs / quarterMs);
  const cached = known.get(quarter);
  if (cached !== undefined) return cached;
  const parts: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(quarter * quarterMs)) parts[type] = Number(value);
  const local = new Date(0);
  local.setUTCFullYear(parts['year']!, parts['month']! - 1, parts['day']);
  local.setUTCHours(parts['hour']!, parts['minute'], parts['second']);
  const offset = Math.round((local.getTime() - quarter * quarterMs) / minuteMs);
  if (known.size >= cacheMax) known.clear();
  known.set(quarter, offset);
  return offset;
}

/**
 * The UTC instant of a wall-clock time (given as if it were UTC, in ms). In the gap of a clock change the time after it,
 * in the repeated hour the first of the two.
 */
export function utcOfLocal(zone: string, localMs: number): number {
  const before = offsetMinutesAt(zone, localMs - 24 * 60 * minuteMs);
  const first = localMs - before * minuteMs;
  if (offsetMinutesAt(zone, first) === before) return first;
  const after = offsetMinutesAt(zone, localMs + 24 * 60 * minuteMs);
  const second = localMs - after * minuteMs;
  return offsetMinutesAt(zone, second) === after ? second : first;
}
