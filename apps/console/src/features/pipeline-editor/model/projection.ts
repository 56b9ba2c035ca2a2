import { Position, type Edge, type Node, type NodeHandle } from '@xyflow/react';
import type { Link, PipelineNode } from '@acequia/pipeline';
import type { CardShape } from './card-shape.ts';
import type { CardText } from './card-text.ts';
import type { Badge } from './editor-problems.ts';
import type { Selection } from './editor-state.ts';
import type { EditorView } from './editor-view.ts';
import { placeLabels, type Box, type LabelPlace, type LinkLabel } from './link-label.ts';

/** What the canvas library is given; it owns nothing. `type`, not `interface`: the library asks for an index signature. */
export type CardData = {
  readonly node: PipelineNode;
  readonly text: CardText;
  readonly shape: CardShape;
  readonly badge: Badge | undefined;
  /** Ports with links, joined by line feeds. */
  readonly linked: string;
};
export type CardNode = Node<CardData, 'card'>;

export type LinkData = {
  readonly link: Link;
  readonly from: PipelineNode;
  readonly fromName: string;
  readonly toName: string;
  readonly error: boolean;
  /** The card it leaves has an error port nobody reads. */
  readonly errorOpen: boolean;
  readonly place: LinkLabel;
};
export type LinkEdge = Edge<LinkData, 'link'>;

/** Name of every card's way in. */
export const inputHandle = 'in';
export const portSize = 11;

/** Places of cards that are being moved. */
export type Dragged = Readonly<Record<string, { readonly x: number; readonly y: number }>>;

export interface ProjectionWords {
  card(node: PipelineNode, text: CardText, badge: Badge | undefined): string;
  link(from: string, port: string, to: string): string;
}

/** Turns views into nodes and edges of the canvas; what did not change keeps its identity, so only what changed is drawn. */
export function createProjector() {
  let nodes = new Map<string, CardNode>();
  let edges = new Map<string, LinkEdge>();
  let placed: { readonly view: EditorView; readonly dragged: Dragged; readonly places: ReadonlyMap<string, LinkLabel> } | undefined;
  return {
    nodes(view: EditorView, selection: Selection, dragged: Dragged, words: ProjectionWords): CardNode[] {
      const next = new Map<string, CardNode>();
      for (const node of view.document.nodes)
        next.set(node.id, projectNode(nodes.get(node.id), node, view, selection, dragged[node.id], words));
      nodes = next;
      return [...next.values()];
    },
    edges(view: EditorView, selection: Selection, dragged: Dragged, words: ProjectionWords): LinkEdge[] {
      const next = new Map<string, LinkEdge>();
      if (placed?.view !== view || placed.dragged !== dragged) placed = { view, dragged, places: labelPlaces(view, dragged) };
      const { places } = placed;
      for (const link of view.document.links) {
        const edge = projectLink(edges.get(link.id), link, view, selection, places.get(link.id), words);
        if (edge) next.set(link.id, edge);
      }
      edges = next;
      return [...next.values()];
    },
  };
}

function projectNode(
  before: CardNode | undefined,
  node: PipelineNode,
  view: EditorView,
  selection: Selection,
  dragged: { x: number; y: number } | undefined,
  words: ProjectionWords,
): CardNode {
  const [text, shape, badge] = [view.text(node.id), view.shape(node.id), view.badges.get(node.id)];
  const linked = [...(view.linked.get(node.id) ?? [])].join('\n');
  const selected = selection.nodes.has(node.id);
  const position = dragged ?? node.position;
  const ariaLabel = words.card(node, text, badge);
  if (
    before &&
    before.data.node === node &&
    before.data.text === text &&
    before.data.shape === shape &&
    sameBadge(before.data.badge, badge) &&
    before.data.linked === linked &&
    before.selected === selected &&
    before.position.x === position.x &&
    before.position.y === position.y &&
    before.ariaLabel === ariaLabel
  ) {
    return before;
  }
  return {
    id: node.id,
    type: 'card',
    position: { ...position },
    selected,
    ariaLabel,
    width: shape.width,
    height: shape.height,
    measured: { width: shape.width, height: shape.height },
    handles: handlesOf(node, shape),
    data: { node, text, shape, badge, linked },
  };
}

function handlesOf(node: PipelineNode, shape: CardShape): NodeHandle[] {
  const size = { width: portSize, height: portSize };
  const half = portSize / 2;
  const ways = shape.ports.map((port): NodeHandle => ({
    id: port.id,
    type: 'source',
    position: Position.Bottom,
    x: port.x - half,
    y: shape.height - half,
    ...size,
  }));
  return node.kind === 'label'
    ? ways
    : [{ id: inputHandle, type: 'target', position: Position.Top, x: shape.width / 2 - half, y: -half, ...size }, ...ways];
}

function projectLink(
  before: LinkEdge | undefined,
  link: Link,
  view: EditorView,
  selection: Selection,
  place: LinkLabel | undefined,
  words: ProjectionWords,
): LinkEdge | undefined {
  const from = view.node(link.from.node);
  if (!from || !place) return undefined;
  const [fromName, toName] = [view.text(from.id).title, view.text(link.to.node).title];
  const selected = selection.links.has(link.id);
  const ariaLabel = words.link(fromName, link.from.port, toName);
  const ports = view.ports(from.id);
  const error = ports.find((port) => port.id === link.from.port)?.kind === 'error';
  const errorOpen = ports.some((port) => port.kind === 'error' && !view.linked.get(from.id)?.has(port.id));
  if (
    before?.data &&
    before.data.link === link &&
    before.data.from === from &&
    before.data.errorOpen === errorOpen &&
    samePlace(before.data.place.label, place.label) &&
    samePlace(before.data.place.besideLoss, place.besideLoss) &&
    before.selected === selected &&
    before.ariaLabel === ariaLabel
  )
    return before;
  return {
    id: link.id,
    type: 'link',
    source: link.from.node,
    sourceHandle: link.from.port,
    target: link.to.node,
    targetHandle: inputHandle,
    selected,
    ariaLabel,
    data: { link, from, fromName, toName, error, errorOpen, place },
  };
}

const samePlace = (a: LabelPlace, b: LabelPlace) => a.x === b.x && a.y === b.y && a.side === b.side;

/** Height of the port names under a card. */
const portNames = 20;
/** Room for what an unread error port loses. */
const lossSize = { width: 200, height: 34 };

/** Where the numbers of the links stand, by link id. */
function labelPlaces(view: EditorView, dragged: Dragged): ReadonlyMap<string, LinkLabel> {
  const cards = new Map(
    view.document.nodes.map((node): [string, Box] => {
      const { width, height } = view.shape(node.id);
      return [node.id, { ...(dragged[node.id] ?? node.position), width, height: height + portNames }];
    }),
  );
  const links = view.document.links.flatMap((link) => {
    const [source, target] = [cards.get(link.from.node), cards.get(link.to.node)];
    const shape = view.shape(link.from.node);
    const port = shape.ports.find((each) => each.id === link.from.port);
    if (!source || !target || !port) return [];
    const bottom = source.y + shape.height;
    const open = shape.ports.find((each) => each.kind === 'error' && !view.linked.get(link.from.node)?.has(each.id));
    return [
      {
        id: link.id,
        from: { x: source.x + port.x, y: bottom + portSize / 2 },
        to: { x: target.x + target.width / 2, y: target.y - portSize / 2 },
        loss: open && { x: source.x + open.x, y: bottom, ...lossSize },
      },
    ];
  });
  const places = placeLabels(links, [...cards.values()]);
  return new Map(links.map(({ id }, index) => [id, places[index]!]));
}

const sameBadge = (a: Badge | undefined, b: Badge | undefined) => a?.errors === b?.errors && a?.warnings === b?.warnings;
