import type { Totals } from '@acequia/contract';
import type { Sum } from './metrics.store.ts';

/**
 * Sums by thing. Each outcome of a pipeline is counted at one of its nodes, so a pipeline is the sum of all its rows. In flight is
 * what has entered or was created and has no outcome yet.
 */
export function presentTotals(sums: readonly Sum[]): Totals {
  const totals: Totals = { listeners: {}, pipelines: {}, datasinks: {} };
  for (const { scope, objectId, datasinkId, counter, total } of sums) {
    if (scope === 'replay') continue;
    if (scope === 'listener') {
      addTo((totals.listeners[objectId] ??= { received: 0, decoded: 0, rejected: 0, empty: 0, receivedBytes: 0 }), counter, total);
      continue;
    }
    addTo((totals.pipelines[objectId] ??= emptyPipeline()), counter, total);
    if (datasinkId !== '') addTo((totals.datasinks[datasinkId] ??= { delivered: 0, deliveredBytes: 0 }), counter, total);
  }
  for (const sum of Object.values(totals.pipelines)) {
    sum.inFlight = Math.max(
      0,
      sum.entered + sum.created - sum.delivered - sum.filtered - sum.merged - sum.rejected - sum.dropped - sum.expired,
    );
  }
  return totals;
}

const emptyPipeline = (): Totals['pipelines'][string] => ({
  entered: 0,
  created: 0,
  delivered: 0,
  filtered: 0,
  merged: 0,
  rejected: 0,
  dropped: 0,
  expired: 0,
  inFlight: 0,
  enteredBytes: 0,
  deliveredBytes: 0,
});

/** Counters the totals do not show are left out. */
function addTo(sums: Record<string, number>, counter: string, total: number): void {
  const before = sums[counter];
  if (before !== undefined && counter !== 'inFlight') sums[counter] = before + total;
}
