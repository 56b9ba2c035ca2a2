import type { Flows } from '@acequia/contract';
import type { FlowSum, VersionLinks } from './flows.store.ts';

/**
 * Sums by link and cluster: what is counted in a cluster is a link of that cluster, in whichever the listener is at home. Of a removed
 * version only what it delivered is told, since nobody knows its label any more.
 */
export function presentFlows(sums: readonly FlowSum[], versions: readonly VersionLinks[]): Flows {
  const listeners = new Map<string, Flows['listeners'][number]>();
  const labels = new Map<string, Flows['labels'][number]>();
  const entries = new Map<string, Flows['entries'][number]>();
  const deliveries = new Map<string, Flows['deliveries'][number]>();
  const none = { events: 0, bytes: 0 };
  const listenerOf = (clusterId: string, listenerId: string) =>
    take(listeners, `${clusterId} ${listenerId}`, { listenerId, clusterId, ...none });
  const labelOf = (clusterId: string, listenerId: string, labelId: string) =>
    take(labels, `${clusterId} ${listenerId} ${labelId}`, { listenerId, clusterId, labelId, events: 0 });
  const entryOf = (clusterId: string, { listenerId, labelId }: Label, pipelineId: string) => {
    listenerOf(clusterId, listenerId);
    labelOf(clusterId, listenerId, labelId);
    return take(entries, `${clusterId} ${listenerId} ${labelId} ${pipelineId}`, { listenerId, clusterId, labelId, pipelineId, ...none });
  };
  const deliveryOf = (clusterId: string, pipelineId: string, datasinkId: string) =>
    take(deliveries, `${clusterId} ${pipelineId} ${datasinkId}`, { clusterId, pipelineId, datasinkId, ...none });

  const known = new Map(versions.map((version) => [version.versionId, version]));
  for (const { pipelineId, labels: from, datasinkIds, clusterIds } of versions.filter(({ running }) => running)) {
    for (const clusterId of clusterIds) {
      for (const label of from) entryOf(clusterId, label, pipelineId);
      for (const datasinkId of datasinkIds) deliveryOf(clusterId, pipelineId, datasinkId);
    }
  }
  for (const { scope, clusterId, objectId, versionId, labelId, datasinkId, counter, total } of sums) {
    if (scope === 'listener') {
      if (counter === 'matched') labelOf(clusterId, objectId, labelId).events += total;
      else listenerOf(clusterId, objectId)[counter === 'received' ? 'events' : 'bytes'] += total;
      continue;
    }
    const label = known.get(versionId)?.labels[0];
    const entry = label && entryOf(clusterId, label, objectId);
    if (counter === 'delivered' || counter === 'deliveredBytes') {
      if (datasinkId !== '') deliveryOf(clusterId, objectId, datasinkId)[counter === 'delivered' ? 'events' : 'bytes'] += total;
    } else if (entry) entry[counter === 'entered' ? 'events' : 'bytes'] += total;
  }
  return {
    listeners: [...listeners.values()],
    labels: [...labels.values()],
    entries: [...entries.values()],
    deliveries: [...deliveries.values()],
  };
}

type Label = VersionLinks['labels'][number];

function take<V>(all: Map<string, V>, key: string, fresh: V): V {
  const known = all.get(key) ?? fresh;
  all.set(key, known);
  return known;
}
