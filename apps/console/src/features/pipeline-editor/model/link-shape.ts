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
  const drop = to.y - from.y;
  const bend = drop > 24 ? drop / 2 : Math.max(60, Math.abs(drop) / 2 + 40);
  return {
    path: `M${from.x},${from.y} C${from.x},${from.y + bend} ${to.x},${to.y - bend} ${to.x},${to.y}`,
    middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
  };
}

/** 2 px and volume: a link that carries as much as the largest is 11 px wide. */
export function linkWidth(eventsPerSecond: number, largest: number): number {
  if (!(eventsPerSecond > 0) || !(largest > 0)) return 2;
  return 2 + 9 * Math.sqrt(Math.min(1, eventsPerSecond / largest));
}
