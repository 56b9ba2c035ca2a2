import dagre from '@dagrejs/dagre';
import type { Link } from '@acequia/pipeline';
import { columnGap } from './card-shape.ts';
import { orderRows } from './order-rows.ts';
import { straighten, type RowItem, type RowLink } from './straighten.ts';

/** What a layout needs to know of a document, small enough to be sent to another thread. */
export interface LayoutInput {
  readonly nodes: readonly {
    readonly id: string;
    readonly kind: 'label' | 'action' | 'datasink';
    readonly position: { readonly x: number; readonly y: number };
    readonly width: number;
    readonly height: number;
    /** From the card's left edge, by port. */
    readonly ports: Readonly<Record<string, number>>;
  }[];
  readonly links: readonly Link[];
}

/** What is read and set of the library's graph while its rows are ordered. */
interface RankedGraph {
  nodes(): readonly string[];
  node(name: string): { readonly rank: number; order?: number };
  predecessors(name: string): readonly string[] | undefined;
  successors(name: string): readonly string[] | undefined;
}

export type Positions = Readonly<Record<string, { readonly x: number; readonly y: number }>>;

const rowGap = 64;
/** Between a card and a link that passes beside it. */
const passGap = 24;
/** From here on ranks are found by the quick way; the exact one takes seconds. */
const quickFrom = 150;

/** Positions for every node, flowing down, chains straight. The label keeps its place, so the picture does not jump. */
export function layout(input: LayoutInput): Positions {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({
    rankdir: 'TB',
    ranksep: rowGap,
    nodesep: columnGap,
    edgesep: 24,
    ranker: input.nodes.length >= quickFrom ? 'longest-path' : 'network-simplex',
  });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Map(input.nodes.map((node) => [node.id, node]));
  const { nodes, links } = inDrawingOrder(input);
  for (const node of nodes) {
    const { width, height } = known.get(node)!;
    graph.setNode(node, { width, height });
  }
  for (const link of links) graph.setEdge(link.from.node, link.to.node);
  dagre.layout(graph, { customOrder: (ranked: RankedGraph) => order(ranked) });
  const edges = straightened(graph, input);
  const corner = (id: string) => {
    const { y } = graph.node(id) as { y: number };
    return { x: edges.get(id)!, y: y - known.get(id)!.height / 2 };
  };
  const anchor = input.nodes.find((node) => node.kind === 'label') ?? input.nodes[0];
  const from = anchor ? corner(anchor.id) : { x: 0, y: 0 };
  const shift = anchor ? { x: anchor.position.x - from.x, y: anchor.position.y - from.y } : { x: 0, y: 0 };
  return Object.fromEntries(
    input.nodes.map(({ id }) => {
      const { x, y } = corner(id);
      return [id, { x: Math.round(x + shift.x), y: Math.round((y + shift.y) / 4) * 4 }];
    }),
  );
}

interface DrawnGraph {
  node(name: string): unknown;
  edge(link: { readonly v: string; readonly w: string }): unknown;
}

/** Left edges of the cards, so that chains run straight and no link passes through a card of the rows between its ends. */
function straightened(graph: DrawnGraph, { nodes, links }: LayoutInput): ReadonlyMap<string, number> {
  const rows = new Map<number, RowItem[]>();
  const put = (y: number, item: RowItem) => void (rows.get(y)?.push(item) ?? rows.set(y, [item]));
  const middle = (id: string) => graph.node(id) as { readonly x: number; readonly y: number };
  const known = new Map(nodes.map((node) => [node.id, node]));
  for (const { id, width } of nodes) put(middle(id).y, { id, x: middle(id).x - width / 2, width, gap: columnGap });
  const heights = [...rows.keys()].toSorted((a, b) => a - b);
  const [leaving, entering] = [Map.groupBy(links, (link) => link.from.node), Map.groupBy(links, (link) => link.to.node)];
  const pieces = links.flatMap((link): RowLink[] => {
    const [source, target] = [known.get(link.from.node)!, known.get(link.to.node)!];
    const [start, end] = [middle(source.id), middle(target.id)];
    const alone = leaving.get(source.id)!.length === 1 && entering.get(target.id)!.length === 1;
    const { points = [] } = (graph.edge({ v: source.id, w: target.id }) ?? {}) as { readonly points?: readonly { x: number; y: number }[] };
    const passed = start.y < end.y ? heights.filter((y) => y > start.y && y < end.y) : [];
    const stops = passed.map((y) => {
      const id = `${link.id} ${y}`;
      put(y, { id, x: xAt(points, y), width: 0, gap: passGap });
      return id;
    });
    const ids = [source.id, ...stops, target.id];
    return ids.slice(1).map((id, index) => ({
      source: ids[index]!,
      target: id,
      from: index === 0 ? (source.ports[link.from.port] ?? source.width / 2) : 0,
      to: id === target.id ? target.width / 2 : 0,
      rigid: start.y < end.y && (alone || (index > 0 && id !== target.id)),
    }));
  });
  return straighten(
    heights.map((y) => rows.get(y)!.toSorted((a, b) => a.x + a.width / 2 - b.x - b.width / 2)),
    pieces,
  );
}

/** Where a line goes at a height. */
function xAt(points: readonly { readonly x: number; readonly y: number }[], y: number): number {
  const index = points.findIndex((point) => point.y >= y);
  const [above, below] = [points[index - 1], points[index]];
  if (!below) return points.at(-1)?.x ?? 0;
  if (!above || below.y === above.y) return below.x;
  return above.x + ((below.x - above.x) * (y - above.y)) / (below.y - above.y);
}

/** Gives every node its place in its row. The first order is the one in which the drawing is gone through. */
function order(ranked: RankedGraph): void {
  const names = ranked.nodes();
  const numbers = new Map(names.map((name, index) => [name, index]));
  const near = (all: readonly string[] | undefined) => (all ?? []).map((name) => numbers.get(name)!);
  const below = names.map((name) => near(ranked.successors(name)));
  const rankOf = (node: number) => ranked.node(names[node]!).rank;
  const rows: number[][] = [];
  const seen = new Set<number>();
  const open = names
    .map((_, index) => index)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    (rows[rankOf(node)] ??= []).push(node);
    open.push(...below[node]!.toReversed());
  }
  const ordered = orderRows({
    rows: Array.from(rows, (row) => row ?? []),
    above: names.map((name) => near(ranked.predecessors(name))),
    below,
  });
  for (const row of ordered) for (const [index, node] of row.entries()) ranked.node(names[node]!).order = index;
}

/** Steps and links from above, ports from left to right: the layout begins with this order and keeps it where it can, so links do not cross. */
function inDrawingOrder(input: LayoutInput): { readonly nodes: readonly string[]; readonly links: readonly Link[] } {
  const outgoing = Map.groupBy(input.links, (link) => link.from.node);
  const fed = new Set(input.links.map((link) => link.to.node));
  const places = new Map(input.nodes.map((node) => [node.id, node.ports]));
  const nodes = new Set<string>();
  const links: Link[] = [];
  const open = [...input.nodes.filter((each) => !fed.has(each.id)), ...input.nodes].map(({ id }) => id).toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (nodes.has(node)) continue;
    nodes.add(node);
    const ports = places.get(node) ?? {};
    const own = (outgoing.get(node) ?? []).toSorted((a, b) => (ports[a.from.port] ?? 0) - (ports[b.from.port] ?? 0));
    links.push(...own);
    open.push(...own.map((link) => link.to.node).toReversed());
  }
  return { nodes: [...nodes], links };
}
