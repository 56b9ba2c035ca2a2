import { compareValues } from '../../compare.ts';
import { roundHalfAway } from '../../conversions/numbers.ts';
import { Float, type FieldValue } from '../../values.ts';
import { countArg, floatResult, integerResult, numberArg } from '../arguments.ts';
import { ExpressionError } from '../faults.ts';
import { strict, type FunctionDefinition } from '../function-definition.ts';
import { commonType, type ExpressionType } from '../types.ts';

const group = 'number' as const;
const sameType = (types: readonly ExpressionType[]): ExpressionType => types[0] ?? 'unknown';
const wholeType = (types: readonly ExpressionType[]): ExpressionType => (types[0] === 'float' ? 'integer' : (types[0] ?? 'unknown'));

/** Integers stay; floats go through `whole` and become integers. */
function toWhole(value: FieldValue | undefined, whole: (value: number) => number): FieldValue {
  return value instanceof Float ? integerResult(BigInt(whole(value.value))) : (value ?? null);
}

function round(value: FieldValue, digits: number): FieldValue {
  if (digits <= 0) {
    if (digits === 0) return toWhole(value, roundHalfAway);
    const step = 10n ** BigInt(Math.min(-digits, 30));
    const whole = BigInt(value instanceof Float ? Math.trunc(value.value) : (value as number | bigint));
    const half = whole < 0n ? -step / 2n : step / 2n;
    return integerResult(((whole + half) / step) * step);
  }
  if (!(value instanceof Float) || digits > 15) return value;
  return floatResult(Number(`${roundHalfAway(Number(shift(value.value, digits)))}e-${digits}`));
}

/** Moves the decimal point in the shortest decimal text, so that 1.005 is what it reads. */
function shift(value: number, digits: number): string {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return `${mantissa}e${Number(exponent) + digits}`;
}

function extreme(args: readonly FieldValue[], sign: 1 | -1): FieldValue {
  let best: FieldValue = null;
  for (const value of args) {
    if (value === null) return null;
    if (best === null || compareValues(value, best)! * sign > 0) best = value;
  }
  return best;
}

export const numberFunctions: readonly FunctionDefinition[] = [
  strict(
    { group, signature: 'abs(number:n)', result: sameType, en: 'Without its sign.', es: 'Sin su signo.', example: ['abs(-7)', '7'] },
    ([n]) =>
      n instanceof Float
        ? new Float(Math.abs(n.value))
        : integerResult(BigInt(n as number) < 0n ? -BigInt(n as number) : BigInt(n as number)),
  ),
  strict(
    {
      group,
      signature: 'ceil(number:n)',
      result: wholeType,
      en: 'Rounded up.',
      es: 'Redondeado hacia arriba.',
      example: ['ceil(1.2)', '2'],
    },
    ([n]) => toWhole(n, Math.ceil),
  ),
  strict(
    {
      group,
      signature: 'floor(number:n)',
      result: wholeType,
      en: 'Rounded down.',
      es: 'Redondeado hacia abajo.',
      example: ['floor(-1.2)', '-2'],
    },
    ([n]) => toWhole(n, Math.floor),
  ),
  strict(
    {
      group,
      signature: 'trunc(number:n)',
      result: wholeType,
      en: 'Without its fraction.',
      es: 'Sin la parte decimal.',
      example: ['trunc(-1.9)', '-1'],
    },
    ([n]) => toWhole(n, Math.trunc),
  ),
  strict(
    {
      group,
      signature: 'round(number:n, digits:i?)',
      result: (types) => (types.length > 1 ? sameType(types) : wholeType(types)),
      en: 'Rounded to digits after the point, half away from zero.',
      es: 'Redondeado a los decimales dados; la mitad, lejos de cero.',
      example: ['round(2.345, 2)', '2.35'],
    },
    ([n, digits]) => round(n!, countArg(digits, 0)),
  ),
  strict(
    {
      group,
      signature: 'div(left:i, right:i)',
      result: 'integer',
      en: 'Whole division, rounded down.',
      es: 'División entera, hacia abajo.',
      example: ['div(-7, 2)', '-4'],
    },
    ([left, right]) => {
      const [a, b] = [BigInt(left as number), BigInt(right as number)];
      if (b === 0n) throw new ExpressionError('EXPR_DIVIDE_BY_ZERO', 'div');
      return integerResult(a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n));
    },
  ),
  strict(
    { group, signature: 'sqrt(number:n)', result: 'float', en: 'Square root.', es: 'Raíz cuadrada.', example: ['sqrt(9)', '3.0'] },
    ([n]) => floatResult(Math.sqrt(numberArg(n))),
  ),
  strict(
    {
      group,
      signature: 'log(number:n, base:n?)',
      result: 'float',
      en: 'Logarithm; natural without a base.',
      es: 'Logaritmo; natural si no hay base.',
      example: ['log(1000, 10)', '3.0'],
    },
    ([n, base]) => {
      if (base === undefined || base === null) return floatResult(Math.log(numberArg(n)));
      const b = numberArg(base);
      return floatResult(b === 10 ? Math.log10(numberArg(n)) : b === 2 ? Math.log2(numberArg(n)) : Math.log(numberArg(n)) / Math.log(b));
    },
  ),
  strict(
    {
      group,
      signature: 'min(number:n, more:n...)',
      result: commonType,
      en: 'The smallest.',
      es: 'El menor.',
      example: ['min(3, 1.5)', '1.5'],
    },
    (args) => extreme(args, -1),
  ),
  strict(
    {
      group,
      signature: 'max(number:n, more:n...)',
      result: commonType,
      en: 'The largest.',
      es: 'El mayor.',
      example: ['max(3, 1.5)', '3'],
    },
    (args) => extreme(args, 1),
  ),
  strict(
    {
      group,
      signature: 'clamp(number:n, low:n, high:n)',
      result: commonType,
      en: 'Limited to a range.',
      es: 'Limitado a un intervalo.',
      example: ['clamp(15, 0, 10)', '10'],
    },
    ([n, low, high]) => extreme([extreme([n!, low!], 1), high!], -1),
  ),
];
