import { calendarNames } from './calendar-names.ts';
import type { PatternItem } from './pattern-items.ts';
import { floorDiv } from './rfc3339.ts';
import type { TimeOptions } from './time-options.ts';
import { offsetMinutesAt } from './zone.ts';

const pad = (n: number, digits: number): string => String(n).padStart(digits, '0');

export function formatItems(items: readonly PatternItem[], ns: bigint, options: TimeOptions): string {
  const zone = options.tz ?? 'UTC';
  const utcMs = Number(floorDiv(ns, 1_000_000n));
  const offset = offsetMinutesAt(zone, utcMs);
  const local = new Date(utcMs + offset * 60_000);
  const fraction = Number(((ns % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n);
  const names = calendarNames[options.locale ?? 'en'];
  let text = '';
  for (const item of items) text += 'text' in item ? item.text : letterText(item.letter);
  return text;

  function letterText(letter: string): string {
    switch (letter) {
      case 'Y':
        return pad(local.getUTCFullYear(), 4);
      case 'y':
        return pad(local.getUTCFullYear() % 100, 2);
      case 'm':
        return pad(local.getUTCMonth() + 1, 2);
      case 'd':
        return pad(local.getUTCDate(), 2);
      case 'e':
        return String(local.getUTCDate()).padStart(2, ' ');
      case 'j':
        return pad(dayOfYear(local), 3);
      case 'H':
        return pad(local.getUTCHours(), 2);
      case 'I':
        return pad(((local.getUTCHours() + 11) % 12) + 1, 2);
      case 'M':
        return pad(local.getUTCMinutes(), 2);
      case 'S':
        return pad(local.getUTCSeconds(), 2);
      case 'p':
        return local.getUTCHours() < 12 ? 'AM' : 'PM';
      case 'b':
        return names.monthsShort[local.getUTCMonth()]!;
      case 'B':
        return names.months[local.getUTCMonth()]!;
      case 'a':
        return names.daysShort[local.getUTCDay()]!;
      case 'A':
        return names.days[local.getUTCDay()]!;
      case 'z':
        return offsetText(offset, '');
      case ':z':
        return offsetText(offset, ':');
      case 'Z':
        return offset === 0 ? 'UTC' : zoneText(zone, utcMs, offset);
      case 's':
        return String(floorDiv(ns, 1_000_000_000n));
      case 'f':
        return fraction === 0 ? '0' : pad(fraction, 9).replace(/0+$/, '');
      case 'L':
        return pad(Math.floor(fraction / 1e6), 3);
      default:
        return pad(fraction, 9);
    }
  }
}

export function dayOfYear(local: Date): number {
  return (
    Math.floor(
      (Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()) - Date.UTC(local.getUTCFullYear(), 0, 1)) / 86_400_000,
    ) + 1
  );
}

function offsetText(minutes: number, colon: string): string {
  const absolute = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(absolute / 60), 2)}${colon}${pad(absolute % 60, 2)}`;
}

function zoneText(zone: string, utcMs: number, offset: number): string {
  if (/^[A-Z]{2,5}$/.test(zone)) return zone;
  if (/^[+-]/.test(zone)) return offsetText(offset, ':');
  const part = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(utcMs)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return part !== undefined && /^[A-Z]{2,5}$/.test(part) ? part : offsetText(offset, ':');
}
