import type { NodeTotals, TraceFault, TraceResult } from '@acequia/contract';

/** The traces of several workers as one: events numbered through, counts summed, the same fault once. What only some of them lack is no fault. */
export function joinTraces(results: readonly TraceResult[]): TraceResult {
  if (results.length === 1) return results[0]!;
  const nodes: Record<string, NodeTotals> = {};
  const traces: TraceResult['traces'] = [];
  for (const result of results) {
    const before = (traces.at(-1)?.event ?? -1) + 1;
    traces.push(...result.traces.map((trace) => ({ ...trace, event: before + trace.event })));
    for (const [id, totals] of Object.entries(result.nodes)) nodes[id] = sum(nodes[id], totals);
  }
  const faults = new Map(results.flatMap((result) => result.faults).map((fault) => [JSON.stringify(fault), fault]));
  const kept = [...faults.values()].filter(({ code }) => code !== 'LISTENER_ABSENT' || traces.length === 0);
  return { traces, nodes, faults: kept satisfies readonly TraceFault[], cut: results.some(({ cut }) => cut) };
}

function sum(a: NodeTotals | undefined, b: NodeTotals): NodeTotals {
  if (!a) return b;
  const both = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) =>
    Object.fromEntries([...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)]));
  return {
    in: a.in + b.in,
    ports: both(a.ports, b.ports),
    ended: both(a.ended, b.ended),
    refused: both(a.refused, b.refused),
    tookUs: a.tookUs + b.tookUs,
  };
}
