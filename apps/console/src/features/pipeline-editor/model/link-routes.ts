import type { Link } from '@acequia/pipeline';
import { BoxGrid, overlap, type Box } from './box-grid.ts';
import type { EditorView } from './editor-view.ts';
import { routeLink, type Card, type LinkEnds, type LinkRoute, type RoutePart } from './link-route.ts';
import type { Point } from './link-shape.ts';

/** Places of cards that are being moved. */
export type Dragged = Readonly<Record<string, Point>>;

/** How each link is drawn, by link id. A route that stays the same stays the same object. */
export type LinkRoutes = ReadonlyMap<string, LinkRoute>;

export interface LinkRouter {
  /** Of all links of a view. When cards were only moved, only links near them are routed anew. */
  all(view: EditorView): LinkRoutes;
  /** Of all links, while some cards are dragged. */
  dragged(view: EditorView, dragged: Dragged): LinkRoutes;
}

export const portSize = 11;
/** A line this straight may be taken for the straight part of another link. */
const straightWithin = 8;

interface Routed {
  readonly cards: ReadonlyMap<string, Card>;
  readonly ends: ReadonlyMap<string, LinkEnds>;
  readonly routes: LinkRoutes;
}

const nothing: Routed = { cards: new Map(), ends: new Map(), routes: new Map() };

/** Remembers the last drawing. */
export function createLinkRouter(): LinkRouter {
  let last: { readonly view: EditorView; readonly routed: Routed } | undefined;
  let still: { readonly view: EditorView; readonly ids: string; readonly cards: BoxGrid<Card>; last: Routed } | undefined;
  const all = (view: EditorView): Routed => {
    if (last?.view === view) return last.routed;
    const cards = new Map(view.document.nodes.map(({ id, position }) => [id, cardOf(view, id, position)]));
    const routed = route(view, cards, new BoxGrid(cards.values()), last?.routed ?? nothing);
    last = { view, routed };
    return routed;
  };
  return {
    all: (view) => all(view).routes,
    dragged(view, dragged) {
      const known = all(view);
      const ids = Object.keys(dragged).join('\n');
      if (still?.view !== view || still.ids !== ids) {
        const resting = [...known.cards.values()].filter(({ id }) => !dragged[id]);
        still = { view, ids, cards: new BoxGrid(resting), last: known };
      }
      const moved = Object.entries(dragged).map(([id, position]) => cardOf(view, id, position));
      const cards = new Map(known.cards);
      for (const card of moved) cards.set(card.id, card);
      still.last = route(view, cards, new BoxGrid(moved, still.cards), still.last, true);
      return still.last.routes;
    },
  };
}

/** `dragging`: a link between two dragged cards goes along with them, until they are let go. */
function route(view: EditorView, cards: ReadonlyMap<string, Card>, grid: BoxGrid<Card>, before: Routed, dragging = false): Routed {
  const changed = changedBoxes(before.cards, cards);
  const ends = new Map<string, LinkEnds>();
  const routes = new Map<string, LinkRoute>();
  const open: string[] = [];
  for (const link of view.document.links) {
    const now = endsOf(link, view, cards);
    if (!now) continue;
    ends.set(link.id, now);
    const kept = keptRoute(before, link.id, now, changed, dragging);
    if (kept) routes.set(link.id, kept);
    else open.push(link.id);
  }
  const taken = open.length === 0 ? [] : [...routes].flatMap(([id, known]) => partsOf(ends.get(id)!, known));
  for (const id of open) {
    const found = routeLink(ends.get(id)!, grid, taken);
    const known = before.routes.get(id);
    routes.set(id, known && sameRoute(known, found) ? known : found);
    taken.push(...partsOf(ends.get(id)!, found));
  }
  return { cards, ends, routes };
}

/** Where cards were and where they are, of those that are not as they were. */
function changedBoxes(before: ReadonlyMap<string, Card>, now: ReadonlyMap<string, Card>): readonly Box[] {
  const boxes: Box[] = [];
  for (const card of now.values()) {
    const known = before.get(card.id);
    if (known && sameBox(known, card)) continue;
    boxes.push(card, ...(known ? [known] : []));
  }
  for (const card of before.values()) if (!now.has(card.id)) boxes.push(card);
  return boxes;
}

/** The route of before, when nothing that it depends on has changed. */
function keptRoute(before: Routed, id: string, now: LinkEnds, changed: readonly Box[], dragging: boolean): LinkRoute | undefined {
  const [ends, known] = [before.ends.get(id), before.routes.get(id)];
  if (!ends || !known) return undefined;
  const by = { x: now.from.x - ends.from.x, y: now.from.y - ends.from.y };
  if (now.to.x - ends.to.x !== by.x || now.to.y - ends.to.y !== by.y) return undefined;
  if (by.x === 0 && by.y === 0) return changed.some((box) => overlap(box, known.region) > 0) ? undefined : known;
  const moved = <T extends Point>(point: T): T => ({ ...point, x: point.x + by.x, y: point.y + by.y });
  return dragging ? { ...known, corners: known.corners.map(moved), region: moved(known.region) } : undefined;
}

const sameBox = (a: Box, b: Box) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

const sameRoute = (a: LinkRoute, b: LinkRoute) =>
  a.over === b.over &&
  a.corners.length === b.corners.length &&
  a.corners.every((corner, index) => corner.x === b.corners[index]!.x && corner.y === b.corners[index]!.y) &&
  sameBox(a.region, b.region);

/** What a link takes for itself: the straight parts of its way. */
function partsOf(link: LinkEnds, { corners, over }: LinkRoute): readonly RoutePart[] {
  if (over) return [];
  if (corners.length === 0)
    return Math.abs(link.from.x - link.to.x) <= straightWithin ? [{ link, start: link.from, end: { x: link.from.x, y: link.to.y } }] : [];
  const points = [link.from, ...corners, link.to];
  return points.slice(1).map((end, index) => ({ link, start: points[index]!, end }));
}

function cardOf(view: EditorView, id: string, { x, y }: Point): Card {
  const { width, height } = view.shape(id);
  return { id, x, y, width, height };
}

/** Where a link leaves its port and enters its card; undefined when one of them is not drawn. */
function endsOf(link: Link, view: EditorView, cards: ReadonlyMap<string, Box>): LinkEnds | undefined {
  const [source, target] = [cards.get(link.from.node), cards.get(link.to.node)];
  const port = view.shape(link.from.node).ports.find((each) => each.id === link.from.port);
  if (!source || !target || !port) return undefined;
  return {
    source: link.from.node,
    target: link.to.node,
    from: { x: source.x + port.x, y: source.y + source.height + portSize / 2 },
    to: { x: target.x + target.width / 2, y: target.y - portSize / 2 },
  };
}
