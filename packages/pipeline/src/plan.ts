import type { ActionNode, DatasinkNode, LabelNode, Link, PipelineDocument, PipelineNode } from './document.ts';

/** The order in which a document's nodes run, and who feeds whom. */
export interface Plan {
  readonly label: LabelNode;
  /** Actions and datasinks reachable from the label, each after all that feed it. */
  readonly order: readonly (ActionNode | DatasinkNode)[];
  /** Targets of an output port, in link order; empty when unconnected. */
  targets(node: string, port: string): readonly string[];
  /** Links into a node. */
  sources(node: string): readonly Link[];
}

/** Topological order from the label; undefined when there is not exactly one label or the links form a cycle. */
export function createPlan(document: PipelineDocument): Plan | undefined {
  const labels = document.nodes.filter((node) => node.kind === 'label');
  const label = labels[0];
  if (!label || labels.length > 1) return undefined;
  const nodes = new Map(document.nodes.map((node) => [node.id, node]));
  const reachable = reachableFrom(label.id, document);
  const links = document.links.filter((link) => reachable.has(link.from.node) && nodes.has(link.to.node));
  const incoming = groupBy(links, (link) => link.to.node);
  const outgoing = groupBy(links, (link) => link.from.node);
  const order = sortTopologically(label, nodes, incoming, outgoing, reachable.size);
  if (!order) return undefined;
  const byPort = groupBy(links, (link) => portKey(link.from.node, link.from.port));
  return {
    label,
    order,
    targets: (node, port) => (byPort.get(portKey(node, port)) ?? []).map((link) => link.to.node),
    sources: (node) => incoming.get(node) ?? [],
  };
}

/** Ids of all nodes on a path from `start`, itself included. */
export function reachableFrom(start: string, document: PipelineDocument): ReadonlySet<string> {
  const known = new Set(document.nodes.map((node) => node.id));
  const outgoing = groupBy(document.links, (link) => link.from.node);
  const seen = new Set([start]);
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const link of outgoing.get(node) ?? []) {
      if (seen.has(link.to.node) || !known.has(link.to.node)) continue;
      seen.add(link.to.node);
      open.push(link.to.node);
    }
  }
  return seen;
}

/** A node of a cycle below `start`; undefined when there is none. */
export function cycleBelow(start: string, document: PipelineDocument): string | undefined {
  const outgoing = groupBy(document.links, (link) => link.from.node);
  const done = new Set<string>();
  const path = new Set<string>();
  const open: { readonly node: string; readonly next: Link[] }[] = [{ node: start, next: [...(outgoing.get(start) ?? [])] }];
  path.add(start);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const link = top.next.shift();
    if (!link) {
      open.pop();
      path.delete(top.node);
      done.add(top.node);
    } else if (path.has(link.to.node)) {
      return link.to.node;
    } else if (!done.has(link.to.node)) {
      path.add(link.to.node);
      open.push({ node: link.to.node, next: [...(outgoing.get(link.to.node) ?? [])] });
    }
  }
  return undefined;
}

function sortTopologically(
  label: LabelNode,
  nodes: ReadonlyMap<string, PipelineNode>,
  incoming: ReadonlyMap<string, readonly Link[]>,
  outgoing: ReadonlyMap<string, readonly Link[]>,
  count: number,
): (ActionNode | DatasinkNode)[] | undefined {
  const waiting = new Map([...incoming].map(([id, links]) => [id, links.length]));
  const ready = [label.id];
  const order: (ActionNode | DatasinkNode)[] = [];
  let placed = 0;
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    placed += 1;
    const node = nodes.get(id);
    if (node && node.kind !== 'label') order.push(node);
    for (const link of outgoing.get(id) ?? []) {
      const left = (waiting.get(link.to.node) ?? 0) - 1;
      waiting.set(link.to.node, left);
      if (left === 0) ready.push(link.to.node);
    }
  }
  return placed === count ? order : undefined;
}

const portKey = (node: string, port: string) => `${node}\n${port}`;

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
