import { Position, type Edge, type Node, type NodeHandle } from '@xyflow/react';
import type { Link, PipelineNode } from '@acequia/pipeline';
import type { CardShape } from './card-shape.ts';
import type { CardText } from './card-text.ts';
import type { Badge } from './editor-problems.ts';
import type { Selection } from './editor-state.ts';
import type { EditorView } from './editor-view.ts';
import type { LabelPlace, LinkLabel } from './link-label.ts';
import { createLinkPlacer, portSize, type Dragged, type LinkPlaces } from './link-places.ts';
import { toneOf, type NodeTone } from './tone.ts';

/** What the canvas library is given; it owns nothing. `type`, not `interface`: the library asks for an index signature. */
export type CardData = {
  readonly node: PipelineNode;
  readonly text: CardText;
  readonly shape: CardShape;
  readonly tone: NodeTone;
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

export interface ProjectionWords {
  card(node: PipelineNode, text: CardText, badge: Badge | undefined): string;
  link(from: string, port: string, to: string): string;
}

/** What the last drawing followed from; while only places of dragged cards change, everything else is taken over as it is. */
interface Drawn<T> {
  readonly view: EditorView;
  readonly selection: Selection;
  readonly words: ProjectionWords;
  readonly items: readonly T[];
}

const sameBut = (drawn: Drawn<unknown> | undefined, view: EditorView, selection: Selection, words: ProjectionWords): boolean =>
  drawn?.view === view && drawn.selection === selection && drawn.words === words;

/** Turns views into nodes and edges of the canvas; what did not change keeps its identity, so only what changed is drawn. */
export function createProjector() {
  const placeLinks = createLinkPlacer();
  let nodes: (Drawn<CardNode> & { readonly dragged: Dragged }) | undefined;
  let edges: (Drawn<LinkEdge> & { readonly places: LinkPlaces }) | undefined;
  return {
    nodes(view: EditorView, selection: Selection, dragged: Dragged, words: ProjectionWords): readonly CardNode[] {
      const before = nodes;
      if (before && sameBut(before, view, selection, words)) {
        const items = before.items.map((item) =>
          dragged[item.id] === before.dragged[item.id] ? item : { ...item, position: { ...(dragged[item.id] ?? item.data.node.position) } },
        );
        nodes = { view, selection, words, dragged, items };
      } else {
        const known = new Map(before?.items.map((item) => [item.id, item]));
        const items = view.document.nodes.map((node) => projectNode(known.get(node.id), node, view, selection, dragged[node.id], words));
        nodes = { view, selection, words, dragged, items };
      }
      return nodes.items;
    },
    edges(view: EditorView, selection: Selection, dragged: Dragged, words: ProjectionWords): readonly LinkEdge[] {
      const before = edges;
      const places = placeLinks(view, dragged);
      if (before && sameBut(before, view, selection, words)) {
        const items = before.items.map((item) => {
          const place = places.get(item.id);
          return !place || place === before.places.get(item.id) ? item : { ...item, data: { ...item.data!, place } };
        });
        edges = { view, selection, words, places, items };
      } else {
        const known = new Map(before?.items.map((item) => [item.id, item]));
        const items = view.document.links.flatMap(
          (link) => projectLink(known.get(link.id), link, view, selection, places.get(link.id), words) ?? [],
        );
        edges = { view, selection, words, places, items };
      }
      return edges.items;
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
  const tone = toneOf(node, view.catalogue);
  const linked = [...(view.linked.get(node.id) ?? [])].join('\n');
  const selected = selection.nodes.has(node.id);
  const position = dragged ?? node.position;
  const ariaLabel = words.card(node, text, badge);
  if (
    before &&
    before.data.node === node &&
    before.data.text === text &&
    before.data.shape === shape &&
    before.data.tone === tone &&
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
    data: { node, text, shape, tone, badge, linked },
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

const sameBadge = (a: Badge | undefined, b: Badge | undefined) => a?.errors === b?.errors && a?.warnings === b?.warnings;
