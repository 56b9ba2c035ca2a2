import { expecting } from '../../expected.ts';
import { parseDuration } from '@acequia/base';
import { epochOf, epochUnits, timestampOfEpoch } from '../../conversions/timestamps.ts';
import { floorToDuration, floorToUnit, timePart, timeParts, timeUnits, type TimeUnit } from '../../time/calendar.ts';
import { compileTimePattern, type TimePattern } from '../../time/time-pattern.ts';
import { isZone } from '../../time/zone.ts';
import { Timestamp, type FieldValue } from '../../values.ts';
import { choiceArg, countArg, floatResult, nsArg, textArg, timestampResult } from '../arguments.ts';
import { ExpressionError } from '../faults.ts';
import { strict, type FunctionDefinition } from '../function-definition.ts';
import { badPattern, badZone } from './constant-time.ts';

const group = 'time' as const;

function zoneArg(value: FieldValue | undefined): string {
  if (value === undefined || value === null) return 'UTC';
  if (!isZone(textArg(value))) throw new ExpressionError('EXPR_ARGUMENT', textArg(value));
  return textArg(value);
}

function patternArg(value: FieldValue | undefined): TimePattern {
  const pattern = compileTimePattern(textArg(value));
  if (!pattern.ok) throw new ExpressionError('EXPR_ARGUMENT', textArg(value));
  return pattern.value;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const diffUnits = ['ms', 's', 'm', 'h', 'd'] as const;

function durationArg(value: FieldValue | undefined): number {
  const ms = typeof value === 'string' ? parseDuration(value) : undefined;
  if (ms?.ok) return ms.value;
  const count = typeof value === 'string' ? NaN : countArg(value, 0);
  if (!Number.isSafeInteger(count)) throw new ExpressionError('EXPR_ARGUMENT', String(value));
  return count;
}

export const timeFunctions: readonly FunctionDefinition[] = [
  strict(
    {
      group,
      signature: 'now()',
      result: 'timestamp',
      en: "The worker's time; the same throughout one event.",
      es: 'La hora del worker; la misma durante todo un evento.',
      example: ['now() > t"2020-01-01T00:00:00Z"', 'true'],
    },
    (_, env) => new Timestamp(BigInt(env.nowMs) * 1_000_000n),
  ),
  strict(
    {
      group,
      signature: 'epoch(time:t, unit:s?)',
      result: 'integer',
      en: 'Whole s, ms, us or ns since 1970.',
      es: 's, ms, us o ns enteros desde 1970.',
      example: ['epoch(t"2024-05-17T14:30:00Z", "ms")', '1715956200000'],
    },
    ([time, unit]) => epochOf(nsArg(time), choiceArg(unit, epochUnits, 's')),
  ),
  strict(
    {
      group,
      signature: 'from_epoch(value:i, unit:s?)',
      result: 'timestamp',
      en: 'The instant of s, ms, us or ns since 1970.',
      es: 'La fecha de los s, ms, us o ns desde 1970.',
      example: ['from_epoch(978346800)', '2001-01-01T11:00:00Z'],
    },
    ([value, unit]) => {
      const time = timestampOfEpoch(value as number | bigint, choiceArg(unit, epochUnits, 's'));
      if (!time) throw new ExpressionError('EXPR_OVERFLOW', String(value));
      return time;
    },
  ),
  strict(
    {
      group,
      signature: 'format_time(time:t, pattern:s, tz:s?)',
      result: 'string',
      en: 'The instant written by a pattern.',
      es: 'La fecha escrita con un patrón.',
      example: ['format_time(t"2024-05-17T14:30:00Z", "%d/%m/%Y %H:%M", "Europe/Madrid")', '"17/05/2024 16:30"'],
      checkConstants: (c) => badPattern(1)(c) ?? badZone(2)(c),
    },
    ([time, pattern, tz]) => patternArg(pattern).format(nsArg(time), { tz: zoneArg(tz) }),
  ),
  strict(
    {
      group,
      signature: 'parse_time(text:s, pattern:s, tz:s?)',
      result: 'timestamp',
      en: 'The instant that a text gives by a pattern.',
      es: 'La fecha que da un texto según un patrón.',
      example: ['parse_time("17 may 2024", "%d %b %Y")', '2024-05-17T00:00:00Z'],
      checkConstants: (c) => badPattern(1)(c) ?? badZone(2)(c),
    },
    ([text, pattern, tz], env) => {
      const parsed = patternArg(pattern).parse(textArg(text).trim(), { tz: zoneArg(tz), nearNs: env.receivedNs });
      if (!parsed.ok) throw new ExpressionError('EXPR_CONVERSION', parsed.error.expected);
      return new Timestamp(parsed.value);
    },
  ),
  strict(
    {
      group,
      signature: 'add(time:t, duration:d)',
      result: 'timestamp',
      en: 'The instant moved by a duration.',
      es: 'La fecha desplazada una duración.',
      example: ['add(t"2024-02-28T23:30:00Z", 1h)', '2024-02-29T00:30:00Z'],
    },
    ([time, duration]) => timestampResult(nsArg(time) + BigInt(durationArg(duration)) * 1_000_000n),
  ),
  strict(
    {
      group,
      signature: 'diff(later:t, earlier:t, unit:s)',
      result: 'float',
      en: 'Time from the second to the first in ms, s, m, h or d.',
      es: 'Tiempo del segundo al primero en ms, s, m, h o d.',
      example: ['diff(t"2024-05-17T14:31:30Z", t"2024-05-17T14:30:00Z", "s")', '90.0'],
    },
    ([later, earlier, unit]) => floatResult(Number(nsArg(later) - nsArg(earlier)) / 1e6 / unitMs[choiceArg(unit, diffUnits, 's')]!),
  ),
  strict(
    {
      group,
      signature: 'floor_time(time:t, step:dx, tz:s?)',
      result: 'timestamp',
      en: 'The start of the duration or calendar unit (minute … year) that contains it.',
      es: 'El inicio de la duración o unidad (minute … year) que la contiene.',
      example: ['floor_time(t"2024-05-17T14:30:00Z", "hour")', '2024-05-17T14:00:00Z'],
      checkConstants: badZone(2),
    },
    ([time, step, tz]) => {
      if (typeof step === 'string' && (timeUnits as readonly string[]).includes(step))
        return timestampResult(floorToUnit(nsArg(time), step as TimeUnit, zoneArg(tz)));
      const ms = durationArg(step);
      if (ms <= 0) throw new ExpressionError('EXPR_ARGUMENT', String(step));
      return timestampResult(floorToDuration(nsArg(time), ms, zoneArg(tz)));
    },
  ),
  strict(
    {
      group,
      signature: 'time_part(time:t, part:s, tz:s?)',
      result: 'integer',
      en: 'year, quarter, month, day, hour, minute, second, weekday (Monday 1), week (ISO) or yearday.',
      es: 'year, quarter, month, day, hour, minute, second, weekday (lunes 1), week (ISO) o yearday.',
      example: ['time_part(t"2024-05-17T14:30:00Z", "week")', '20'],
      checkConstants: badZone(2),
    },
    ([time, part, tz]) => timePart(nsArg(time), choiceArg(part, timeParts, 'year'), zoneArg(tz)),
  ),
  strict(
    {
      group,
      signature: 'duration(text:s)',
      result: 'duration',
      en: 'Milliseconds of a text such as 90s or 5m.',
      es: 'Milisegundos de un texto como 90s o 5m.',
      example: ['duration("5m")', '300000'],
    },
    ([text]) => {
      const ms = parseDuration(textArg(text));
      if (!ms.ok) throw new ExpressionError('EXPR_CONVERSION', expecting('EXPECTED_DURATION', { example: '1h30m' }));
      return Math.trunc(ms.value);
    },
  ),
];
