import type { Flows } from '@acequia/contract';
import type { FlowSum, VersionLinks } from './flows.store.ts';

/** Sums by link; what a removed version counted is left out, since nobody knows its label any more. */
export function presentFlows(sums: readonly FlowSum[], versions: readonly VersionLinks[]): Flows {
  const labels = new Map<string, Flows['labels'][number]>();
  const entries = new Map<string, Flows['entries'][number]>();
  const deliveries = new Map<string, Flows['deliveries'][number]>();
  const labelOf = (listenerId: string, labelId: string) => take(labels, `${listenerId} ${labelId}`, { listenerId, labelId, events: 0 });
  const entryOf = (listenerId: string, labelId: string, pipelineId: string) =>
    take(entries, `${listenerId} ${labelId} ${pipelineId}`, { listenerId, labelId, pipelineId, events: 0, bytes: 0 });
  const deliveryOf = (pipelineId: string, datasinkId: string) =>
    take(deliveries, `${pipelineId} ${datasinkId}`, { pipelineId, datasinkId, events: 0, bytes: 0 });

  const known = new Map(versions.map((version) => [version.versionId, version]));
  for (const { pipelineId, labels: from, datasinkIds } of versions.filter(({ running }) => running)) {
    for (const { listenerId, labelId } of from) {
      labelOf(listenerId, labelId);
      entryOf(listenerId, labelId, pipelineId);
    }
    for (const datasinkId of datasinkIds) deliveryOf(pipelineId, datasinkId);
  }
  for (const { scope, objectId, versionId, labelId, datasinkId, counter, total } of sums) {
    if (scope === 'listener') {
      labelOf(objectId, labelId).events += total;
      continue;
    }
    if (counter === 'delivered' || counter === 'deliveredBytes') {
      if (datasinkId !== '') deliveryOf(objectId, datasinkId)[counter === 'delivered' ? 'events' : 'bytes'] += total;
      continue;
    }
    const label = known.get(versionId)?.labels[0];
    if (label) entryOf(label.listenerId, label.labelId, objectId)[counter === 'entered' ? 'events' : 'bytes'] += total;
  }
  return { labels: [...labels.values()], entries: [...entries.values()], deliveries: [...deliveries.values()] };
}

function take<V>(all: Map<string, V>, key: string, fresh: V): V {
  const known = all.get(key) ?? fresh;
  all.set(key, known);
  return known;
}
