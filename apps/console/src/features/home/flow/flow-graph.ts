import type { Cluster, Datasink, Flows, Label, Listener, LiveFrame, Pipeline } from '@acequia/contract';

/** The columns of the flow, from where events come in to where they leave. */
export const columns = ['listener', 'cluster', 'label', 'pipeline', 'datasink'] as const;
export type Column = (typeof columns)[number];

export interface FlowNode {
  readonly key: string;
  readonly column: Column;
  readonly id: string;
  readonly name: string;
  /** The listener of a label. */
  readonly listenerId?: string;
  /** What went through, in the unit that is asked for. */
  readonly value: number;
  /** Of a pipeline: what came in and did not go out. */
  readonly removed: number;
}

export interface FlowLink {
  readonly from: string;
  readonly to: string;
  readonly value: number;
  /** Keys of the listeners whose water it holds. */
  readonly listeners: readonly string[];
}

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

/** Values of one moment or of a range, by what they belong to. */
export interface FlowValues {
  readonly listener: (id: string) => number;
  readonly label: (listenerId: string, labelId: string) => number;
  readonly entry: (listenerId: string, labelId: string, pipelineId: string) => number;
  readonly delivery: (pipelineId: string, datasinkId: string) => number;
}

/** Rates of the newest frames, averaged. A label's rate is that of its largest pipeline: each of them gets all of its events. */
export function liveValues(frames: readonly LiveFrame[], unit: Unit): FlowValues {
  const mean = (pick: (frame: LiveFrame) => number | undefined) =>
    frames.reduce((sum, frame) => sum + (pick(frame) ?? 0), 0) / Math.max(1, frames.length);
  return {
    listener: (id) => mean(({ listeners }) => listeners[id]?.received[unit]),
    label: () => 0,
    entry: (_listener, _label, id) => mean(({ pipelines }) => pipelines[id]?.entered[unit]),
    delivery: (pipelineId, datasinkId) => mean(({ deliveries }) => deliveries[pipelineId]?.[datasinkId]?.[unit]),
  };
}

/** Sums of a range. Bytes of labels are not counted; those of their largest pipeline stand for them. */
export function rangeValues(flows: Flows, received: (listenerId: string) => number, unit: Unit): FlowValues {
  const sums = new Map<string, number>();
  if (unit === 'events') for (const { listenerId, labelId, events } of flows.labels) sums.set(`${listenerId} ${labelId}`, events);
  for (const entry of flows.entries) sums.set(`${entry.listenerId} ${entry.labelId} ${entry.pipelineId}`, entry[unit]);
  for (const delivery of flows.deliveries) sums.set(`${delivery.pipelineId} ${delivery.datasinkId}`, delivery[unit]);
  const of = (...ids: readonly string[]) => sums.get(ids.join(' ')) ?? 0;
  return { listener: received, label: of, entry: of, delivery: of };
}

const keyOf = (column: Column, ...ids: readonly string[]): string => `${column}:${ids.join('/')}`;

/** Everything between listeners and datasinks; a hidden column is bridged, since up to its pipeline each event has one way. */
export function buildFlow(things: Things, flows: Flows, values: FlowValues, hidden: readonly Column[]): FlowGraph {
  const shown = columns.filter((column) => !hidden.includes(column));
  const entries = flows.entries.filter(({ pipelineId }) => things.pipelines.some(({ id }) => id === pipelineId));
  const listenerOf = new Map(things.listeners.map((listener) => [listener.id, listener]));
  const labels = usedLabels(things, flows);

  const links = new Map<string, FlowLink>();
  const wayOf = (listenerId: string, labelId?: string, pipelineId?: string): Partial<Record<Column, string>> => ({
    listener: keyOf('listener', listenerId),
    cluster: keyOf('cluster', listenerOf.get(listenerId)?.clusterId ?? ''),
    ...(labelId === undefined ? {} : { label: keyOf('label', listenerId, labelId) }),
    ...(pipelineId === undefined ? {} : { pipeline: keyOf('pipeline', pipelineId) }),
  });
  const link = (way: Partial<Record<Column, string>>, to: Column, key: string, value: number) => {
    if (!shown.includes(to)) return;
    const before = shown[shown.indexOf(to) - 1];
    const from = before && way[before];
    if (from === undefined) return;
    const known = links.get(`${from} ${key}`);
    const listeners = [...new Set([...(known?.listeners ?? []), ...(way.listener === undefined ? [] : [way.listener])])];
    links.set(`${from} ${key}`, { from, to: key, value: (known?.value ?? 0) + value, listeners });
  };

  const labelValue = (listenerId: string, labelId: string) =>
    Math.max(
      values.label(listenerId, labelId),
      ...entries
        .filter((entry) => entry.listenerId === listenerId && entry.labelId === labelId)
        .map((entry) => values.entry(listenerId, labelId, entry.pipelineId)),
    );
  const entered = new Map<string, number>();
  for (const { id, clusterId } of things.listeners) link(wayOf(id), 'cluster', keyOf('cluster', clusterId), values.listener(id));
  for (const { listenerId, id } of labels) link(wayOf(listenerId), 'label', keyOf('label', listenerId, id), labelValue(listenerId, id));
  for (const { listenerId, labelId, pipelineId } of entries) {
    const value = values.entry(listenerId, labelId, pipelineId);
    entered.set(pipelineId, (entered.get(pipelineId) ?? 0) + value);
    link(wayOf(listenerId, labelId), 'pipeline', keyOf('pipeline', pipelineId), value);
  }
  const delivered = new Map<string, number>();
  const reached = new Map<string, number>();
  for (const { pipelineId, datasinkId } of flows.deliveries) {
    const value = values.delivery(pipelineId, datasinkId);
    delivered.set(pipelineId, (delivered.get(pipelineId) ?? 0) + value);
    reached.set(datasinkId, (reached.get(datasinkId) ?? 0) + value);
    const entry = entries.find((each) => each.pipelineId === pipelineId);
    const way = entry ? wayOf(entry.listenerId, entry.labelId, pipelineId) : { pipeline: keyOf('pipeline', pipelineId) };
    link(way, 'datasink', keyOf('datasink', datasinkId), value);
  }

  const clusterValue = (id: string) =>
    things.listeners.filter(({ clusterId }) => clusterId === id).reduce((sum, listener) => sum + values.listener(listener.id), 0);
  const plain = (column: Column, all: readonly { readonly id: string; readonly name: string }[], value: (id: string) => number) =>
    all.map(({ id, name }) => ({ key: keyOf(column, id), column, id, name, value: value(id), removed: 0 }));
  const nodes: readonly FlowNode[] = [
    ...plain('listener', things.listeners, values.listener),
    ...plain('cluster', things.clusters, clusterValue),
    ...labels.map(({ listenerId, id, name }) => ({
      key: keyOf('label', listenerId, id),
      column: 'label' as const,
      id,
      name,
      listenerId,
      value: labelValue(listenerId, id),
      removed: 0,
    })),
    ...things.pipelines.map(({ id, name }) => {
      const [into, out] = [entered.get(id) ?? 0, delivered.get(id) ?? 0];
      return {
        key: keyOf('pipeline', id),
        column: 'pipeline' as const,
        id,
        name,
        value: Math.max(into, out),
        removed: Math.max(0, into - out),
      };
    }),
    ...plain('datasink', things.datasinks, (id) => reached.get(id) ?? 0),
  ];
  const visible = nodes.filter(({ column }) => shown.includes(column));
  const keys = new Set(visible.map(({ key }) => key));
  return { nodes: visible, links: [...links.values()].filter(({ from, to }) => keys.has(from) && keys.has(to)) };
}

/** Labels people made, and built-in ones that a pipeline uses. */
function usedLabels({ labels, listeners }: Things, { labels: flowing, entries }: Flows) {
  const used = new Set(
    [...flowing.filter(({ events }) => events > 0), ...entries].map(({ listenerId, labelId }) => `${listenerId} ${labelId}`),
  );
  const known = new Set(listeners.map(({ id }) => id));
  return labels.filter(({ builtIn, listenerId, id }) => known.has(listenerId) && (!builtIn || used.has(`${listenerId} ${id}`)));
}

/** Everything on a way through a node, up and down the stream; of what others bring into a shared cluster, nothing. */
export function pathThrough({ links }: FlowGraph, key: string): ReadonlySet<string> {
  const sources = new Set(links.flatMap(({ from, to, listeners }) => (from === key || to === key ? listeners : [])));
  const ways = links.filter(({ listeners }) => listeners.some((listener) => sources.has(listener)));
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
