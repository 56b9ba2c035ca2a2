import type { Report } from '@acequia/contract/fleet';
import type { WorkerUnderTest } from './worker-process.ts';

/** Whose counter: the listener's, or the pipeline's with all its nodes. */
export type Counted = 'listener' | 'pipeline';

/** Sum of a counter as the worker last reported it. */
export const ledgerSum = (report: Report | undefined, of: Counted, counter: string): number =>
  (report?.ledger ?? [])
    .filter((row) => (row.scope === 'listener') === (of === 'listener'))
    .reduce((sum, row) => sum + (row.counts[counter] ?? 0), 0);

const pollMs = 50;
const timeoutMs = 300_000;

/** Waits until the worker reports at least so many; rejects when it ends or after five minutes. */
export async function awaitLedger(worker: WorkerUnderTest, of: Counted, counter: string, least: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (ledgerSum(worker.fleet.report(), of, counter) < least) {
    if (worker.process.ended()) throw new Error(`the worker ended: ${worker.process.lastWords()}`);
    if (performance.now() > deadline)
      throw new Error(`${counter} is ${ledgerSum(worker.fleet.report(), of, counter)} of ${least} after ${timeoutMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
