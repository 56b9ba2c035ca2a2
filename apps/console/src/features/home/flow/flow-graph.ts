import type { Cluster, Datasink, Flows, Label, Listener, LiveFrame, Pipeline } from '@acequia/contract';

/** The columns of the flow, from where events come in to where they leave. */
export const columns = ['listener', 'cluster', 'label', 'pipeline', 'datasink'] as const;
export type Column = (typeof columns)[number];

export interface FlowNode {
  readonly key: string;
  readonly column: Column;
  readonly id: string;
  readonly name: string;
  /** The listener of a label, and its name. */
  readonly listenerId?: string;
  readonly listener?: string;
  /** What came in, in the unit that is asked for; of a data sink, what reached it. */
  readonly value: number;
  /** By which its bar is drawn: what leaves a pipeline may be more than what came in. */
  readonly size: number;
}

export interface FlowLink {
  readonly from: string;
  readonly to: string;
  readonly value: number;
  /** Whose water it holds: listeners, each in a cluster. */
  readonly sources: readonly string[];
}

export const keyOfLink = ({ from, to }: Pick<FlowLink, 'from' | 'to'>): string => `${from} ${to}`;

export interface FlowGraph {
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
}

export interface Things {
  readonly listeners: readonly Listener[];
  readonly clusters: readonly Cluster[];
  readonly labels: readonly Label[];
  readonly pipelines: readonly Pipeline[];
  readonly datasinks: readonly Datasink[];
}

type Unit = 'events' | 'bytes';

/** Values of one moment or of a range, by what they belong to and the cluster it happens in. */
export interface FlowValues {
  readonly listener: (clusterId: string, id: string) => number;
  readonly label: (clusterId: string, listenerId: string, labelId: string) => number;
  readonly entry: (clusterId: string, listenerId: string, labelId: string, pipelineId: string) => number;
  readonly delivery: (clusterId: string, pipelineId: string, datasinkId: string) => number;
}

/** Rates of one frame. A label's rate is that of its largest pipeline: each of them gets all of its events. */
export function liveValues({ clusters }: LiveFrame, unit: Unit): FlowValues {
  const rate = (of: { readonly events: number; readonly bytes: number } | undefined) => of?.[unit] ?? 0;
  return {
    listener: (cluster, id) => rate(clusters[cluster]?.received[id]),
    label: () => 0,
    entry: (cluster, _listener, _label, id) => rate(clusters[cluster]?.entered[id]),
    delivery: (cluster, pipelineId, datasinkId) => rate(clusters[cluster]?.delivered[pipelineId]?.[datasinkId]),
  };
}

/** Sums of a range. Bytes of labels are not counted; those of their largest pipeline stand for them. */
export function rangeValues(flows: Flows, unit: Unit): FlowValues {
  const sumsOf = <T>(all: readonly T[], idsOf: (one: T) => readonly string[], value: (one: T) => number) => {
    const sums = new Map(all.map((one) => [idsOf(one).join(' '), value(one)]));
    return (...ids: readonly string[]) => sums.get(ids.join(' ')) ?? 0;
  };
  return {
    listener: sumsOf(
      flows.listeners,
      (each) => [each.clusterId, each.listenerId],
      (each) => each[unit],
    ),
    label: sumsOf(
      unit === 'events' ? flows.labels : [],
      (each) => [each.clusterId, each.listenerId, each.labelId],
      (each) => each.events,
    ),
    entry: sumsOf(
      flows.entries,
      (each) => [each.clusterId, each.listenerId, each.labelId, each.pipelineId],
      (each) => each[unit],
    ),
    delivery: sumsOf(
      flows.deliveries,
      (each) => [each.clusterId, each.pipelineId, each.datasinkId],
      (each) => each[unit],
    ),
  };
}

const keyOf = (column: Column, ...ids: readonly string[]): string => `${column}:${ids.join('/')}`;

/**
 * Everything between listeners and datasinks. What was received in a cluster goes through that cluster alone, so a listener that runs
 * in two has two ways. A hidden column is bridged, since up to its pipeline each event has one way.
 */
export function buildFlow(things: Things, flows: Flows, values: FlowValues, hidden: readonly Column[]): FlowGraph {
  const shown = columns.filter((column) => !hidden.includes(column));
  const entries = flows.entries.filter(({ pipelineId }) => things.pipelines.some(({ id }) => id === pipelineId));
  const labels = usedLabels(things, flows);

  const links = new Map<string, FlowLink>();
  const wayOf = ({ listenerId, clusterId, labelId, pipelineId }: Partial<Flows['entries'][number]>): Partial<Record<Column, string>> => ({
    ...(listenerId === undefined ? {} : { listener: keyOf('listener', listenerId) }),
    ...(clusterId === undefined ? {} : { cluster: keyOf('cluster', clusterId) }),
    ...(listenerId === undefined || labelId === undefined ? {} : { label: keyOf('label', listenerId, labelId) }),
    ...(pipelineId === undefined ? {} : { pipeline: keyOf('pipeline', pipelineId) }),
  });
  const link = (way: Partial<Record<Column, string>>, to: Column, key: string, value: number) => {
    if (!shown.includes(to)) return;
    const before = shown[shown.indexOf(to) - 1];
    const from = before && way[before];
    if (from === undefined) return;
    const known = links.get(`${from} ${key}`);
    const sources = new Set(known?.sources).add(`${way.listener} ${way.cluster}`);
    links.set(`${from} ${key}`, { from, to: key, value: (known?.value ?? 0) + value, sources: [...sources] });
  };

  const received = new Map<string, number>();
  for (const { id, clusters } of listenerPlaces(things, flows, entries)) {
    for (const clusterId of clusters) {
      const [value, cluster] = [values.listener(clusterId, id), keyOf('cluster', clusterId)];
      add(received, keyOf('listener', id), value);
      add(received, cluster, value);
      link(wayOf({ listenerId: id, clusterId }), 'cluster', cluster, value);
    }
  }
  const taken = new Map<string, number>();
  const own = new Map(things.listeners.map(({ id, clusterId }) => [id, clusterId]));
  const labelKey = ({ listenerId, labelId }: { readonly listenerId: string; readonly labelId: string }) =>
    keyOf('label', listenerId, labelId);
  const readersOf = Map.groupBy(entries, labelKey);
  const countedOf = Map.groupBy(flows.labels, labelKey);
  for (const { listenerId, id } of labels) {
    const key = keyOf('label', listenerId, id);
    const readers = readersOf.get(key) ?? [];
    const places = [...(countedOf.get(key) ?? []), ...readers].map(({ clusterId }) => clusterId);
    for (const clusterId of new Set([own.get(listenerId) ?? '', ...places])) {
      const inIt = readers.filter((entry) => entry.clusterId === clusterId);
      const value = Math.max(
        values.label(clusterId, listenerId, id),
        ...inIt.map(({ pipelineId }) => values.entry(clusterId, listenerId, id, pipelineId)),
      );
      add(taken, key, value);
      link(wayOf({ listenerId, clusterId }), 'label', key, value);
    }
  }
  const entered = new Map<string, number>();
  for (const entry of entries) {
    const value = values.entry(entry.clusterId, entry.listenerId, entry.labelId, entry.pipelineId);
    add(entered, entry.pipelineId, value);
    link(wayOf(entry), 'pipeline', keyOf('pipeline', entry.pipelineId), value);
  }
  const delivered = new Map<string, number>();
  const reached = new Map<string, number>();
  for (const { clusterId, pipelineId, datasinkId } of flows.deliveries) {
    const value = values.delivery(clusterId, pipelineId, datasinkId);
    add(delivered, pipelineId, value);
    add(reached, datasinkId, value);
    const entry = entries.find((each) => each.pipelineId === pipelineId && each.clusterId === clusterId);
    link(wayOf(entry ?? { clusterId, pipelineId }), 'datasink', keyOf('datasink', datasinkId), value);
  }

  const plain = (
    column: Column,
    all: readonly { readonly id: string; readonly name: string }[],
    valueOf: (key: string, id: string) => number,
    leftOf: (id: string) => number = () => 0,
  ) =>
    all.map(({ id, name }) => {
      const key = keyOf(column, id);
      const value = valueOf(key, id);
      return { key, column, id, name, value, size: Math.max(value, leftOf(id)) };
    });
  const listenerNames = new Map(things.listeners.map(({ id, name }) => [id, name]));
  const nodes: readonly FlowNode[] = [
    ...plain('listener', things.listeners, (key) => received.get(key) ?? 0),
    ...plain('cluster', things.clusters, (key) => received.get(key) ?? 0),
    ...labels.map(({ listenerId, id, name }) => {
      const key = keyOf('label', listenerId, id);
      const value = taken.get(key) ?? 0;
      return {
        key,
        column: 'label' as const,
        id,
        name,
        listenerId,
        listener: listenerNames.get(listenerId) ?? '',
        value,
        size: value,
      };
    }),
    ...plain(
      'pipeline',
      things.pipelines,
      (_key, id) => entered.get(id) ?? 0,
      (id) => delivered.get(id) ?? 0,
    ),
    ...plain('datasink', things.datasinks, (_key, id) => reached.get(id) ?? 0),
  ];
  const visible = nodes.filter(({ column }) => shown.includes(column));
  const keys = new Set(visible.map(({ key }) => key));
  return { nodes: visible, links: [...links.values()].filter(({ from, to }) => keys.has(from) && keys.has(to)) };
}

/** Where each listener runs: in its own cluster, and where it has received or a pipeline reads it. */
function listenerPlaces({ listeners }: Things, { listeners: counted }: Flows, entries: Flows['entries']) {
  const elsewhere = Map.groupBy([...counted, ...entries], ({ listenerId }) => listenerId);
  return listeners.map(({ id, clusterId }) => ({
    id,
    clusters: new Set([clusterId, ...(elsewhere.get(id) ?? []).map((each) => each.clusterId)]),
  }));
}

function add(sums: Map<string, number>, key: string, more: number): void {
  sums.set(key, (sums.get(key) ?? 0) + more);
}

/** Labels people made, and built-in ones that a pipeline uses. */
function usedLabels({ labels, listeners }: Things, { labels: flowing, entries }: Flows) {
  const used = new Set(
    [...flowing.filter(({ events }) => events > 0), ...entries].map(({ listenerId, labelId }) => `${listenerId} ${labelId}`),
  );
  const known = new Set(listeners.map(({ id }) => id));
  return labels.filter(({ builtIn, listenerId, id }) => known.has(listenerId) && (!builtIn || used.has(`${listenerId} ${id}`)));
}

/** Everything on a way through a node, up and down the stream; of what others bring into a shared cluster or label, nothing. */
export function pathThrough({ links }: FlowGraph, key: string): ReadonlySet<string> {
  const through = new Set(links.flatMap(({ from, to, sources }) => (from === key || to === key ? sources : [])));
  const ways = links.filter(({ sources }) => sources.some((source) => through.has(source)));
  const reached = new Set([key]);
  const walk = (ends: 'from' | 'to', other: 'from' | 'to') => {
    const queue = [key];
    for (let now = queue.pop(); now !== undefined; now = queue.pop()) {
      for (const link of ways) {
        if (link[ends] !== now) continue;
        reached.add(`${link.from} ${link.to}`);
        if (reached.has(link[other])) continue;
        reached.add(link[other]);
        queue.push(link[other]);
      }
    }
  };
  walk('from', 'to');
  walk('to', 'from');
  return reached;
}
