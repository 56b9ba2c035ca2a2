import { Json, List, type FieldValue } from '../values.ts';
import { ExpressionError, expressionLimits } from './faults.ts';

/** Adds up what the evaluations of one event take. */
export interface StepAccount {
  /** Adds steps to those of the event; the sum, or undefined while nobody adds up. */
  spend?(steps: number): number | undefined;
}

/** What an evaluation takes before its account is asked, and each time again: most never ask. */
const chunk = 4096;
/** Stays a small integer, whatever is taken off at once. */
const smallMax = 2 ** 29;

// Evaluations and runs never wait and never overlap.
/** What is left of the steps that the evaluation under way has drawn. */
let left = chunk;
/** What it has drawn, where nobody adds up. */
let own = 0;
/** A member of an object: as a variable of the module its store cost 20 ns for each evaluation. */
const current: { account: StepAccount | undefined } = { account: undefined };
let isInRun = false;
/** What is left to the run under way, but for what the evaluation under way has not drawn. A small integer: others cost an allocation. */
let leftOfRun = 0;

/**
 * While `run` is at work all that is done to events has `expressionLimits.runSteps` together, and what `allowEvents` adds: evaluations,
 * what is read, made and written; each evaluation and each work that begins after them throws `EXPR_LIMIT`. A run within a run has
 * what is left to that.
 */
export function boundSteps<T>(run: () => T): T {
  if (isInRun) return run();
  isInRun = true;
  leftOfRun = expressionLimits.runSteps;
  left = chunk;
  try {
    return run();
  } finally {
    isInRun = false;
  }
}

/** What `work` evaluates is not of the run under way: a data sink's own texts are no work of the version. */
export function besideRun<T>(work: () => T): T {
  const wasInRun = isInRun;
  leftOfRun -= chunk - left;
  left = chunk;
  const leftBefore = leftOfRun;
  isInRun = false;
  leftOfRun = expressionLimits.runSteps;
  try {
    return work();
  } finally {
    isInRun = wasInRun;
    leftOfRun = leftBefore;
    left = chunk;
  }
}

/**
 * A new evaluation begins, which takes `steps` at least. Without an account it has the steps of an event for itself. Throws
 * `EXPR_LIMIT` when those before it have used up the steps of the run.
 */
export function beginSteps(of?: StepAccount, steps = 1): void {
  leftOfRun -= steps + chunk - left;
  left = chunk;
  if (leftOfRun < 0) endRun();
  own = chunk;
  current.account = of;
}

/** Takes steps off the run under way, for what must not fail; that it has used them up is told to what asks next. */
export function chargeRun(steps: number): void {
  if (isInRun) leftOfRun = Math.max(leftOfRun - steps, -smallMax) | 0;
}

/**
 * Takes the steps of a work beside evaluations off the run under way; called before it is done. They do not count for the event: one
 * of many megabytes may be worked on. Throws `EXPR_LIMIT` when the run has used up its steps.
 */
export function spendRun(steps: number): void {
  if (!isInRun) return;
  leftOfRun = Math.max(leftOfRun - steps, -smallMax) | 0;
  if (leftOfRun < 0) endRun();
}

/** The run under way takes up so many events: each adds `expressionLimits.eventSteps` to what it has. */
export function allowEvents(count: number): void {
  if (isInRun) leftOfRun = Math.min(leftOfRun + count * expressionLimits.eventSteps, smallMax) | 0;
}

/** What is left to the run under way; below 0 when it went beyond, endless outside of one. */
export const stepsLeft = (): number => (isInRun ? leftOfRun - chunk + left : Number.POSITIVE_INFINITY);

/** Throws `EXPR_LIMIT` when the event or the run under way has used up its steps. */
export function spendSteps(count: number): void {
  left -= count;
  if (left < 0) drawSteps();
}

function drawSteps(): void {
  const wanted = chunk - left;
  own += wanted;
  leftOfRun -= wanted;
  left = chunk;
  if (leftOfRun < 0) endRun();
  if ((current.account?.spend?.(wanted) ?? own) > expressionLimits.steps) throw new ExpressionError('EXPR_LIMIT', 'steps');
}

function endRun(): void {
  leftOfRun = isInRun ? Math.max(leftOfRun, -smallMax) | 0 : expressionLimits.runSteps;
  if (isInRun) throw new ExpressionError('EXPR_LIMIT', 'block');
}

/** Steps of handling a value once: characters, elements, or one. */
export function stepsOf(value: FieldValue): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object') return 1;
  if (value instanceof List) return value.items.length;
  return value instanceof Json ? value.sizeHint : 1;
}
