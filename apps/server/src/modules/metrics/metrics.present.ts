import type { Totals } from '@acequia/contract';
import { sumOfWays, waysOf, type WayToSink } from '@acequia/domain';
import type { VersionLinks } from './flows.store.ts';
import type { Sum, sumOutcomes } from './metrics.store.ts';

/**
 * Sums by thing. Each outcome of a pipeline is counted at one of its nodes, so a pipeline is the sum of all its rows. In flight is
 * what has entered or was created and has no outcome yet; in a range in which more left than came in, it is below 0. Ways are of the versions, so that a data sink is compared only with what
 * entered while a version sent to it.
 */
export function presentTotals(at: number, sums: readonly Sum[], links: readonly VersionLinks[]): Totals {
  const totals: Totals = { at, listeners: {}, pipelines: {}, datasinks: {}, ways: [] };
  for (const { scope, objectId, datasinkId, counter, total } of sums) {
    if (scope === 'replay') continue;
    if (scope === 'listener') {
      addTo((totals.listeners[objectId] ??= { received: 0, decoded: 0, rejected: 0, empty: 0, receivedBytes: 0 }), counter, total);
      continue;
    }
    addTo((totals.pipelines[objectId] ??= emptyPipeline()), counter, total);
    if (datasinkId !== '') addTo((totals.datasinks[datasinkId] ??= emptySink()), counter, total);
  }
  for (const sum of Object.values(totals.pipelines)) {
    const left = sum.delivered + sum.filtered + sum.merged + sum.rejected + sum.dropped + sum.expired;
    sum.inFlight = sum.entered + sum.created - left;
  }
  totals.ways = presentWays(sums, links);
  return totals;
}

export const presentNodes = (rows: Awaited<ReturnType<typeof sumOutcomes>>): NonNullable<Totals['nodes']> =>
  Object.fromEntries(
    rows.map(({ node, delivered, rejected, dropped }) => [
      node,
      { delivered: Number(delivered), rejected: Number(rejected), dropped: Number(dropped) },
    ]),
  );

function presentWays(sums: readonly Sum[], links: readonly VersionLinks[]): Totals['ways'] {
  const pipelineSums = sums.filter(({ scope, versionId }) => versionId !== '' && (scope === 'pipeline' || scope === 'node'));
  const sumsOf = Map.groupBy(pipelineSums, ({ versionId }) => versionId);
  const linksOf = new Map(links.map((link) => [link.versionId, link]));
  const byEnds = new Map<string, { readonly pipelineId: string; readonly datasinkId: string; readonly ways: WayToSink[] }>();
  for (const versionId of new Set([...sumsOf.keys(), ...linksOf.keys()])) {
    const rows = sumsOf.get(versionId) ?? [];
    const link = linksOf.get(versionId);
    const version = emptyPipeline();
    const sinks = new Map((link?.datasinkIds ?? []).map((id) => [id, emptySink()]));
    for (const { datasinkId, counter, total } of rows) {
      addTo(version, counter, total);
      if (datasinkId === '') continue;
      const sink = sinks.get(datasinkId) ?? emptySink();
      addTo(sink, counter, total);
      sinks.set(datasinkId, sink);
    }
    const pipelineId = link?.pipelineId ?? rows[0]?.objectId ?? '';
    for (const [datasinkId, way] of waysOf(version, sinks)) {
      const key = `${pipelineId} ${datasinkId}`;
      const known = byEnds.get(key) ?? { pipelineId, datasinkId, ways: [] };
      known.ways.push(way);
      byEnds.set(key, known);
    }
  }
  return [...byEnds.values()].map(({ pipelineId, datasinkId, ways }) => ({ pipelineId, datasinkId, ...sumOfWays(ways) }));
}

const emptySink = (): Totals['datasinks'][string] => ({ delivered: 0, deliveredBytes: 0, rejected: 0, dropped: 0, expired: 0 });

const emptyPipeline = (): Totals['pipelines'][string] => ({
  entered: 0,
  redriven: 0,
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
