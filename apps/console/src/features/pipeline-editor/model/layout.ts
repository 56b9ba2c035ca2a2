import dagre from '@dagrejs/dagre';
import type { Change, Link, PipelineDocument } from '@acequia/pipeline';
import type { CardShape } from './card-shape.ts';

const rowGap = 64;
const columnGap = 112;
/** From here on ranks are found by the quick way; the exact one takes seconds. */
const quickFrom = 150;

/** Positions for every node, flowing down, in steps of 4. The label keeps its place, so the picture does not jump. */
export function layoutChange(document: PipelineDocument, shapeOf: (node: string) => CardShape): Extract<Change, { type: 'move' }> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({
    rankdir: 'TB',
    ranksep: rowGap,
    nodesep: columnGap,
    edgesep: 24,
    ranker: document.nodes.length >= quickFrom ? 'longest-path' : 'network-simplex',
  });
  graph.setDefaultEdgeLabel(() => ({}));
  const { nodes, links } = inDrawingOrder(document, shapeOf);
  for (const node of nodes) {
    const { width, height } = shapeOf(node);
    graph.setNode(node, { width, height });
  }
  for (const link of links) graph.setEdge(link.from.node, link.to.node);
  dagre.layout(graph);
  const corner = (id: string) => {
    const { x, y } = graph.node(id) as { x: number; y: number };
    const { width, height } = shapeOf(id);
    return { x: x - width / 2, y: y - height / 2 };
  };
  const anchor = document.nodes.find((node) => node.kind === 'label') ?? document.nodes[0];
  const from = anchor ? corner(anchor.id) : { x: 0, y: 0 };
  const shift = anchor ? { x: anchor.position.x - from.x, y: anchor.position.y - from.y } : { x: 0, y: 0 };
  const round = (value: number) => Math.round(value / 4) * 4;
  return {
    type: 'move',
    positions: Object.fromEntries(
      document.nodes.map((node) => {
        const { x, y } = corner(node.id);
        return [node.id, { x: round(x + shift.x), y: round(y + shift.y) }];
      }),
    ),
  };
}

/** Steps and links from above, ports from right to left: the layout begins with the mirror image of this order and keeps it where it can, so links do not cross. */
function inDrawingOrder(
  document: PipelineDocument,
  shapeOf: (node: string) => CardShape,
): { readonly nodes: readonly string[]; readonly links: readonly Link[] } {
  const outgoing = Map.groupBy(document.links, (link) => link.from.node);
  const fed = new Set(document.links.map((link) => link.to.node));
  const nodes = new Set<string>();
  const links: Link[] = [];
  const visit = (node: string) => {
    if (nodes.has(node)) return;
    nodes.add(node);
    const place = new Map(shapeOf(node).ports.map((port) => [port.id, port.x]));
    const own = (outgoing.get(node) ?? []).toSorted((a, b) => (place.get(b.from.port) ?? 0) - (place.get(a.from.port) ?? 0));
    links.push(...own);
    for (const link of own) visit(link.to.node);
  };
  for (const node of [...document.nodes.filter((each) => !fed.has(each.id)), ...document.nodes]) visit(node.id);
  return { nodes: [...nodes], links };
}
