import type { TracedEvent, TraceOutcome, TraceResult } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';

/** What decides which events arrive at a step. */
export interface Upstream {
  /** The steps before it and the links between them: nothing of the step itself, which may not be filled in. */
  readonly document: PipelineDocument;
  /** Ports that lead to the step, each as `node port`. */
  readonly ports: ReadonlySet<string>;
  /** The only step before it; undefined where there are several. */
  readonly only: string | undefined;
}

/** Undefined: nothing leads to the step. Two documents that differ only in looks have the same upstream text. */
export function upstreamOf(document: PipelineDocument, node: string): Upstream | undefined {
  const arriving = document.links.filter(({ to }) => to.node === node);
  if (arriving.length === 0) return undefined;
  const sources = new Set(arriving.map(({ from }) => from.node));
  const before = new Set(sources);
  for (let size = 0; size < before.size;) {
    size = before.size;
    for (const { from, to } of document.links) if (before.has(to.node)) before.add(from.node);
  }
  const nodes = document.nodes.filter(({ id }) => before.has(id) && id !== node);
  return {
    document: {
      ...document,
      nodes: nodes.map((each) => ({ ...each, position: { x: 0, y: 0 }, name: '', comment: '' })),
      links: document.links.filter(
        ({ from, to }) => before.has(from.node) && before.has(to.node) && from.node !== node && to.node !== node,
      ),
    },
    ports: new Set(arriving.map(({ from }) => `${from.node} ${from.port}`)),
    only: sources.size === 1 ? [...sources][0] : undefined,
  };
}

/** The events that leave a run of the upstream document by the ports that lead to the step, oldest first. */
export const arrivingEvents = (result: TraceResult, { ports }: Pick<Upstream, 'ports'>): readonly TracedEvent[] =>
  result.traces.flatMap(({ steps }) =>
    steps.flatMap(({ node, outcomes }) => outcomes.flatMap((outcome) => leavingBy(outcome, (port) => ports.has(`${node} ${port}`)))),
  );

/** Where nothing is linked, what would leave is an end with its port. */
function leavingBy(outcome: TraceOutcome, leads: (port: string) => boolean): readonly TracedEvent[] {
  if (outcome.kind === 'left') return leads(outcome.port) ? [outcome.event] : [];
  if (outcome.kind === 'refused') return leads('error') ? [outcome.event] : [];
  return outcome.kind === 'ended' && outcome.event && outcome.port !== undefined && leads(outcome.port) ? [outcome.event] : [];
}
