import { expecting, Float, List, type FieldValue } from '@acequia/event';
import * as z from 'zod';
import { defineOperation, OperationFault, type Operation, type OperationExample } from './operation.ts';
import { choice, decimal, integer, none, separatorFields, separatorOf, separatorWords, words } from './parameters.ts';
import { doubleOf, finite, integerOf, isWhole, numberOf, numberResult, numbersOf, wholeNumber, type Num } from './read-values.ts';

const manyNumbers = ['string', 'integer', 'float', 'list<integer>', 'list<float>', 'list<string>'] as const;
const oneNumber = ['integer', 'float', 'string'] as const;

function reduce(
  id: string,
  title: readonly [string, string],
  summary: readonly [string, string],
  combine: (numbers: readonly Num[]) => FieldValue,
  examples: readonly OperationExample[],
): Operation {
  return defineOperation({
    id,
    group: 'arithmetic-logic',
    title: words(...title),
    summary: words(...summary),
    input: manyNumbers,
    output: 'number',
    maps: false,
    parameters: z.object(separatorFields),
    text: separatorWords,
    compile: (parameters) => {
      const separator = separatorOf(parameters);
      return (value) => {
        const numbers = numbersOf(value, separator);
        if (numbers.length === 0) throw new OperationFault('TYPE_CONVERSION', expecting('EXPECTED_NUMBERS', { count: 1 }));
        return combine(numbers);
      };
    },
    examples,
  });
}

/** Whole numbers stay exact; the first float turns the rest into doubles. */
function fold(numbers: readonly Num[], exact: (a: bigint, b: bigint) => bigint, double: (a: number, b: number) => number): Num {
  if (numbers.every(isWhole)) return wholeNumber(numbers.map((n) => BigInt(n)).reduce(exact));
  return finite(numbers.map(doubleOf).reduce(double));
}

function divide(numbers: readonly Num[]): Num {
  const whole = numbers.every(isWhole);
  let exact: bigint | undefined = whole ? BigInt(numbers[0] as number | bigint) : undefined;
  let value = doubleOf(numbers[0]!);
  for (const number of numbers.slice(1)) {
    const by = doubleOf(number);
    if (by === 0) throw new OperationFault('TYPE_ZERO_DIVISION');
    exact = exact !== undefined && exact % BigInt(number as number | bigint) === 0n ? exact / BigInt(number as number | bigint) : undefined;
    value /= by;
  }
  return exact === undefined ? numberResult(value, whole) : wholeNumber(exact);
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function extreme(numbers: readonly Num[], sign: 1 | -1): Num {
  return numbers.reduce((a, b) => ((isWhole(a) && isWhole(b) ? a < b : doubleOf(a) < doubleOf(b)) === (sign === 1) ? a : b));
}

function roundTo(value: number, digits: number, mode: RoundMode): number {
  const scale = 10 ** digits;
  const scaled = Number((value * scale).toPrecision(15));
  if (!Number.isFinite(scaled)) return value;
  const floor = Math.floor(scaled);
  const rounded =
    mode === 'floor'
      ? floor
      : mode === 'ceil'
        ? Math.ceil(scaled)
        : mode === 'trunc'
          ? Math.trunc(scaled)
          : mode === 'half-up'
            ? Math.sign(scaled) * Math.round(Math.abs(scaled))
            : scaled - floor === 0.5
              ? floor % 2 === 0
                ? floor
                : floor + 1
              : Math.round(scaled);
  return rounded / scale;
}

const roundModes = ['half-up', 'half-even', 'floor', 'ceil', 'trunc'] as const;
type RoundMode = (typeof roundModes)[number];

const floats = (items: readonly number[]) =>
  new List(
    'float',
    items.map((item) => new Float(item)),
  );

export const arithmeticOperations: readonly Operation[] = [
  reduce(
    'sum',
    ['Sum', 'Suma'],
    ['Adds the numbers.', 'Suma los números.'],
    (numbers) =>
      fold(
        numbers,
        (a, b) => a + b,
        (a, b) => a + b,
      ),
    [
      { input: '1,2,3.5', output: new Float(6.5) },
      { input: new List('integer', [1, 2]), output: 3 },
    ],
  ),
  reduce(
    'subtract',
    ['Subtract', 'Resta'],
    ['Takes the other numbers from the first.', 'Resta los demás números al primero.'],
    (numbers) =>
      fold(
        numbers,
        (a, b) => a - b,
        (a, b) => a - b,
      ),
    [{ input: '10,3,2', output: 5 }],
  ),
  reduce(
    'multiply',
    ['Multiply', 'Multiplicación'],
    ['Multiplies the numbers.', 'Multiplica los números.'],
    (numbers) =>
      fold(
        numbers,
        (a, b) => a * b,
        (a, b) => a * b,
      ),
    [{ input: '2,3,4', output: 24 }],
  ),
  reduce(
    'divide',
    ['Divide', 'División'],
    ['Divides the first number by the others.', 'Divide el primer número entre los demás.'],
    divide,
    [
      { input: '100,5,2', output: 10 },
      { input: '7,2', output: new Float(3.5) },
    ],
  ),
  reduce(
    'mean',
    ['Mean', 'Media'],
    ['Average of the numbers.', 'Media de los números.'],
    (numbers) => finite(mean(numbers.map(doubleOf))),
    [{ input: '1,2,6', output: new Float(3) }],
  ),
  reduce(
    'median',
    ['Median', 'Mediana'],
    ['Middle of the sorted numbers.', 'Valor central de los números ordenados.'],
    (numbers) => finite(median(numbers.map(doubleOf))),
    [{ input: '7,1,3,10', output: new Float(5) }],
  ),
  defineOperation({
    id: 'standard-deviation',
    group: 'arithmetic-logic',
    title: words('Standard deviation', 'Desviación típica'),
    summary: words('Spread of the numbers around their mean.', 'Dispersión de los números en torno a su media.'),
    input: manyNumbers,
    output: 'float',
    maps: false,
    parameters: z.object({ ...separatorFields, of: choice(['population', 'sample'], 'population') }),
    text: {
      ...separatorWords,
      of: {
        label: words('Numbers are', 'Los números son'),
        options: { population: words('The whole population', 'Toda la población'), sample: words('A sample', 'Una muestra') },
      },
    },
    compile: (parameters) => {
      const separator = separatorOf(parameters);
      const less = parameters.of === 'sample' ? 1 : 0;
      return (value) => {
        const numbers = numbersOf(value, separator).map(doubleOf);
        if (numbers.length <= less) throw new OperationFault('TYPE_CONVERSION', expecting('EXPECTED_NUMBERS', { count: less + 1 }));
        const middle = mean(numbers);
        return finite(Math.sqrt(numbers.reduce((sum, n) => sum + (n - middle) ** 2, 0) / (numbers.length - less)));
      };
    },
    examples: [{ input: '2,4,4,4,5,5,7,9', output: new Float(2) }],
  }),
  reduce('minimum', ['Minimum', 'Mínimo'], ['The smallest of the numbers.', 'El menor de los números.'], (numbers) => extreme(numbers, 1), [
    { input: '4,-1,9', output: -1 },
  ]),
  reduce('maximum', ['Maximum', 'Máximo'], ['The largest of the numbers.', 'El mayor de los números.'], (numbers) => extreme(numbers, -1), [
    { input: '4,-1,9', output: 9 },
  ]),
  defineOperation({
    id: 'round',
    group: 'arithmetic-logic',
    title: words('Round', 'Redondear'),
    summary: words('Rounds to a number of decimals.', 'Redondea a un número de decimales.'),
    input: oneNumber,
    output: 'number',
    maps: true,
    parameters: z.object({ digits: integer(0, 0, 15), mode: choice(roundModes, 'half-up') }),
    text: {
      digits: { label: words('Decimals', 'Decimales') },
      mode: {
        label: words('Mode', 'Modo'),
        options: {
          'half-up': words('Half away from zero', 'Mitad lejos de cero'),
          'half-even': words('Half to even', 'Mitad al par'),
          floor: words('Down', 'Hacia abajo'),
          ceil: words('Up', 'Hacia arriba'),
          trunc: words('Toward zero', 'Hacia cero'),
        },
      },
    },
    compile:
      ({ digits, mode }) =>
      (value) => {
        const number = numberOf(value);
        return isWhole(number)
          ? number
          : digits === 0
            ? numberResult(roundTo(number.value, 0, mode), true)
            : finite(roundTo(number.value, digits, mode));
      },
    examples: [
      { input: new Float(2.5), parameters: { digits: 0, mode: 'half-even' }, output: 2 },
      { input: floats([1.255, -2.5]), parameters: { digits: 2 }, output: floats([1.26, -2.5]) },
    ],
  }),
  defineOperation({
    id: 'modulo',
    group: 'arithmetic-logic',
    title: words('Modulo', 'Módulo'),
    summary: words('Remainder of a division, with the sign of the dividend.', 'Resto de la división, con el signo del dividendo.'),
    input: oneNumber,
    output: 'number',
    maps: true,
    parameters: z.object({ divisor: decimal(2) }),
    text: { divisor: { label: words('Divisor', 'Divisor') } },
    compile:
      ({ divisor }) =>
      (value) => {
        if (divisor === 0) throw new OperationFault('TYPE_ZERO_DIVISION');
        const number = numberOf(value);
        if (isWhole(number) && Number.isSafeInteger(divisor)) return wholeNumber(BigInt(number) % BigInt(divisor));
        return finite(doubleOf(number) % divisor);
      },
    examples: [{ input: 17, parameters: { divisor: 5 }, output: 2 }],
  }),
  defineOperation({
    id: 'absolute',
    group: 'arithmetic-logic',
    title: words('Absolute', 'Valor absoluto'),
    summary: words('The number without its sign.', 'El número sin su signo.'),
    input: oneNumber,
    output: 'number',
    maps: true,
    parameters: none,
    text: {},
    compile: () => (value) => {
      const number = numberOf(value);
      return isWhole(number) ? wholeNumber(BigInt(number) < 0n ? -BigInt(number) : BigInt(number)) : finite(Math.abs(number.value));
    },
    examples: [{ input: -7, output: 7 }],
  }),
  defineOperation({
    id: 'bitwise',
    group: 'arithmetic-logic',
    title: words('Bitwise', 'Operación de bits'),
    summary: words('Works on the 64 bits of an integer.', 'Opera sobre los 64 bits de un entero.'),
    input: ['integer', 'string'],
    output: 'integer',
    maps: true,
    parameters: z.object({
      operator: choice(['and', 'or', 'xor', 'not', 'shl', 'shr'], 'and'),
      operand: integer(0, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    }),
    text: {
      operator: {
        label: words('Operator', 'Operador'),
        options: {
          and: words('And', 'Y'),
          or: words('Or', 'O'),
          xor: words('Exclusive or', 'O exclusivo'),
          not: words('Not', 'No'),
          shl: words('Shift left', 'Desplazar a la izquierda'),
          shr: words('Shift right', 'Desplazar a la derecha'),
        },
      },
      operand: { label: words('Second number', 'Segundo número') },
    },
    compile: ({ operator, operand }) => {
      const other = BigInt(operand);
      const shift = BigInt(Math.min(64, Math.max(0, operand)));
      return (value) => {
        const bits = BigInt(integerOf(value));
        const result =
          operator === 'and'
            ? bits & other
            : operator === 'or'
              ? bits | other
              : operator === 'xor'
                ? bits ^ other
                : operator === 'not'
                  ? ~bits
                  : operator === 'shl'
                    ? bits << shift
                    : bits >> shift;
        return wholeNumber(BigInt.asIntN(64, result));
      };
    },
    examples: [{ input: 12, parameters: { operator: 'and', operand: 10 }, output: 8 }],
  }),
];
