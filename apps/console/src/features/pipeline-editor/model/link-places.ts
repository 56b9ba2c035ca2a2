import type { Link } from '@acequia/pipeline';
import { around, BoxGrid, overlap, type Box } from './box-grid.ts';
import type { EditorView } from './editor-view.ts';
import { createLinkRouter, portSize, type Dragged, type LinkRouter, type LinkRoutes } from './link-routes.ts';
import { piecesOf, placeLabels, reachOf, takenBy, type DrawnLink, type InTheWay, type LinkLabel } from './link-label.ts';

/** Where the numbers of the links stand, by link id. */
export type LinkPlaces = ReadonlyMap<string, LinkLabel>;

/** Height of the port names under a card. */
const portNames = 20;
/** Room for what an unread error port loses. */
const lossSize = { width: 200, height: 34 };

export interface LinkPlacer {
  /** Of all links of a view. When cards were only moved, only the links of those cards, and links that now go another way, are placed anew. */
  all(view: EditorView): LinkPlaces;
  /** Of the links of cards that are being dragged, and of those that go around them. */
  dragged(view: EditorView, dragged: Dragged): LinkPlaces;
}

/** What stands still while some cards are dragged. */
interface Still {
  readonly view: EditorView;
  /** Of the dragged cards, and of the links that follow them. */
  readonly ids: string;
  readonly inTheWay: InTheWay;
}

type BoxOf = (id: string) => Box | undefined;

export function createLinkPlacer(router: LinkRouter = createLinkRouter()): LinkPlacer {
  let last: { readonly view: EditorView; readonly routes: LinkRoutes; readonly places: LinkPlaces } | undefined;
  let still: Still | undefined;
  const all = (view: EditorView): LinkPlaces => {
    if (last?.view === view) return last.places;
    const routes = router.all(view);
    const moved = last && movedBetween(last.view, view);
    const free = last && moved ? touched(view, last.places, moved, last.routes, routes) : view.document.links;
    const kept = free === view.document.links ? new Map<string, LinkLabel>() : without(last!.places, view, free);
    const cards = new Map(view.document.nodes.map(({ id, position }) => [id, cardBox(view, id, position)]));
    const boxOf = (id: string) => cards.get(id);
    const links = drawnLinks(free, view, boxOf, routes);
    const near = around(links.map(({ drawn }) => reachOf(drawn)));
    const placed = place(links, inTheWayOf(view, [...cards.values()], kept, boxOf, routes, near));
    last = { view, routes, places: new Map([...kept, ...placed]) };
    return last.places;
  };
  return {
    all,
    dragged(view, dragged) {
      const places = all(view);
      const routes = router.dragged(view, dragged);
      const free = touched(view, places, dragged, last!.routes, routes);
      const ids = [...Object.keys(dragged), ...free.map(({ id }) => id)].join('\n');
      if (still?.view !== view || still.ids !== ids) still = { view, ids, inTheWay: standingStill(view, dragged, free, places, routes) };
      const cards = Object.entries(dragged).map(([id, position]) => cardBox(view, id, position));
      const boxes = new BoxGrid(cards, still.inTheWay.boxes);
      const links = drawnLinks(free, view, (id) => boxAt(view, id, dragged), routes);
      return place(links, { boxes, lines: still.inTheWay.lines });
    },
  };
}

function standingStill(view: EditorView, dragged: Dragged, free: readonly Link[], places: LinkPlaces, routes: LinkRoutes): InTheWay {
  const cards = view.document.nodes.flatMap(({ id, position }) => (dragged[id] ? [] : [cardBox(view, id, position)]));
  return inTheWayOf(view, cards, without(places, view, free), (id) => boxAt(view, id, {}), routes);
}

/** `near`: nothing that is farther away counts. */
function inTheWayOf(view: EditorView, cards: readonly Box[], kept: LinkPlaces, boxOf: BoxOf, routes: LinkRoutes, near?: Box): InTheWay {
  const isNear = (box: Box) => near === undefined || overlap(near, box) > 0;
  const keptLinks = view.document.links.filter((link) => kept.has(link.id));
  return {
    boxes: new BoxGrid([...cards, ...[...kept.values()].map(takenBy)].filter(isNear)),
    lines: new BoxGrid(drawnLinks(keptLinks, view, boxOf, routes).flatMap(({ drawn }) => piecesOf(drawn).filter(isNear))),
  };
}

/** Cards that stand elsewhere or are shaped otherwise; undefined when more than that has changed. */
function movedBetween(before: EditorView, after: EditorView): Dragged | undefined {
  if (before === after) return {};
  if (before.linked !== after.linked) return undefined;
  const moved = after.document.nodes.filter(({ id, position }) => {
    const known = before.node(id)?.position;
    return known?.x !== position.x || known.y !== position.y || before.shape(id) !== after.shape(id);
  });
  return Object.fromEntries(moved.map(({ id, position }) => [id, position]));
}

/** Links without a place, with an end at one of the cards, or that go another way than before. */
const touched = (view: EditorView, places: LinkPlaces, moved: Dragged, before: LinkRoutes, now: LinkRoutes): readonly Link[] =>
  view.document.links.filter(
    (link) => !places.has(link.id) || moved[link.from.node] || moved[link.to.node] || before.get(link.id) !== now.get(link.id),
  );

function without(places: LinkPlaces, view: EditorView, links: readonly Link[]): Map<string, LinkLabel> {
  const free = new Set(links.map(({ id }) => id));
  const kept = new Map<string, LinkLabel>();
  for (const { id } of view.document.links) {
    const known = free.has(id) ? undefined : places.get(id);
    if (known) kept.set(id, known);
  }
  return kept;
}

interface LinkToPlace {
  readonly id: string;
  readonly drawn: DrawnLink;
}

const drawnLinks = (links: readonly Link[], view: EditorView, boxOf: BoxOf, routes: LinkRoutes): readonly LinkToPlace[] =>
  links.flatMap((link) => {
    const drawn = drawnLink(link, view, boxOf, routes);
    return drawn ? [{ id: link.id, drawn }] : [];
  });

function place(links: readonly LinkToPlace[], inTheWay: InTheWay): LinkPlaces {
  const places = placeLabels(
    links.map(({ drawn }) => drawn),
    inTheWay,
  );
  return new Map(links.map(({ id }, index): [string, LinkLabel] => [id, places[index]!]));
}

/** A card with the names of its ports below. */
function cardBox(view: EditorView, id: string, { x, y }: { readonly x: number; readonly y: number }): Box {
  const { width, height } = view.shape(id);
  return { x, y, width, height: height + portNames };
}

function boxAt(view: EditorView, id: string, dragged: Dragged): Box | undefined {
  const position = dragged[id] ?? view.node(id)?.position;
  return position && cardBox(view, id, position);
}

function drawnLink(link: Link, view: EditorView, boxOf: BoxOf, routes: LinkRoutes): DrawnLink | undefined {
  const [source, target] = [boxOf(link.from.node), boxOf(link.to.node)];
  const shape = view.shape(link.from.node);
  const port = shape.ports.find((each) => each.id === link.from.port);
  if (!source || !target || !port) return undefined;
  const bottom = source.y + shape.height;
  const open = shape.ports.find((each) => each.kind === 'error' && !view.linked.get(link.from.node)?.has(each.id));
  return {
    from: { x: source.x + port.x, y: bottom + portSize / 2 },
    to: { x: target.x + target.width / 2, y: target.y - portSize / 2 },
    corners: routes.get(link.id)?.corners ?? [],
    loss: open && { x: source.x + open.x, y: bottom, ...lossSize },
  };
}
