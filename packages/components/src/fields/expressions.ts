import type { BatchView, Row, SlotTable } from '@acequia/batch';
import {
  compileCondition,
  compileExpression,
  ExpressionError,
  type CompiledCondition,
  type CompiledExpression,
  type EvaluationEnv,
  type StoredExpression,
} from '@acequia/event';
import { Misconfigured, type RejectDetail } from '@acequia/component-sdk/runtime';

/** Compiles a stored condition; one that was never checked and does not compile is `Misconfigured('CONFIG_EXPRESSION')`. */
export const compileStoredCondition = (stored: StoredExpression, slots: SlotTable): CompiledCondition =>
  guarded(() => compileCondition(stored.ast, { slot: (name) => slots.slot(name) }));

export const compileStoredExpression = (stored: StoredExpression, slots: SlotTable): CompiledExpression =>
  guarded(() => compileExpression(stored.ast, { slot: (name) => slots.slot(name) }));

function guarded<T>(compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    throw new Misconfigured('CONFIG_EXPRESSION', { message: (error as Error).message }, error);
  }
}

/** What evaluations know besides the event: `nowMs` is worker time, fixed for the batch. */
export function createEnvironment(slots: SlotTable): (view: BatchView, row: Row, nowMs: number) => EvaluationEnv {
  const received = slots.slot('_received');
  return (view, row, nowMs) => ({ nowMs, receivedNs: view.time(row, received) ?? BigInt(nowMs) * 1_000_000n });
}

/** The error record's members for a failed evaluation. Anything else is a defect and thrown again. */
export function expressionFault(error: unknown): {
  readonly code: string;
  readonly detail: RejectDetail;
} {
  if (!(error instanceof ExpressionError)) throw error;
  const { code, detail, expected, position } = error;
  return { code, detail: { ...(expected ? { expected } : { message: detail }), ...(position < 0 ? {} : { offset: position }) } };
}
