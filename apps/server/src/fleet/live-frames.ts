import type { LiveFrame } from '@acequia/contract';
import type { Report } from '@acequia/contract/fleet';
import type { Deployment } from '@acequia/pipeline';

/** The latest live counters of one worker, with the deployment that says whose they are. */
export interface LiveSource {
  readonly live: NonNullable<Report['live']>;
  readonly branches: Report['branches'];
  readonly deployment: Deployment;
}

interface Rate {
  events: number;
  bytes: number;
}

/** One tenant's frame: sums over workers, of all and of each cluster. With a pipeline also its nodes. Ids of other tenants never enter it. */
export function liveFrame(
  sources: readonly LiveSource[],
  tenantId: string,
  pipelineId: string | undefined,
  told: Pick<LiveFrame, 'atMs' | 'oldestReportMs' | 'workers'>,
): LiveFrame {
  const frame: LiveFrame = { ...told, listeners: {}, pipelines: {}, datasinks: {}, deliveries: {}, clusters: {}, nodes: {} };
  for (const source of sources) {
    for (const { id } of source.deployment.listeners.filter((each) => each.tenantId === tenantId)) addListener(frame, id, source);
    for (const pipeline of source.deployment.pipelines.filter((each) => each.tenantId === tenantId)) {
      addPipeline(frame, pipeline.id, source);
      addDatasinks(frame, pipeline, source);
      if (pipeline.id === pipelineId) addNodes(frame, pipeline, source);
    }
  }
  return frame;
}

const clusterOf = (frame: LiveFrame, { deployment }: LiveSource) =>
  (frame.clusters[deployment.cluster.id] ??= { received: {}, entered: {}, delivered: {} });

function addListener(frame: LiveFrame, id: string, source: LiveSource): void {
  const now = source.live.listeners[id];
  if (!now) return;
  add((clusterOf(frame, source).received[id] ??= zero()), now.received);
  const sum = (frame.listeners[id] ??= { received: zero(), rejected: 0, kernelDrops: 0 });
  add(sum.received, now.received);
  sum.rejected += now.rejected;
  sum.kernelDrops += now.kernelDrops;
}

function addPipeline(frame: LiveFrame, id: string, source: LiveSource): void {
  const now = source.live.pipelines[id];
  if (!now) return;
  add((clusterOf(frame, source).entered[id] ??= zero()), now.entered);
  const sum = (frame.pipelines[id] ??= { entered: zero(), delivered: zero(), rejected: 0, dropped: 0 });
  add(sum.entered, now.entered);
  add(sum.delivered, now.delivered);
  sum.rejected += now.rejected;
  sum.dropped += now.dropped;
}

function addDatasinks(frame: LiveFrame, pipeline: Deployment['pipelines'][number], source: LiveSource): void {
  const { live, branches } = source;
  const own = branches.filter((each) => each.pipelineId === pipeline.id);
  const sinks = new Map(own.map(({ node, datasinkId }) => [node, datasinkId]));
  for (const node of pipeline.document.nodes) if (node.kind === 'datasink') sinks.set(node.id, node.datasinkId);
  const sumsOf = (datasinkId: string) => [
    ((frame.deliveries[pipeline.id] ??= {})[datasinkId] ??= noDelivery()),
    (frame.datasinks[datasinkId] ??= noDelivery()),
  ];
  for (const { datasinkId, queuedEvents, queuedBytes } of own) {
    for (const sum of sumsOf(datasinkId)) {
      sum.queuedEvents += queuedEvents;
      sum.queuedBytes += queuedBytes;
    }
  }
  for (const [node, datasinkId] of sinks) {
    const delivered = live.nodes[pipeline.id]?.[node]?.ports['delivered'];
    const way = ((clusterOf(frame, source).delivered[pipeline.id] ??= {})[datasinkId] ??= zero());
    if (!delivered) continue;
    add(way, delivered);
    for (const sum of sumsOf(datasinkId)) add(sum.delivered, delivered);
  }
}

function addNodes(frame: LiveFrame, pipeline: Deployment['pipelines'][number], { live, branches }: LiveSource): void {
  for (const { id } of pipeline.document.nodes) {
    const now = live.nodes[pipeline.id]?.[id];
    const branch = branches.find((each) => each.pipelineId === pipeline.id && each.node === id && each.state !== 'draining');
    if (!now && !branch) continue;
    const sum = (frame.nodes[id] ??= {
      in: zero(),
      ports: {},
      rejected: 0,
      filtered: 0,
      dropped: 0,
      reasons: {},
      queuedEvents: 0,
      waiting: null,
    });
    if (now) {
      add(sum.in, now.in);
      for (const [port, rate] of Object.entries(now.ports)) add((sum.ports[port] ??= zero()), rate);
      sum.rejected += now.rejected;
      sum.filtered += now.filtered;
      sum.dropped += now.dropped;
      for (const [reason, perSecond] of Object.entries(now.reasons ?? {})) sum.reasons[reason] = (sum.reasons[reason] ?? 0) + perSecond;
    }
    if (!branch) continue;
    sum.queuedEvents += branch.queuedEvents;
    if (branch.state !== 'running') sum.waiting ??= branch.reason;
  }
}

const noDelivery = () => ({ delivered: zero(), queuedEvents: 0, queuedBytes: 0 });

const zero = (): Rate => ({ events: 0, bytes: 0 });

function add(sum: Rate, more: Rate): void {
  sum.events += more.events;
  sum.bytes += more.bytes;
}
