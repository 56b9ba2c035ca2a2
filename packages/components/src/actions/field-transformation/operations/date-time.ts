import {
  expecting,
  compileTimePattern,
  epochOf,
  Float,
  floorDiv,
  floorToUnit,
  Timestamp,
  timestampOfEpoch,
  timeParts,
  timePart,
  timeUnits,
  type EpochUnit,
  type FieldValue,
  type TimePattern,
} from '@acequia/event';
import { durationField, timezoneField } from '@acequia/component-sdk/definition';
import { parseDuration } from '@acequia/base';
import * as z from 'zod';
import { listField } from '@acequia/component-sdk/definition';
import { defineOperation, OperationFault, type Operation } from './operation.ts';
import { choice, field, none, sameOptions, text, words } from './parameters.ts';
import { finite, integerOf, textOf, wholeNumber } from './read-values.ts';

const units = ['s', 'ms', 'us', 'ns'] as const;
const unitWords = { label: words('Unit', 'Unidad'), options: sameOptions(units) } as const;
const zone = () => timezoneField({ default: 'UTC' });
const zoneWords = { label: words('Time zone', 'Zona horaria') } as const;
const times = ['timestamp', 'string'] as const;

function pattern(source: string): TimePattern {
  const compiled = compileTimePattern(source);
  if (!compiled.ok) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_TIME_PATTERN', { found: source }));
  return compiled.value;
}

/** An instant, or text in RFC 3339. */
function instantOf(value: FieldValue): bigint {
  if (value instanceof Timestamp) return value.ns;
  const parsed = pattern('RFC3339').parse(textOf(value).trim());
  if (!parsed.ok) throw new OperationFault('TYPE_CONVERSION', expecting('EXPECTED_TIME'));
  return parsed.value;
}

function timestamp(ns: bigint): Timestamp {
  const checked = timestampOfEpoch(ns, 'ns');
  if (checked === undefined) throw new OperationFault('TYPE_OVERFLOW', expecting('EXPECTED_YEARS'));
  return checked;
}

const epoch = (value: number | bigint, unit: EpochUnit): Timestamp => {
  const made = timestampOfEpoch(value, unit);
  if (made === undefined) throw new OperationFault('TYPE_OVERFLOW', expecting('EXPECTED_YEARS'));
  return made;
};

const t = (rfc3339: string): Timestamp => new Timestamp(instantOf(rfc3339));

/** 100 ns between 1601 and 1970. */
const filetimeOffset = 116_444_736_000_000_000n;

export const dateTimeOperations: readonly Operation[] = [
  defineOperation({
    id: 'from-unix-timestamp',
    group: 'date-time',
    title: words('From Unix timestamp', 'Desde marca de tiempo Unix'),
    summary: words('Seconds since 1970 as a time or a text.', 'Segundos desde 1970 como hora o texto.'),
    input: ['integer', 'string'],
    output: 'unknown',
    maps: true,
    parameters: z.object({
      unit: choice(units, 's'),
      as: choice(['timestamp', 'text'], 'timestamp'),
      pattern: text('%a %e %b %Y %H:%M:%S %Z', 128),
      zone: zone(),
    }),
    text: {
      unit: unitWords,
      as: { label: words('Result', 'Resultado'), options: { timestamp: words('Time', 'Hora'), text: words('Text', 'Texto') } },
      pattern: { label: words('Pattern of the text', 'Patrón del texto') },
      zone: zoneWords,
    },
    compile: ({ unit, as, pattern: source, zone: tz }) => {
      const format = pattern(source);
      return (value) => {
        const instant = epoch(integerOf(value), unit);
        return as === 'timestamp' ? instant : format.format(instant.ns, { tz }).replace(/ {2,}/g, ' ');
      };
    },
    examples: [
      { input: 978346800, parameters: { as: 'text' }, output: 'Mon 1 Jan 2001 11:00:00 UTC' },
      { input: '1715956200000', parameters: { unit: 'ms' }, output: t('2024-05-17T14:30:00Z') },
    ],
  }),
  defineOperation({
    id: 'to-unix-timestamp',
    group: 'date-time',
    title: words('To Unix timestamp', 'A marca de tiempo Unix'),
    summary: words('Time since 1970 as a number.', 'Tiempo desde 1970 como número.'),
    input: times,
    output: 'integer',
    maps: true,
    parameters: z.object({ unit: choice(units, 's'), pattern: text('RFC3339', 128), zone: zone() }),
    text: { unit: unitWords, pattern: { label: words('Pattern of texts', 'Patrón de los textos') }, zone: zoneWords },
    compile: ({ unit, pattern: source, zone: tz }) => {
      const read = pattern(source);
      return (value, row) => {
        if (value instanceof Timestamp) return epochOf(value.ns, unit);
        const parsed = read.parse(textOf(value).trim(), { tz, nearNs: row.receivedNs() });
        if (!parsed.ok) throw new OperationFault('TYPE_CONVERSION', parsed.error.expected);
        return epochOf(parsed.value, unit);
      };
    },
    examples: [
      { input: t('2024-05-17T14:30:00Z'), parameters: { unit: 'ms' }, output: 1715956200000 },
      { input: '17/05/2024', parameters: { pattern: '%d/%m/%Y' }, output: 1715904000 },
    ],
  }),
  defineOperation({
    id: 'translate-date-format',
    group: 'date-time',
    title: words('Translate date format', 'Traducir formato de fecha'),
    summary: words('A time written another way.', 'Una hora escrita de otro modo.'),
    input: ['string'],
    output: 'string',
    maps: true,
    parameters: z.object({ inPattern: text('RFC3339', 128), inZone: zone(), outPattern: text('RFC3339', 128), outZone: zone() }),
    text: {
      inPattern: { label: words('Pattern read', 'Patrón leído') },
      inZone: { label: words('Time zone read', 'Zona horaria leída') },
      outPattern: { label: words('Pattern written', 'Patrón escrito') },
      outZone: { label: words('Time zone written', 'Zona horaria escrita') },
    },
    compile: ({ inPattern, inZone, outPattern, outZone }) => {
      const [read, write] = [pattern(inPattern), pattern(outPattern)];
      return (value, row) => {
        const parsed = read.parse(textOf(value).trim(), { tz: inZone, nearNs: row.receivedNs() });
        if (!parsed.ok) throw new OperationFault('TYPE_CONVERSION', parsed.error.expected);
        return write.format(parsed.value, { tz: outZone });
      };
    },
    examples: [
      { input: '17/05/2024 14:30', parameters: { inPattern: '%d/%m/%Y %H:%M', inZone: 'Europe/Madrid' }, output: '2024-05-17T12:30:00Z' },
    ],
  }),
  defineOperation({
    id: 'parse-date',
    group: 'date-time',
    title: words('Parse date', 'Leer fecha'),
    summary: words('A text as a time; the first pattern that fits wins.', 'Un texto como hora; gana el primer patrón que encaja.'),
    input: ['string'],
    output: 'timestamp',
    maps: true,
    parameters: z.object({ patterns: listField(z.string().min(1).max(128), { min: 1, max: 20 }), zone: zone() }),
    text: { patterns: { label: words('Patterns', 'Patrones') }, zone: zoneWords },
    compile: ({ patterns, zone: tz }) => {
      const readers = patterns.map(pattern);
      return (value, row) => {
        const source = textOf(value).trim();
        for (const reader of readers) {
          const parsed = reader.parse(source, { tz, nearNs: row.receivedNs() });
          if (parsed.ok) return new Timestamp(parsed.value);
        }
        throw new OperationFault('TYPE_CONVERSION', expecting('EXPECTED_ANY_PATTERN'));
      };
    },
    examples: [{ input: '17 may 2024', parameters: { patterns: ['RFC3339', '%d %b %Y'] }, output: t('2024-05-17T00:00:00Z') }],
  }),
  defineOperation({
    id: 'add-to-date',
    group: 'date-time',
    title: words('Add to date', 'Sumar a fecha'),
    summary: words('Moves a time.', 'Desplaza una hora.'),
    input: times,
    output: 'timestamp',
    maps: true,
    parameters: z.object({ duration: durationField({ default: '1h' }), sign: choice(['add', 'subtract'], 'add') }),
    text: {
      duration: { label: words('Duration', 'Duración') },
      sign: { label: words('Direction', 'Sentido'), options: { add: words('Later', 'Después'), subtract: words('Earlier', 'Antes') } },
    },
    compile: ({ duration, sign }) => {
      const parsed = parseDuration(duration);
      if (!parsed.ok) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_DURATION', { example: '1h30m' }));
      const ns = BigInt(Math.round(parsed.value * 1e6)) * (sign === 'add' ? 1n : -1n);
      return (value) => timestamp(instantOf(value) + ns);
    },
    examples: [{ input: t('2024-02-28T23:30:00Z'), parameters: { duration: '1h' }, output: t('2024-02-29T00:30:00Z') }],
  }),
  defineOperation({
    id: 'time-between',
    group: 'date-time',
    title: words('Time between', 'Tiempo entre'),
    summary: words('From this time to another.', 'De esta hora a otra.'),
    input: times,
    output: 'float',
    maps: false,
    parameters: z.object({ other: field(), unit: choice(['ms', 's', 'm', 'h', 'd'], 's') }),
    text: {
      other: { label: words('Second time', 'Segunda hora') },
      unit: { label: words('Unit', 'Unidad'), options: sameOptions(['ms', 's', 'm', 'h', 'd']) },
    },
    references: ({ other }) => [other],
    compile: ({ unit }) => {
      const ns = { ms: 1e6, s: 1e9, m: 60e9, h: 3600e9, d: 86_400e9 }[unit];
      return (value, row) =>
        row.others[0] === null || row.others[0] === undefined ? null : finite(Number(instantOf(row.others[0]) - instantOf(value)) / ns);
    },
    examples: [
      {
        input: t('2024-05-17T14:30:00Z'),
        others: { b: t('2024-05-17T14:31:30Z') },
        parameters: { other: 'b', unit: 's' },
        output: new Float(90),
      },
    ],
  }),
  defineOperation({
    id: 'truncate-date',
    group: 'date-time',
    title: words('Truncate date', 'Truncar fecha'),
    summary: words('Start of the hour, day, week …', 'Comienzo de la hora, el día, la semana …'),
    input: times,
    output: 'timestamp',
    maps: true,
    parameters: z.object({ unit: choice(timeUnits, 'hour'), zone: zone() }),
    text: {
      unit: {
        label: words('Unit', 'Unidad'),
        options: {
          second: words('Second', 'Segundo'),
          minute: words('Minute', 'Minuto'),
          hour: words('Hour', 'Hora'),
          day: words('Day', 'Día'),
          week: words('Week', 'Semana'),
          month: words('Month', 'Mes'),
          quarter: words('Quarter', 'Trimestre'),
          year: words('Year', 'Año'),
        },
      },
      zone: zoneWords,
    },
    compile:
      ({ unit, zone: tz }) =>
      (value) =>
        timestamp(floorToUnit(instantOf(value), unit, tz)),
    examples: [{ input: t('2024-05-17T14:30:00Z'), parameters: { unit: 'hour' }, output: t('2024-05-17T14:00:00Z') }],
  }),
  defineOperation({
    id: 'date-part',
    group: 'date-time',
    title: words('Date part', 'Parte de fecha'),
    summary: words('Year, month, week … of a time.', 'Año, mes, semana … de una hora.'),
    input: times,
    output: 'integer',
    maps: true,
    parameters: z.object({ part: choice(timeParts, 'day'), zone: zone() }),
    text: {
      part: {
        label: words('Part', 'Parte'),
        options: {
          year: words('Year', 'Año'),
          quarter: words('Quarter', 'Trimestre'),
          month: words('Month', 'Mes'),
          day: words('Day', 'Día'),
          hour: words('Hour', 'Hora'),
          minute: words('Minute', 'Minuto'),
          second: words('Second', 'Segundo'),
          weekday: words('Day of the week, Monday 1', 'Día de la semana, lunes 1'),
          week: words('ISO week', 'Semana ISO'),
          yearday: words('Day of the year', 'Día del año'),
        },
      },
      zone: zoneWords,
    },
    compile:
      ({ part, zone: tz }) =>
      (value) =>
        timePart(instantOf(value), part, tz),
    examples: [{ input: t('2024-05-17T00:00:00Z'), parameters: { part: 'week' }, output: 20 }],
  }),
  defineOperation({
    id: 'from-filetime',
    group: 'date-time',
    title: words('From FILETIME', 'Desde FILETIME'),
    summary: words('Windows time as a time.', 'Hora de Windows como hora.'),
    input: ['integer', 'string'],
    output: 'timestamp',
    maps: false,
    parameters: none,
    text: {},
    compile: () => (value) => timestamp((BigInt(integerOf(value)) - filetimeOffset) * 100n),
    examples: [{ input: 133604298000000000n, output: t('2024-05-17T14:30:00Z') }],
  }),
  defineOperation({
    id: 'to-filetime',
    group: 'date-time',
    title: words('To FILETIME', 'A FILETIME'),
    summary: words('A time as Windows counts it.', 'Una hora como la cuenta Windows.'),
    input: times,
    output: 'integer',
    maps: false,
    parameters: none,
    text: {},
    compile: () => (value) => wholeNumber(floorDiv(instantOf(value), 100n) + filetimeOffset),
    examples: [{ input: t('2024-05-17T14:30:00Z'), output: 133604298000000000n }],
  }),
];
