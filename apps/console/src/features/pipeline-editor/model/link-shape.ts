export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A link's line: it leaves a port downwards and enters a card from above. */
export interface LinkShape {
  readonly path: string;
  readonly middle: Point;
}

/** `corners`: where it turns on its way around cards; without them it is a curve. */
export function linkShape(from: Point, to: Point, corners: readonly Point[] = []): LinkShape {
  if (corners.length > 0) return corneredShape([from, ...corners, to]);
  const bend = bendOf(from, to);
  return {
    path: `M${from.x},${from.y} C${from.x},${from.y + bend} ${to.x},${to.y - bend} ${to.x},${to.y}`,
    middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
  };
}

const cornerRadius = 10;

function corneredShape(points: readonly Point[]): LinkShape {
  const parts = points.slice(1).map((end, index) => {
    const start = points[index]!;
    return { start, end, length: Math.hypot(end.x - start.x, end.y - start.y) };
  });
  const along = ({ start, end, length }: (typeof parts)[number], way: number): Point =>
    length === 0 ? start : { x: start.x + ((end.x - start.x) * way) / length, y: start.y + ((end.y - start.y) * way) / length };
  let path = `M${points[0]!.x},${points[0]!.y}`;
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    if (!next) {
      path += ` L${part.end.x},${part.end.y}`;
      break;
    }
    const radius = Math.min(cornerRadius, part.length / 2, next.length / 2);
    const [before, after] = [along(part, part.length - radius), along(next, radius)];
    path += ` L${before.x},${before.y} Q${part.end.x},${part.end.y} ${after.x},${after.y}`;
  }
  let rest = parts.reduce((sum, { length }) => sum + length, 0) / 2;
  const half = parts.find((part) => (rest <= part.length ? true : ((rest -= part.length), false)));
  return { path, middle: half ? along(half, rest) : points[0]! };
}

/** How far its line goes straight down from the port, and straight down into the card, before it bends. */
function bendOf(from: Point, to: Point): number {
  const drop = to.y - from.y;
  return drop > 24 ? drop / 2 : Math.max(60, Math.abs(drop) / 2 + 40);
}

/** Points along a link's line, from its start to its end: its corners, or pieces of its curve. */
export const linePoints = (from: Point, to: Point, corners: readonly Point[], pieces: number): readonly Point[] =>
  corners.length > 0 ? [from, ...corners, to] : curvePoints(from, to, pieces);

export function curvePoints(from: Point, to: Point, pieces: number): readonly Point[] {
  const bend = bendOf(from, to);
  return Array.from({ length: pieces + 1 }, (_, index) => {
    const t = index / pieces;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
    return {
      x: (a + b) * from.x + (c + d) * to.x,
      y: a * from.y + b * (from.y + bend) + c * (to.y - bend) + d * to.y,
    };
  });
}

/** 2 px and volume: a link that carries as much as the largest is 11 px wide. */
export function linkWidth(eventsPerSecond: number, largest: number): number {
  if (!(eventsPerSecond > 0) || !(largest > 0)) return 2;
  return 2 + 9 * Math.sqrt(Math.min(1, eventsPerSecond / largest));
}
