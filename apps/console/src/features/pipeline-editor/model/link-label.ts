import { BoxGrid, overlap, type Box } from './box-grid.ts';
import type { Point } from './link-shape.ts';

/** Where a link's numbers begin, at the middle of their height, and to which side of that they run. */
export interface LabelPlace extends Point {
  readonly side: 'left' | 'right';
}

export interface DrawnLink {
  readonly from: Point;
  readonly to: Point;
  /** Taken while the card it leaves loses events at its error port. */
  readonly loss: Box | undefined;
}

export interface LinkLabel {
  readonly label: LabelPlace;
  /** The same while the loss is shown. */
  readonly besideLoss: LabelPlace;
}

/** Room for a rate and a volume. */
const size = { width: 124, height: 16 };
const besideLine = 14;
const straightWithin = 8;

/** Places for the numbers of links, each beside its own line, and where it can be neither under what is in the way nor over other numbers. */
export function placeLabels(links: readonly DrawnLink[], inTheWay: readonly Box[]): readonly LinkLabel[] {
  const grid = new BoxGrid(inTheWay);
  return links.map(({ from, to, loss }) => {
    const around = grid.over(reachOf(from, to));
    const candidates = candidatePlaces(from, to);
    const label = best(candidates, around);
    const besideLoss = loss ? best(candidates, [...around, loss]) : label;
    grid.add(boxOf(besideLoss));
    return { label, besideLoss };
  });
}

/** What the numbers of a link cover. */
export const takenBy = ({ besideLoss }: LinkLabel): Box => boxOf(besideLoss);

/** Near the end outside of the bend, then near the start; a straight line has two free sides. */
function candidatePlaces(from: Point, to: Point): readonly LabelPlace[] {
  const drop = to.y - from.y;
  const middle = (from.y + to.y) / 2;
  const beside = (x: number, y: number, side: 'left' | 'right'): LabelPlace => ({
    x: x + (side === 'left' ? -besideLine : besideLine),
    y,
    side,
  });
  if (Math.abs(to.x - from.x) <= straightWithin) {
    const heights = [middle, middle + drop / 5, middle - drop / 5, to.y - 20, from.y + 34];
    const [right, left] = [Math.max(from.x, to.x), Math.min(from.x, to.x)];
    return [...heights.map((y) => beside(right, y, 'right')), ...heights.map((y) => beside(left, y, 'left'))];
  }
  const [outer, inner] = to.x < from.x ? (['left', 'right'] as const) : (['right', 'left'] as const);
  return [
    ...[middle + drop * 0.12, middle + drop * 0.25, to.y - 20].map((y) => beside(to.x, y, outer)),
    ...[middle - drop * 0.12, middle - drop * 0.25, from.y + 34].map((y) => beside(from.x, y, inner)),
  ];
}

function best(candidates: readonly LabelPlace[], around: readonly Box[]): LabelPlace {
  let [found] = candidates;
  let least = Infinity;
  for (const candidate of candidates) {
    const box = boxOf(candidate);
    const covered = around.reduce((sum, other) => sum + overlap(box, other), 0);
    if (covered >= least) continue;
    [found, least] = [candidate, covered];
    if (covered === 0) break;
  }
  return found!;
}

const boxOf = ({ x, y, side }: LabelPlace): Box => ({ x: side === 'left' ? x - size.width : x, y: y - size.height / 2, ...size });

function reachOf(from: Point, to: Point): Box {
  const room = size.width + besideLine;
  const [left, top] = [Math.min(from.x, to.x) - room, Math.min(from.y, to.y) - size.height];
  return { x: left, y: top, width: Math.abs(to.x - from.x) + 2 * room, height: Math.abs(to.y - from.y) + 2 * size.height };
}
