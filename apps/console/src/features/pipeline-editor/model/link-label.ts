import { BoxGrid, overlap, type Box } from './box-grid.ts';
import { boxAround } from './link-route.ts';
import { linePoints, type Point } from './link-shape.ts';

/** Where a link's numbers begin, at the middle of their height, and to which side of that they run. */
export interface LabelPlace extends Point {
  readonly side: 'left' | 'right';
}

export interface DrawnLink {
  readonly from: Point;
  readonly to: Point;
  /** Where it turns on its way around cards. */
  readonly corners: readonly Point[];
  /** Taken while the card it leaves loses events at its error port. */
  readonly loss: Box | undefined;
}

/** A straight part of a link's line. */
export interface LinePiece extends Box {
  readonly of: Pick<DrawnLink, 'from' | 'to' | 'corners'>;
}

export interface LinkLabel {
  readonly label: LabelPlace;
  /** The same while the loss is shown. */
  readonly besideLoss: LabelPlace;
}

/** Room for a rate and a volume. */
const size = { width: 152, height: 16 };
const besideLine = 14;
/** Above the card it enters, and below the port it leaves, with the port's name. */
const endRoom = 20;
const startRoom = 34;
const straightWithin = 8;
const linePieces = 8;
/** A line of little volume; wider ones still leave the gap. */
const lineHalf = 3;
/** Numbers that seem to belong to another link are worse than numbers a little under a card. */
const strangeLineWeight = 6;

/** What numbers should not cover: `boxes`, and the `lines` of links that are placed already. */
export interface InTheWay {
  readonly boxes: BoxGrid;
  readonly lines: BoxGrid<LinePiece>;
}

/**
 * Places for the numbers of links, each beside its own line with no other line between, and where it can be neither under what
 * is in the way nor over other numbers.
 */
export function placeLabels(links: readonly DrawnLink[], inTheWay: InTheWay): readonly LinkLabel[] {
  const boxes = new BoxGrid([], inTheWay.boxes);
  const lines = new BoxGrid(links.flatMap(piecesOf), inTheWay.lines);
  return links.map((link) => {
    const covered = (candidate: LabelPlace): number => {
      const [box, room] = [boxOf(candidate), roomOf(candidate)];
      let area = 0;
      for (const other of boxes.over(box)) area += overlap(box, other);
      for (const piece of lines.over(room)) if (piece.of !== link) area += strangeLineWeight * overlap(room, piece);
      return area;
    };
    const { loss } = link;
    const candidates = link.corners.length > 0 ? placesAlong(link) : candidatePlaces(link.from, link.to);
    const label = best(candidates, covered);
    const free = loss === undefined || overlap(boxOf(label), loss) === 0;
    const besideLoss = free ? label : best(candidates, (candidate) => covered(candidate) + overlap(boxOf(candidate), loss));
    boxes.add(boxOf(besideLoss));
    return { label, besideLoss };
  });
}

/** The line of a link. */
export function piecesOf(link: Pick<DrawnLink, 'from' | 'to' | 'corners'>): readonly LinePiece[] {
  const points = linePoints(link.from, link.to, link.corners, linePieces);
  return points.slice(1).map((end, index) => {
    const start = points[index]!;
    return {
      of: link,
      x: Math.min(start.x, end.x) - lineHalf,
      y: Math.min(start.y, end.y),
      width: Math.abs(end.x - start.x) + 2 * lineHalf,
      height: Math.abs(end.y - start.y),
    };
  });
}

/** What the numbers of a link cover. */
export const takenBy = ({ besideLoss }: LinkLabel): Box => boxOf(besideLoss);

/** Near the end outside of the bend, then near the start, then on their other sides; a straight line has two free sides. */
function candidatePlaces(from: Point, to: Point): readonly LabelPlace[] {
  const drop = to.y - from.y;
  const middle = (from.y + to.y) / 2;
  const beside = (x: number, y: number, side: 'left' | 'right'): LabelPlace => ({
    x: x + (side === 'left' ? -besideLine : besideLine),
    y,
    side,
  });
  if (Math.abs(to.x - from.x) <= straightWithin) {
    const heights = [middle, middle + drop / 5, middle - drop / 5, to.y - endRoom, from.y + startRoom];
    const [right, left] = [Math.max(from.x, to.x), Math.min(from.x, to.x)];
    return [...heights.map((y) => beside(right, y, 'right')), ...heights.map((y) => beside(left, y, 'left'))];
  }
  const [outer, inner] = to.x < from.x ? (['left', 'right'] as const) : (['right', 'left'] as const);
  const low = [middle + drop * 0.12, middle + drop * 0.25, to.y - endRoom];
  const high = [middle - drop * 0.12, middle - drop * 0.25, from.y + startRoom];
  return [
    ...low.map((y) => beside(to.x, y, outer)),
    ...high.map((y) => beside(from.x, y, inner)),
    ...low.map((y) => beside(to.x, y, inner)),
    ...high.map((y) => beside(from.x, y, outer)),
  ];
}

/** Beside the upright parts of a way around cards, the longest first. */
function placesAlong({ from, to, corners }: DrawnLink): readonly LabelPlace[] {
  const points = [from, ...corners, to];
  const upright = points
    .slice(1)
    .map((end, index) => ({ x: end.x, start: points[index]!.y, end: end.y, straight: points[index]!.x === end.x }))
    .filter(({ straight }) => straight)
    .toSorted((a, b) => Math.abs(b.end - b.start) - Math.abs(a.end - a.start));
  return upright.flatMap(({ x, start, end }) =>
    [0.5, 0.3, 0.7].flatMap((part): readonly LabelPlace[] => {
      const y = start + (end - start) * part;
      return [
        { x: x + besideLine, y, side: 'right' },
        { x: x - besideLine, y, side: 'left' },
      ];
    }),
  );
}

function best(candidates: readonly LabelPlace[], covered: (candidate: LabelPlace) => number): LabelPlace {
  let [found] = candidates;
  let least = Infinity;
  for (const candidate of candidates) {
    const area = covered(candidate);
    if (area >= least) continue;
    [found, least] = [candidate, area];
    if (area === 0) break;
  }
  return found!;
}

const boxOf = ({ x, y, side }: LabelPlace): Box => ({ x: side === 'left' ? x - size.width : x, y: y - size.height / 2, ...size });

/** The numbers and the gap between them and their line. */
const roomOf = ({ x, y, side }: LabelPlace): Box => ({
  x: side === 'left' ? x - size.width : x - besideLine,
  y: y - size.height / 2,
  width: size.width + besideLine,
  height: size.height,
});

/** Everywhere the numbers of a link may stand. */
export function reachOf({ from, to, corners }: Pick<DrawnLink, 'from' | 'to' | 'corners'>): Box {
  const [beside, above, below] = [size.width + besideLine, endRoom + size.height, startRoom + size.height];
  const { x, y, width, height } = boxAround([from, ...corners, to]);
  return { x: x - beside, y: y - above, width: width + 2 * beside, height: height + above + below };
}
