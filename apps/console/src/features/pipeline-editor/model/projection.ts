import { Position, type Edge, type Node, type NodeHandle } from '@xyflow/react';
import type { Link, PipelineNode } from '@acequia/pipeline';
import type { CardShape } from './card-shape.ts';
import type { CardText } from './card-text.ts';
import type { Badge } from './editor-problems.ts';
import type { Selection } from './editor-state.ts';
import type { EditorView } from './editor-view.ts';
import { portSize, type Dragged } from './link-routes.ts';
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
  readonly from: Pick<PipelineNode, 'id' | 'kind'>;
  readonly fromName: string;
  readonly toName: string;
  readonly error: boolean;
  /** The card it leaves has an error port nobody reads. */
  readonly errorOpen: boolean;
};
export type LinkEdge = Edge<LinkData, 'link'>;

/** Name of every card's way in. */
export const inputHandle = 'in';

export interface ProjectionWords {
  card(node: PipelineNode, text: CardText, badge: Badge | undefined): string;
  link(from: string, port: string, to: string): string;
}

/**
 * Turns views into nodes and edges of the canvas; what did not change keeps its identity, so only what changed is drawn. That holds
 * for the lists too: while steps are only moved, the edges stay the very same list.
 */
export interface Projector {
  /** Cards that are being dragged stand where the pointer has them. */
  nodes(view: EditorView, selection: Selection, words: ProjectionWords): readonly CardNode[];
  edges(view: EditorView, selection: Selection, words: ProjectionWords): readonly LinkEdge[];
  /** Moves cards of the last drawing with the pointer: all nodes, and where all cards are that are dragged. */
  drag(moving: Dragged): { readonly nodes: readonly CardNode[]; readonly dragged: Dragged };
  /** No card is dragged any more; the next drawing has them where the document has them. */
  drop(): void;
}

export function createProjector(): Projector {
  let nodes: readonly CardNode[] = [];
  let edges: readonly LinkEdge[] = [];
  let dragged: Dragged = {};
  let cardWords: ProjectionWords | undefined;
  let linkWords: ProjectionWords | undefined;
  return {
    nodes(view, selection, words) {
      const known = cardWords === words ? byId(nodes) : new Map<string, CardNode>();
      cardWords = words;
      nodes = keepList(
        nodes,
        view.document.nodes.map((node) => projectNode(known.get(node.id), node, view, selection, dragged[node.id], words)),
      );
      return nodes;
    },
    edges(view, selection, words) {
      const known = linkWords === words ? byId(edges) : new Map<string, LinkEdge>();
      linkWords = words;
      edges = keepList(
        edges,
        view.document.links.flatMap((link) => projectLink(known.get(link.id), link, view, selection, words) ?? []),
      );
      return edges;
    },
    drag(moving) {
      dragged = { ...dragged, ...moving };
      nodes = nodes.map((item) => {
        const position = moving[item.id];
        return position ? { ...item, position: { ...position } } : item;
      });
      return { nodes, dragged };
    },
    drop: () => void (dragged = {}),
  };
}

const byId = <T extends { readonly id: string }>(items: readonly T[]) => new Map(items.map((item) => [item.id, item]));

const keepList = <T>(before: readonly T[], now: readonly T[]): readonly T[] =>
  before.length === now.length && now.every((item, index) => item === before[index]) ? before : now;

/** `before`: as drawn with the same words. */
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
    before.position.y === position.y
  ) {
    return before;
  }
  return {
    id: node.id,
    type: 'card',
    position: { ...position },
    selected,
    ariaLabel: words.card(node, text, badge),
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

/** `before`: as drawn with the same words. */
function projectLink(
  before: LinkEdge | undefined,
  link: Link,
  view: EditorView,
  selection: Selection,
  words: ProjectionWords,
): LinkEdge | undefined {
  const from = view.node(link.from.node);
  const ports = from && view.ports(from.id);
  const port = ports?.find((each) => each.id === link.from.port);
  if (!from || !ports || !port || !view.node(link.to.node)) return undefined;
  const [fromName, toName] = [view.text(from.id).title, view.text(link.to.node).title];
  const selected = selection.links.has(link.id);
  const error = port.kind === 'error';
  const errorOpen = ports.some((each) => each.kind === 'error' && !view.linked.get(from.id)?.has(each.id));
  if (
    before?.data &&
    before.data.link === link &&
    before.data.from.kind === from.kind &&
    before.data.fromName === fromName &&
    before.data.toName === toName &&
    before.data.error === error &&
    before.data.errorOpen === errorOpen &&
    before.selected === selected
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
    ariaLabel: words.link(fromName, link.from.port, toName),
    data: { link, from: { id: from.id, kind: from.kind }, fromName, toName, error, errorOpen },
  };
}

const sameBadge = (a: Badge | undefined, b: Badge | undefined) => a?.errors === b?.errors && a?.warnings === b?.warnings;
