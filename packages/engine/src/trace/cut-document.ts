import type { DatasinkComponent } from '../options.ts';
import type { PipelineDocument, PipelineNode } from '@acequia/pipeline';

/** Stands where a trace ends. */
const endComponent = 'trace-end';

/**
 * The part of a document that leads to a node. What follows is replaced by ends, so that a port is linked where it was:
 * nodes that are not yet filled in do no harm.
 */
export function cutDocument(document: PipelineDocument, node: string): PipelineDocument {
  const leading = new Set([node]);
  for (let before = 0; before < leading.size;) {
    before = leading.size;
    for (const { from, to } of document.links) if (leading.has(to.node)) leading.add(from.node);
  }
  const links = document.links.filter(({ from }) => leading.has(from.node));
  const touched = new Set(links.map(({ to }) => to.node));
  const nodes = document.nodes.filter(({ id }) => leading.has(id) || touched.has(id));
  return { ...document, nodes: nodes.map((each) => (leading.has(each.id) ? each : endOf(each))), links };
}

function endOf({ id, position }: PipelineNode): PipelineNode {
  return { kind: 'datasink', id, position, name: '', comment: '', datasinkId: '', component: endComponent, version: '1.0.0', config: {} };
}

/** The component of such an end; undefined for any other. */
export function traceEnd(component: string): DatasinkComponent | undefined {
  if (component !== endComponent) return undefined;
  const anything = { safeParse: (value: unknown) => ({ success: true, data: value }) };
  return { definition: { ports: () => [], node: anything }, runtime: {} } as unknown as DatasinkComponent;
}
