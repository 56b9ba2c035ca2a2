import { expecting, convert, fieldTypes, Float, type FieldValue } from '@acequia/event';
import * as z from 'zod';
import { choiceField, textField } from '@acequia/component-sdk/definition';
import { defineOperation, OperationFault, type Operation, type OperationExample } from './operation.ts';
import { choice, integer, same, sameOptions, text, words } from './parameters.ts';
import { doubleOf, finite, integerOf, numberOf, parseNumber, textOf, wholeNumber } from './read-values.ts';
import { scalars } from './text-operation.ts';

/** Rounded to 12 significant digits, as every unit conversion gives it. */
const twelve = (value: number): Float => finite(Number(value.toPrecision(12)));

/** Units of one quantity by the size of each in a common base. */
function unitOperation<const U extends Readonly<Record<string, number>>>(
  id: string,
  title: readonly [string, string],
  units: U,
  from: keyof U & string,
  to: keyof U & string,
  example: OperationExample,
): Operation {
  const names = Object.keys(units) as [string, ...string[]];
  const text = {
    from: { label: words('From', 'De'), options: sameOptions(names) },
    to: { label: words('To', 'A'), options: sameOptions(names) },
  };
  return defineOperation({
    id,
    group: 'conversion',
    title: words(...title),
    summary: words('Turns a number into another unit.', 'Pasa un número a otra unidad.'),
    input: ['integer', 'float', 'string'],
    output: 'float',
    maps: true,
    parameters: z.object({ from: choice(names, from), to: choice(names, to) }),
    text,
    compile: (parameters) => {
      const [a, b] = [units[parameters.from]!, units[parameters.to]!];
      return (value) => twelve((doubleOf(numberOf(value)) * a) / b);
    },
    examples: [example],
  });
}

const dataUnits = {
  bit: 1 / 8,
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  PB: 1e15,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
  PiB: 1024 ** 5,
} as const;

const toKelvin = { C: (n: number) => n + 273.15, F: (n: number) => ((n - 32) * 5) / 9 + 273.15, K: (n: number) => n } as const;
const fromKelvin = { C: (n: number) => n - 273.15, F: (n: number) => ((n - 273.15) * 9) / 5 + 32, K: (n: number) => n } as const;

const durationMs = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const durationNames = ['ns', 'us', 'ms', 's', 'm', 'h', 'd', 'w'] as const;

function parseDurationText(value: string): number {
  const compact = value.replace(/\s+/g, '').toLowerCase();
  if (!/^([+-]?(\d+(\.\d+)?(ns|us|µs|ms|s|m|h|d|w))+)$/.test(compact))
    throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_DURATION', { example: '1h30m' }));
  let total = 0;
  for (const [, amount, unit] of compact.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d|w)/g))
    total += Number(amount) * durationMs[(unit === 'µs' ? 'us' : unit) as keyof typeof durationMs];
  return compact.startsWith('-') ? -total : total;
}

function formatDuration(ms: number): string {
  if (ms === 0) return '0s';
  let rest = Math.abs(ms);
  let result = ms < 0 ? '-' : '';
  for (const unit of ['d', 'h', 'm'] as const) {
    const count = Math.floor(rest / durationMs[unit]);
    if (count > 0) result += `${count}${unit}`;
    rest -= count * durationMs[unit];
  }
  return rest === 0 ? result : `${result}${Number((rest / 1000).toFixed(9))}s`;
}

function parseInBase(value: string, base: number): bigint {
  const clean = value
    .trim()
    .toLowerCase()
    .replace(/^([+-]?)0[xbo](?=[0-9a-z])/, (prefix, sign: string) =>
      ({ '0x': 16, '0b': 2, '0o': 8 })[prefix.slice(sign.length)] === base ? sign : prefix,
    );
  const match = /^([+-]?)([0-9a-z]+)$/.exec(clean);
  if (match === null) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_BASE', { base }));
  let total = 0n;
  for (const digit of match[2]!) {
    const worth = parseInt(digit, 36);
    if (worth >= base) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_BASE', { base }));
    total = total * BigInt(base) + BigInt(worth);
    if (total >= 1n << 128n) throw new OperationFault('TYPE_OVERFLOW', expecting('EXPECTED_BITS', { count: 128 }));
  }
  return match[1] === '-' ? -total : total;
}

export const conversionOperations: readonly Operation[] = [
  defineOperation({
    id: 'change-type',
    group: 'conversion',
    title: words('Change type', 'Cambiar tipo'),
    summary: words('The same value as another type.', 'El mismo valor con otro tipo.'),
    input: 'any',
    output: 'unknown',
    maps: false,
    parameters: z.object({
      type: choice(fieldTypes, 'string'),
      base: integer(10, 2, 36),
      pattern: textField({ default: '', max: 128 }),
      unit: choiceField(['s', 'ms', 'us', 'ns'], { default: 's' }),
      rounding: choice(['none', 'round', 'floor', 'ceil', 'trunc'], 'none'),
      separator: text(',', 16),
    }),
    text: {
      type: { label: words('Type', 'Tipo'), options: sameOptions(fieldTypes) },
      base: { label: words('Base of integers in text', 'Base de los enteros en texto') },
      pattern: { label: words('Time pattern', 'Patrón de hora'), help: words('Empty: RFC 3339.', 'Vacío: RFC 3339.') },
      unit: {
        label: words('Unit of times as numbers', 'Unidad de las horas como número'),
        options: sameOptions(['s', 'ms', 'us', 'ns']),
      },
      rounding: {
        label: words('Decimals to integer', 'De decimal a entero'),
        options: {
          none: words('Only whole numbers', 'Solo números enteros'),
          round: words('Round', 'Redondear'),
          floor: words('Down', 'Hacia abajo'),
          ceil: words('Up', 'Hacia arriba'),
          trunc: words('Cut', 'Truncar'),
        },
      },
      separator: { label: words('Separator of lists', 'Separador de listas') },
    },
    compile: ({ type, base, pattern, unit, rounding, separator }) => {
      const options = { base, unit, separator, ...(pattern === '' ? {} : { pattern }), ...(rounding === 'none' ? {} : { rounding }) };
      return (value): FieldValue => {
        const converted = convert(value, type, options);
        if (!converted.ok)
          throw new OperationFault(
            'TYPE_CONVERSION',
            expecting('EXPECTED_TYPE_FROM', { type: converted.error.to, from: converted.error.from }),
          );
        return converted.value;
      };
    },
    examples: [
      { input: '42', parameters: { type: 'integer' }, output: 42 },
      { input: 'ff', parameters: { type: 'integer', base: 16 }, output: 255 },
    ],
  }),
  unitOperation('convert-data-size', ['Convert data size', 'Convertir tamaño de datos'], dataUnits, 'B', 'MiB', {
    input: 1536,
    parameters: { from: 'B', to: 'KiB' },
    output: new Float(1.5),
  }),
  defineOperation({
    id: 'parse-size',
    group: 'conversion',
    title: words('Parse size', 'Leer tamaño'),
    summary: words('Bytes of a text such as 1.5 GiB.', 'Bytes de un texto como 1.5 GiB.'),
    input: ['string'],
    output: 'integer',
    maps: false,
    parameters: z.object({}),
    text: {},
    compile: () => (value) => {
      const match = /^\s*(\d+(?:\.\d+)?)\s*(?:([a-z]+)\s*)?$/i.exec(textOf(value));
      const wanted = match?.[2] ?? 'B';
      const unit =
        Object.keys(dataUnits).find((name) => name === wanted) ??
        Object.keys(dataUnits).find((name) => name.toLowerCase() === wanted.toLowerCase());
      if (match === null || unit === undefined) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_SIZE', { example: '1.5 GiB' }));
      return wholeNumber(BigInt(Math.round(Number(match[1]) * dataUnits[unit as keyof typeof dataUnits])));
    },
    examples: [{ input: '1.5 GiB', output: 1610612736 }],
  }),
  defineOperation({
    id: 'format-size',
    group: 'conversion',
    title: words('Format size', 'Escribir tamaño'),
    summary: words('Bytes as readable text.', 'Bytes como texto legible.'),
    input: ['integer', 'float', 'string'],
    output: 'string',
    maps: false,
    parameters: z.object({ system: choice(['binary', 'decimal'], 'binary'), digits: integer(1, 0, 6) }),
    text: {
      system: { label: words('Units', 'Unidades'), options: { binary: same('KiB, MiB, GiB'), decimal: same('kB, MB, GB') } },
      digits: { label: words('Decimals', 'Decimales') },
    },
    compile: ({ system, digits }) => {
      const step = system === 'binary' ? 1024 : 1000;
      const names = system === 'binary' ? ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] : ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
      return (value) => {
        let amount = doubleOf(numberOf(value));
        let unit = 0;
        while (Math.abs(amount) >= step && unit < names.length - 1) {
          amount /= step;
          unit += 1;
        }
        return `${Number(amount.toFixed(digits))} ${names[unit]!}`;
      };
    },
    examples: [{ input: 1610612736, output: '1.5 GiB' }],
  }),
  unitOperation(
    'convert-distance',
    ['Convert distance', 'Convertir distancia'],
    { mm: 0.001, cm: 0.01, m: 1, km: 1000, in: 0.0254, ft: 0.3048, yd: 0.9144, mi: 1609.344, nmi: 1852 },
    'm',
    'km',
    { input: 5, parameters: { from: 'mi', to: 'km' }, output: new Float(8.04672) },
  ),
  unitOperation(
    'convert-mass',
    ['Convert mass', 'Convertir masa'],
    { mg: 1e-6, g: 0.001, kg: 1, t: 1000, oz: 0.028349523125, lb: 0.45359237 },
    'g',
    'kg',
    { input: 10, parameters: { from: 'lb', to: 'kg' }, output: new Float(4.5359237) },
  ),
  unitOperation(
    'convert-area',
    ['Convert area', 'Convertir superficie'],
    { 'cm²': 1e-4, 'm²': 1, ha: 1e4, 'km²': 1e6, 'ft²': 0.09290304, acre: 4046.8564224, 'mi²': 2589988.110336 },
    'm²',
    'ha',
    { input: 1, parameters: { from: 'acre', to: 'm²' }, output: new Float(4046.8564224) },
  ),
  unitOperation(
    'convert-speed',
    ['Convert speed', 'Convertir velocidad'],
    { 'm/s': 1, 'km/h': 1 / 3.6, mph: 0.44704, kn: 1852 / 3600, 'ft/s': 0.3048 },
    'km/h',
    'm/s',
    { input: 100, parameters: { from: 'km/h', to: 'm/s' }, output: new Float(27.7777777778) },
  ),
  defineOperation({
    id: 'convert-temperature',
    group: 'conversion',
    title: words('Convert temperature', 'Convertir temperatura'),
    summary: words('Turns a number into another unit.', 'Pasa un número a otra unidad.'),
    input: ['integer', 'float', 'string'],
    output: 'float',
    maps: true,
    parameters: z.object({ from: choice(['C', 'F', 'K'], 'F'), to: choice(['C', 'F', 'K'], 'C') }),
    text: {
      from: { label: words('From', 'De'), options: { C: same('°C'), F: same('°F'), K: same('K') } },
      to: { label: words('To', 'A'), options: { C: same('°C'), F: same('°F'), K: same('K') } },
    },
    compile:
      ({ from, to }) =>
      (value) =>
        twelve(fromKelvin[to](toKelvin[from](doubleOf(numberOf(value))))),
    examples: [{ input: 212, parameters: { from: 'F', to: 'C' }, output: new Float(100) }],
  }),
  defineOperation({
    id: 'parse-duration',
    group: 'conversion',
    title: words('Parse duration', 'Leer duración'),
    summary: words('Number of a text such as 1h30m.', 'Número de un texto como 1h30m.'),
    input: ['string'],
    output: 'number',
    maps: false,
    parameters: z.object({ unit: choice(durationNames, 's') }),
    text: { unit: { label: words('Unit', 'Unidad'), options: sameOptions(durationNames) } },
    compile:
      ({ unit }) =>
      (value) => {
        const amount = Number((parseDurationText(textOf(value)) / durationMs[unit]).toPrecision(15));
        return Number.isSafeInteger(amount) ? amount : finite(amount);
      },
    examples: [{ input: '1h30m', parameters: { unit: 's' }, output: 5400 }],
  }),
  defineOperation({
    id: 'format-duration',
    group: 'conversion',
    title: words('Format duration', 'Escribir duración'),
    summary: words('A number as 1h30m.', 'Un número como 1h30m.'),
    input: ['integer', 'float', 'string'],
    output: 'string',
    maps: false,
    parameters: z.object({ unit: choice(durationNames, 's') }),
    text: { unit: { label: words('Unit', 'Unidad'), options: sameOptions(durationNames) } },
    compile:
      ({ unit }) =>
      (value) =>
        formatDuration(doubleOf(numberOf(value)) * durationMs[unit]),
    examples: [
      { input: 5400, output: '1h30m' },
      { input: 1500, parameters: { unit: 'ms' }, output: '1.5s' },
    ],
  }),
  defineOperation({
    id: 'change-number-base',
    group: 'conversion',
    title: words('Change number base', 'Cambiar base numérica'),
    summary: words('Digits in another base.', 'Cifras en otra base.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ from: integer(10, 2, 36), to: integer(16, 2, 36) }),
    text: { from: { label: words('From base', 'De base') }, to: { label: words('To base', 'A base') } },
    compile:
      ({ from, to }) =>
      (value) =>
        parseInBase(textOf(value), from).toString(to),
    examples: [
      { input: 'ff', parameters: { from: 16, to: 10 }, output: '255' },
      { input: 10, parameters: { from: 10, to: 2 }, output: '1010' },
    ],
  }),
  defineOperation({
    id: 'parse-number',
    group: 'conversion',
    title: words('Parse number', 'Leer número'),
    summary: words('A number written with a decimal comma or grouped digits.', 'Un número escrito con coma decimal o cifras agrupadas.'),
    input: ['string'],
    output: 'number',
    maps: false,
    parameters: z.object({ decimal: choice(['.', ','], '.'), thousands: choice([',', '.', ' ', "'", 'none'], ',') }),
    text: {
      decimal: { label: words('Decimal sign', 'Signo decimal'), options: { '.': words('Point', 'Punto'), ',': words('Comma', 'Coma') } },
      thousands: {
        label: words('Between thousands', 'Entre millares'),
        options: {
          ',': words('Comma', 'Coma'),
          '.': words('Point', 'Punto'),
          ' ': words('Blank', 'Espacio'),
          "'": words('Apostrophe', 'Apóstrofo'),
          none: words('Nothing', 'Nada'),
        },
      },
    },
    compile:
      ({ decimal, thousands }) =>
      (value) => {
        const grouped = textOf(value).trim();
        const plain = thousands === 'none' ? grouped : grouped.replaceAll(thousands === ' ' ? /[\s\u00a0\u202f]/g : thousands, '');
        const number = parseNumber(decimal === ',' ? plain.replace(',', '.') : plain);
        if (number === undefined) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_NUMBER'));
        return number;
      },
    examples: [{ input: '1.234,5', parameters: { decimal: ',', thousands: '.' }, output: new Float(1234.5) }],
  }),
  defineOperation({
    id: 'format-number',
    group: 'conversion',
    title: words('Format number', 'Escribir número'),
    summary: words('A number with grouped digits.', 'Un número con cifras agrupadas.'),
    input: ['integer', 'float', 'string'],
    output: 'string',
    maps: false,
    parameters: z.object({
      digits: integer(2, 0, 15),
      decimal: choice(['.', ','], '.'),
      thousands: choice([',', '.', ' ', "'", 'none'], ','),
    }),
    text: {
      digits: { label: words('Decimals', 'Decimales') },
      decimal: { label: words('Decimal sign', 'Signo decimal'), options: { '.': words('Point', 'Punto'), ',': words('Comma', 'Coma') } },
      thousands: {
        label: words('Between thousands', 'Entre millares'),
        options: {
          ',': words('Comma', 'Coma'),
          '.': words('Point', 'Punto'),
          ' ': words('Blank', 'Espacio'),
          "'": words('Apostrophe', 'Apóstrofo'),
          none: words('Nothing', 'Nada'),
        },
      },
    },
    compile:
      ({ digits, decimal, thousands }) =>
      (value) => {
        const number = numberOf(value);
        const fixed =
          number instanceof Float ? number.value.toFixed(digits) : `${integerOf(number)}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
        const [whole, part] = fixed.split('.') as [string, string | undefined];
        const grouped = thousands === 'none' ? whole : whole.replace(/\B(?=(\d{3})+$)/g, thousands);
        return part === undefined ? grouped : grouped + decimal + part;
      },
    examples: [
      { input: new Float(1234567.891), parameters: { digits: 2 }, output: '1,234,567.89' },
      { input: -1234, parameters: { digits: 0, thousands: '.' }, output: '-1.234' },
    ],
  }),
];
