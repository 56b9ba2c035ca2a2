import { integerFromBigInt } from '../json/integer.ts';
import { Float, Timestamp, type FieldValue } from '../values.ts';
import type { MathOp } from './ast.ts';
import { floatResult, integerResult, textResult, timestampResult } from './arguments.ts';
import { ExpressionError } from './faults.ts';

const nsPerMs = 1_000_000n;

/** Arithmetic of catalogue 4.3 (6). Null gives null. */
export function calculate(op: MathOp, left: FieldValue, right: FieldValue): FieldValue {
  if (left === null || right === null) return null;
  if (typeof left === 'number' && typeof right === 'number') {
    const quick = op === '+' ? left + right : op === '-' ? left - right : op === '*' ? left * right : NaN;
    if (Number.isSafeInteger(quick)) return quick + 0;
  }
  if (isInteger(left) && isInteger(right)) return integers(op, BigInt(left), BigInt(right));
  if (isNumber(left) && isNumber(right)) return floats(op, asDouble(left), asDouble(right));
  if (op === '+' && typeof left === 'string' && typeof right === 'string') return textResult(left + right);
  if (left instanceof Timestamp) {
    if (op === '-' && right instanceof Timestamp) return integerFromBigInt((left.ns - right.ns) / nsPerMs)!;
    if ((op === '+' || op === '-') && isInteger(right)) {
      const by = BigInt(right) * nsPerMs;
      return timestampResult(op === '+' ? left.ns + by : left.ns - by);
    }
  }
  if (op === '+' && right instanceof Timestamp && isInteger(left)) return timestampResult(right.ns + BigInt(left) * nsPerMs);
  throw new ExpressionError('EXPR_TYPE', op);
}

const isInteger = (value: FieldValue): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
const isNumber = (value: FieldValue): value is number | bigint | Float => isInteger(value) || value instanceof Float;
const asDouble = (value: number | bigint | Float): number => (value instanceof Float ? value.value : Number(value));

function integers(op: MathOp, left: bigint, right: bigint): FieldValue {
  switch (op) {
    case '+':
      return integerResult(left + right);
    case '-':
      return integerResult(left - right);
    case '*':
      return integerResult(left * right);
    case '%':
      if (right === 0n) throw new ExpressionError('EXPR_DIVIDE_BY_ZERO', op);
      return integerResult(left % right);
    case '**':
      if (right < 0n) return floats(op, Number(left), Number(right));
      if (right > 64n && left !== 0n && left !== 1n && left !== -1n) throw new ExpressionError('EXPR_OVERFLOW', op);
      return integerResult(left ** (right > 64n ? 64n + (right % 2n) : right));
    case '/':
      return floats(op, Number(left), Number(right));
  }
}

function floats(op: MathOp, left: number, right: number): Float {
  switch (op) {
    case '+':
      return floatResult(left + right);
    case '-':
      return floatResult(left - right);
    case '*':
      return floatResult(left * right);
    case '/':
    case '%':
      if (right === 0) throw new ExpressionError('EXPR_DIVIDE_BY_ZERO', op);
      return floatResult(op === '/' ? left / right : left % right);
    case '**':
      return floatResult(left ** right);
  }
}

export function negate(value: FieldValue): FieldValue {
  if (value === null) return null;
  if (typeof value === 'number') return 0 - value;
  if (typeof value === 'bigint') return integerResult(-value);
  if (value instanceof Float) return new Float(-value.value);
  throw new ExpressionError('EXPR_TYPE', '-');
}
