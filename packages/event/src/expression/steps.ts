import { Json, List, type FieldValue } from '../values.ts';
import { ExpressionError, expressionLimits } from './faults.ts';

/** Adds up what the evaluations of one event take. */
export interface StepAccount {
  /** Adds steps to those of the event; the sum, or undefined while nobody adds up. */
  spend?(steps: number): number | undefined;
}

/** What an evaluation takes before its account is asked, and each time again: most never ask. */
const chunk = 4096;

// Evaluations never wait and never overlap.
/** What is left of the steps that the evaluation under way has drawn. */
let left = 0;
/** What it has drawn, where nobody adds up. */
let own = 0;
/** A member of an object: as a variable of the module its store cost 20 ns for each evaluation. */
const current: { account: StepAccount | undefined } = { account: undefined };

/** A new evaluation begins. Without an account it has the steps of an event for itself. */
export function beginSteps(of?: StepAccount): void {
  left = chunk;
  own = chunk;
  current.account = of;
}

/** Throws `EXPR_LIMIT` when the event under way has used up its steps. */
export function spendSteps(count: number): void {
  left -= count;
  if (left < 0) drawSteps();
}

function drawSteps(): void {
  const wanted = chunk - left;
  own += wanted;
  if ((current.account?.spend?.(wanted) ?? own) > expressionLimits.steps) throw new ExpressionError('EXPR_LIMIT', 'steps');
  left = chunk;
}

/** Steps of handling a value once: characters, elements, or one. */
export function stepsOf(value: FieldValue): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof List) return value.items.length;
  return value instanceof Json ? value.sizeHint : 1;
}
