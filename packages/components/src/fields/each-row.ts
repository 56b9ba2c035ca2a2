import type { BatchView, Row } from '@acequia/batch';
import type { StepOutput } from '@acequia/component-sdk/runtime';
import { chargeRun } from '@acequia/event';
import { expressionFault } from './expressions.ts';

/** Steps of taking up a row and sending it on. */
const rowSteps = 30;
/** Steps of an error that was thrown. */
export const faultSteps = 500;

/**
 * Calls back for each row in order. A row whose work the run has no steps left for, or throws an `ExpressionError`, is refused: `work`
 * must then have changed nothing. What it reads and writes is counted by the view; what it does beyond that it counts itself
 * (`spendRun`) before it does it. Any other error passes. `sendDone` sends on a row that was done with all others at once, which is
 * never refused; false: it was left.
 */
export function forEachRow(
  view: BatchView,
  out: Pick<StepOutput, 'reject'>,
  work: (row: Row, index: number) => void,
  sendDone?: (row: Row, index: number) => boolean,
): void {
  chargeRun(rowSteps * view.count);
  for (let index = 0; index < view.count; index += 1) {
    const row = view.rows[index]!;
    if (sendDone?.(row, index) === true) continue;
    try {
      work(row, index);
    } catch (error) {
      const { code, detail } = expressionFault(error);
      chargeRun(faultSteps);
      out.reject(row, code, detail);
    }
  }
}

/** Sends on, by one port, the rows that were done at once; for `forEachRow`. `states`: 0 = done. */
export function sendingDone(
  out: Pick<StepOutput, 'to'>,
  port: number,
  states: Uint8Array | undefined,
): ((row: Row, index: number) => boolean) | undefined {
  if (states === undefined) return undefined;
  return (row, index) => {
    if (states[index] !== 0) return false;
    out.to(port, row);
    return true;
  };
}
