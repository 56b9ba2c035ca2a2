import type { Link } from '@acequia/pipeline';
import { around, BoxGrid, overlap, type Box } from './box-grid.ts';
import type { EditorView } from './editor-view.ts';
import { piecesOf, placeLabels, reachOf, takenBy, type DrawnLink, type InTheWay, type LinkLabel } from './link-label.ts';

/** Places of cards that are being moved. */
export type Dragged = Readonly<Record<string, { readonly x: number; readonly y: number }>>;

/** Where the numbers of the links stand, by link id. */
export type LinkPlaces = ReadonlyMap<string, LinkLabel>;

export const portSize = 11;
/** Height of the port names under a card. */
const portNames = 20;
/** Room for what an unread error port loses. */
const lossSize = { width: 200, height: 34 };

export interface LinkPlacer {
  /** Of all links of a view. When cards were only moved, only the links of those cards are placed anew. */
  all(view: EditorView): LinkPlaces;
  /** Of the links of cards that are being dragged, and of no others. */
  dragged(view: EditorView, dragged: Dragged): LinkPlaces;
}

/** What stands still while some cards are dragged. */
interface Still {
  readonly view: EditorView;
  /** Of the dragged cards. */
  readonly ids: string;
  readonly links: readonly Link[];
  readonly inTheWay: InTheWay;
}

export function createLinkPlacer(): LinkPlacer {
  let last: { readonly view: EditorView; readonly places: LinkPlaces } | undefined;
  let still: Still | undefined;
  const all = (view: EditorView): LinkPlaces => {
    if (last?.view === view) return last.places;
    const moved = last && movedBetween(last.view, view);
    const free = last && moved ? touched(view, last.places, moved) : view.document.links;
    const kept = free === view.document.links ? new Map<string, LinkLabel>() : without(last!.places, view, free);
    const cards = new Map(view.document.nodes.map(({ id, position }) => [id, cardBox(view, id, position)]));
    const boxOf = (id: string) => cards.get(id);
    const links = drawnLinks(free, view, boxOf);
    const near = around(links.map(({ drawn }) => reachOf(drawn)));
    const placed = place(links, inTheWayOf(view, [...cards.values()], kept, boxOf, near));
    last = { view, places: new Map([...kept, ...placed]) };
    return last.places;
  };
  return {
    all,
    dragged(view, dragged) {
      const ids = Object.keys(dragged).join('\n');
      if (still?.view !== view || still.ids !== ids) still = standingStill(view, dragged, ids, all(view));
      const cards = Object.entries(dragged).map(([id, position]) => cardBox(view, id, position));
      const boxes = new BoxGrid(cards, still.inTheWay.boxes);
      const links = drawnLinks(still.links, view, (id) => boxAt(view, id, dragged));
      return place(links, { boxes, lines: still.inTheWay.lines });
    },
  };
}

function standingStill(view: EditorView, dragged: Dragged, ids: string, places: LinkPlaces): Still {
  const links = touched(view, places, dragged);
  const cards = view.document.nodes.flatMap(({ id, position }) => (dragged[id] ? [] : [cardBox(view, id, position)]));
  return { view, ids, links, inTheWay: inTheWayOf(view, cards, without(places, view, links), (id) => boxAt(view, id, {})) };
}

/** `near`: nothing that is farther away counts. */
function inTheWayOf(
  view: EditorView,
  cards: readonly Box[],
  kept: LinkPlaces,
  boxOf: (id: string) => Box | undefined,
  near?: Box,
): InTheWay {
  const isNear = (box: Box) => near === undefined || overlap(near, box) > 0;
  const keptLinks = view.document.links.filter((link) => kept.has(link.id));
  return {
    boxes: new BoxGrid([...cards, ...[...kept.values()].map(takenBy)].filter(isNear)),
    lines: new BoxGrid(drawnLinks(keptLinks, view, boxOf).flatMap(({ drawn }) => piecesOf(drawn).filter(isNear))),
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

/** Links without a place, or with an end at one of the cards. */
const touched = (view: EditorView, places: LinkPlaces, moved: Dragged): readonly Link[] =>
  view.document.links.filter((link) => !places.has(link.id) || moved[link.from.node] || moved[link.to.node]);

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

const drawnLinks = (links: readonly Link[], view: EditorView, boxOf: (id: string) => Box | undefined): readonly LinkToPlace[] =>
  links.flatMap((link) => {
    const drawn = drawnLink(link, view, boxOf);
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

function drawnLink(link: Link, view: EditorView, boxOf: (id: string) => Box | undefined): DrawnLink | undefined {
  const [source, target] = [boxOf(link.from.node), boxOf(link.to.node)];
  const shape = view.shape(link.from.node);
  const port = shape.ports.find((each) => each.id === link.from.port);
  if (!source || !target || !port) return undefined;
  const bottom = source.y + shape.height;
  const open = shape.ports.find((each) => each.kind === 'error' && !view.linked.get(link.from.node)?.has(each.id));
  return {
    from: { x: source.x + port.x, y: bottom + portSize / 2 },
    to: { x: target.x + target.width / 2, y: target.y - portSize / 2 },
    loss: open && { x: source.x + open.x, y: bottom, ...lossSize },
  };
}
