import type { Port } from '@acequia/component-sdk/definition';
import type { Step } from '@acequia/component-sdk/runtime';
import type { DatasinkNode } from '@acequia/pipeline';

/** One output port of a node, with the nodes it feeds (indices into `CompiledVersion.nodes`). */
export interface CompiledPort {
  readonly id: string;
  readonly kind: Port['kind'];
  readonly shared?: boolean;
  readonly targets: readonly number[];
}

export interface CompiledNode {
  readonly index: number;
  readonly id: string;
  readonly component: string;
  /** Absent for the label (index 0) and for datasinks. */
  readonly step?: Step;
  readonly datasink?: DatasinkNode;
  readonly ports: readonly CompiledPort[];
  /** Index of the port `error`, or -1. */
  readonly errorPort: number;
  /** Has state that a checkpoint must hold. */
  readonly keyed: boolean;
  /** What the component was compiled with, as far as its state hangs on it; equal texts keep their state over a version switch. */
  readonly fingerprint: string;
  /** Ids of the nodes before it that make events because time passes. */
  readonly timedBefore: readonly string[];
}

/** A lookup that a node searches; without `version` the one in force. */
export interface LookupUse {
  readonly id: string;
  readonly version: number | undefined;
}

/** A published version ready to run over views: nodes in topological order, the label first. */
export interface CompiledVersion {
  readonly nodes: readonly CompiledNode[];
  readonly listenerId: string;
  readonly labelId: string;
  readonly keyed: boolean;
  readonly lookups: readonly LookupUse[];
  /** In how many copies one event can end at most. */
  readonly copies: number;
}

/** Nodes that make events because time passes, in order. */
export const timedNodes = ({ nodes }: CompiledVersion): CompiledNode[] => nodes.filter(({ step }) => step?.timed !== undefined);

/**
 * Nodes whose state goes on in the next version: they were compiled from the same, and nothing that is left of a node
 * before them, whose state ends, will still come to them.
 */
export function carriedNodes(from: CompiledVersion, to: CompiledVersion): ReadonlySet<string> {
  const carried = new Set<string>();
  for (const { id, keyed, step, fingerprint, timedBefore } of from.nodes) {
    const same = keyed && to.nodes.some((node) => node.id === id && node.keyed && node.fingerprint === fingerprint);
    if (same && (!step?.timed || timedBefore.every((before) => carried.has(before)))) carried.add(id);
  }
  return carried;
}

export function findPort(node: CompiledNode, id: string): CompiledPort | undefined {
  return node.ports.find((port) => port.id === id);
}

/** Nodes that events can come to once they leave one of these. */
export function nodesBehind({ nodes }: CompiledVersion, ids: readonly string[]): ReadonlySet<string> {
  const behind = new Set<string>();
  const open = nodes.filter(({ id }) => ids.includes(id));
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const target of node.ports.flatMap(({ targets }) => targets)) {
      const next = nodes[target]!;
      if (behind.has(next.id)) continue;
      behind.add(next.id);
      open.push(next);
    }
  return behind;
}
