export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A link's line: it leaves a port downwards and enters a card from above. */
export interface LinkShape {
  readonly path: string;
  readonly middle: Point;
}

export function linkShape(from: Point, to: Point): LinkShape {
  const bend = bendOf(from, to);
  return {
    path: `M${from.x},${from.y} C${from.x},${from.y + bend} ${to.x},${to.y - bend} ${to.x},${to.y}`,
    middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
  };
}

/** How far its line goes straight down from the port, and straight down into the card, before it bends. */
function bendOf(from: Point, to: Point): number {
  const drop = to.y - from.y;
  return drop > 24 ? drop / 2 : Math.max(60, Math.abs(drop) / 2 + 40);
}

/** Points along a link's line, from its start to its end. */
export function linePoints(from: Point, to: Point, pieces: number): readonly Point[] {
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
