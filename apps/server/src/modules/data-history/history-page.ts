import type { HistoryCursor, HistoryPage, TraceResult } from '@acequia/contract';

export interface WorkerFinds {
  readonly workerId: string;
  /** Undefined: it did not answer. */
  readonly result: TraceResult | undefined;
}

/** What the workers found as one page. A listener that only some of them lack is no fault. */
export function historyPage(finds: readonly WorkerFinds[]): HistoryPage {
  const results = finds.flatMap(({ result }) => result ?? []);
  const events = results
    .flatMap(({ traces }) => traces)
    .flatMap(({ born, steps }) => (born && steps[0] ? [{ id: born.id, receivedAt: born.receivedMs, ...steps[0].input }] : []))
    .sort((a, b) => b.receivedAt - a.receivedAt);
  const next: HistoryCursor = Object.fromEntries(
    finds.flatMap(({ workerId, result }) => (result?.searched?.next ? [[workerId, result.searched.next]] : [])),
  );
  const searched = results.flatMap((result) => result.searched ?? []);
  const reached = searched.flatMap(({ reachedMs }) => reachedMs ?? []);
  const told = results.flatMap(({ faults }) => faults).filter(({ code }) => code !== 'LISTENER_ABSENT' || searched.length === 0);
  const silent = finds.some(({ result }) => result === undefined) ? [{ code: 'WORKER_AWAY' }] : [];
  return {
    events,
    searchedBytes: searched.reduce((sum, { bytes }) => sum + bytes, 0),
    searchedBlocks: searched.reduce((sum, { blocks }) => sum + blocks, 0),
    reachedAt: reached.length === 0 ? null : Math.max(...reached),
    next: Object.keys(next).length === 0 ? null : next,
    faults: [...new Map([...told, ...silent].map((fault) => [fault.code, fault])).values()],
  };
}
