import type { PipelineCounters } from '../status.ts';

interface Flow {
  events: number;
  bytes: number;
}

const shown: ReadonlySet<string> = new Set(['filtered', 'merged', 'rejected', 'dropped', 'expired']);

/** Approximate figures of one running version, for the live view. */
export class LiveGraph {
  readonly #nodes = new Map<string, Flow>();
  readonly #ports = new Map<string, Flow>();
  readonly #outcomes = new Map<string, number>();

  node(node: string, events: number, bytes: number): void {
    add(this.#nodes, node, events, bytes);
  }

  port(node: string, port: string, events: number, bytes: number): void {
    add(this.#ports, `${node}.${port}`, events, bytes);
  }

  /** Only how events end at a node, with the reason after a colon where there is one. */
  outcome(node: string, counter: string, count: number): void {
    if (!shown.has(counter.split(':', 1)[0]!)) return;
    const key = `${node}.${counter}`;
    this.#outcomes.set(key, (this.#outcomes.get(key) ?? 0) + count);
  }

  read(): Pick<PipelineCounters, 'nodes' | 'ports' | 'outcomes'> {
    return { nodes: plain(this.#nodes), ports: plain(this.#ports), outcomes: Object.fromEntries(this.#outcomes) };
  }
}

function add(flows: Map<string, Flow>, key: string, events: number, bytes: number): void {
  const flow = flows.get(key);
  if (!flow) flows.set(key, { events, bytes });
  else {
    flow.events += events;
    flow.bytes += bytes;
  }
}

const plain = (flows: ReadonlyMap<string, Flow>) => Object.fromEntries([...flows].map(([key, flow]) => [key, { ...flow }]));
