import { Json, List, type FieldValue } from '../values.ts';
import { ExpressionError, expressionLimits } from './faults.ts';

/** What is left of the steps of the evaluation under way. Evaluations never wait and never overlap. */
let left = 0;

/** A new evaluation begins. */
export function beginSteps(): void {
  left = expressionLimits.steps;
}

/** Throws `EXPR_LIMIT` when the evaluation has used up its steps. */
export function spendSteps(count: number): void {
  left -= count;
  if (left < 0) throw new ExpressionError('EXPR_LIMIT', 'steps');
}

/** Steps of handling a value once: characters, elements, or one. */
export function stepsOf(value: FieldValue): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof List) return value.items.length;
  return value instanceof Json ? value.sizeHint : 1;
}
