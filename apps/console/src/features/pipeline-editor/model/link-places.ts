import type { Link } from '@acequia/pipeline';
import type { Box } from './box-grid.ts';
import type { EditorView } from './editor-view.ts';
import { placeLabels, takenBy, type DrawnLink, type LinkLabel } from './link-label.ts';

/** Places of cards that are being moved. */
export type Dragged = Readonly<Record<string, { readonly x: number; readonly y: number }>>;

/** Where the numbers of the links stand, by link id. */
export type LinkPlaces = ReadonlyMap<string, LinkLabel>;

export const portSize = 11;
/** Height of the port names under a card. */
const portNames = 20;
/** Room for what an unread error port loses. */
const lossSize = { width: 200, height: 34 };

/** Finds places for a view; when cards are dragged or were only moved, only the links of those cards are placed anew. */
export function createLinkPlacer(): (view: EditorView, dragged: Dragged) => LinkPlaces {
  let last: { readonly view: EditorView; readonly dragged: Dragged; readonly places: LinkPlaces } | undefined;
  return (view, dragged) => {
    if (last?.view === view && last.dragged === dragged) return last.places;
    const moved = last && movedBetween(last.view, view);
    const kept = last && moved ? untouched(view, last.places, { ...moved, ...last.dragged, ...dragged }) : undefined;
    last = { view, dragged, places: placesOf(view, dragged, kept ?? new Map()) };
    return last.places;
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

function untouched(view: EditorView, places: LinkPlaces, moved: Dragged): LinkPlaces {
  const kept = new Map<string, LinkLabel>();
  for (const link of view.document.links) {
    const place = places.get(link.id);
    if (place && !moved[link.from.node] && !moved[link.to.node]) kept.set(link.id, place);
  }
  return kept;
}

function placesOf(view: EditorView, dragged: Dragged, kept: LinkPlaces): LinkPlaces {
  const cards = new Map(
    view.document.nodes.map((node): [string, Box] => {
      const { width, height } = view.shape(node.id);
      return [node.id, { ...(dragged[node.id] ?? node.position), width, height: height + portNames }];
    }),
  );
  const free = view.document.links.flatMap((link) => {
    const drawn = kept.has(link.id) ? undefined : drawnLink(link, view, cards);
    return drawn ? [{ id: link.id, drawn }] : [];
  });
  const places = placeLabels(
    free.map(({ drawn }) => drawn),
    [...cards.values(), ...[...kept.values()].map(takenBy)],
  );
  return new Map([...kept, ...free.map(({ id }, index): [string, LinkLabel] => [id, places[index]!])]);
}

function drawnLink(link: Link, view: EditorView, cards: ReadonlyMap<string, Box>): DrawnLink | undefined {
  const [source, target] = [cards.get(link.from.node), cards.get(link.to.node)];
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
