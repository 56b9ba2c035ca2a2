import { secondMs } from '@acequia/base';
import type { LiveCounters } from '@acequia/engine';
import type { Report } from '@acequia/contract/fleet';

type Live = NonNullable<Report['live']>;
interface Count {
  readonly events: number;
  readonly bytes: number;
}

const none: Count = { events: 0, bytes: 0 };
const silent = () => ({ ports: {}, rejected: 0, filtered: 0, dropped: 0, reasons: {} });

/** Rates per second between two readings of the engine's absolute counters. */
export function liveRates(
  before: LiveCounters,
  after: LiveCounters,
  overMs: number,
  atMs: number,
  labelOf: (pipelineId: string) => string,
): Live {
  const per = (now: number, then: number) => (Math.max(0, now - then) * secondMs) / overMs;
  const rate = (now: Count, then: Count = none) => ({ events: per(now.events, then.events), bytes: per(now.bytes, then.bytes) });
  const live: Live = { atMs, overMs, listeners: {}, pipelines: {}, nodes: {} };
  for (const [id, now] of Object.entries(after.listeners)) {
    const then = before.listeners[id];
    live.listeners[id] = {
      received: rate({ events: now.received, bytes: now.bytes }, { events: then?.received ?? 0, bytes: then?.bytes ?? 0 }),
      rejected: per(now.rejected, then?.rejected ?? 0),
      kernelDrops: now.kernelDrops,
    };
  }
  for (const [versionId, now] of Object.entries(after.pipelines)) {
    const then = before.pipelines[versionId];
    const nodes: Live['nodes'][string] = {};
    for (const [node, count] of Object.entries(now.nodes)) {
      nodes[node] = { in: rate(count, then?.nodes[node]), ...silent() };
    }
    for (const [key, count] of Object.entries(now.ports)) {
      const dot = key.indexOf('.');
      const node = (nodes[key.slice(0, dot)] ??= { in: rate(none), ...silent() });
      const port = key.slice(dot + 1);
      node.ports[port] = rate(count, then?.ports[key]);
    }
    for (const [key, count] of Object.entries(now.outcomes)) {
      const dot = key.indexOf('.');
      const counter = key.slice(dot + 1);
      const [outcome] = counter.split(':', 1);
      const node = nodes[key.slice(0, dot)];
      const perSecond = per(count, then?.outcomes[key] ?? 0);
      if (!node || perSecond === 0) continue;
      if (outcome === 'rejected' || outcome === 'filtered' || outcome === 'dropped') node[outcome] += perSecond;
      if (counter !== outcome) addTo((node.reasons ??= {}), counter, perSecond);
    }
    merge(live, now.pipelineId, nodes, labelOf(now.pipelineId));
  }
  return live;
}

/** A pipeline that switches has two versions for a while; the console sees their sum. */
function merge(live: Live, pipelineId: string, nodes: Live['nodes'][string], label: string): void {
  const all = (live.nodes[pipelineId] ??= {});
  for (const [id, node] of Object.entries(nodes)) {
    const known = all[id];
    if (!known) {
      all[id] = node;
      continue;
    }
    known.in = sum(known.in, node.in);
    for (const [port, rate] of Object.entries(node.ports)) known.ports[port] = sum(known.ports[port] ?? none, rate);
    known.rejected += node.rejected;
    known.filtered += node.filtered;
    known.dropped += node.dropped;
    for (const [reason, perSecond] of Object.entries(node.reasons ?? {})) addTo((known.reasons ??= {}), reason, perSecond);
  }
  const total = {
    entered: sum(all[label]?.ports['default'] ?? none, all[label]?.ports['error'] ?? none),
    delivered: none as Count,
    rejected: 0,
    dropped: 0,
  };
  for (const node of Object.values(all)) {
    total.delivered = sum(total.delivered, node.ports['delivered'] ?? none);
    total.rejected += node.rejected;
    total.dropped += node.dropped;
  }
  live.pipelines[pipelineId] = total;
}

function addTo(sums: Record<string, number>, key: string, more: number): void {
  sums[key] = (sums[key] ?? 0) + more;
}

const sum = (a: Count, b: Count): Count => ({ events: a.events + b.events, bytes: a.bytes + b.bytes });
