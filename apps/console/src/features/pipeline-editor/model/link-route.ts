import { overlap, type Box, type BoxGrid } from './box-grid.ts';
import { curvePoints, type Point } from './link-shape.ts';

/** A card in the way of links. */
export interface Card extends Box {
  readonly id: string;
}

export interface LinkEnds {
  readonly source: string;
  readonly target: string;
  readonly from: Point;
  readonly to: Point;
}

/**
 * How a link is drawn. `corners`: straight on, around cards, from corner to corner; without them as a curve. `over`: there is no
 * way around, because a card lies on one of its ends: it is drawn over the cards.
 */
export interface LinkRoute {
  readonly corners: readonly Point[];
  readonly over: boolean;
  /** The route depends on nothing outside of it. */
  readonly region: Box;
}

/** A straight part of a link that is drawn from corner to corner. */
export interface RoutePart {
  readonly link: LinkEnds;
  readonly start: Point;
  readonly end: Point;
}

/** Between a link and a card that is not its own, where there is room. */
const clearance = 8;
/** A card that stands this close to another one leaves less. */
const narrowClearance = 2;
/** A second link around the same card goes beside the first. */
const laneGap = 10;
const curvePieces = 16;
/** An own card may be touched at its rim by the curve that leaves it. */
const ownRim = 6;
const bendCost = 40;
const sharedCost = 60;
const firstWindow = 160;
const largestWindow = 4000;
/** Beyond this many cards in the window one lane beside each is enough. */
const oneLaneFrom = 24;
const cardsMax = 120;

/** The route of a link around all cards that it does not join. `taken`: parts of links that were routed before. */
export function routeLink(link: LinkEnds, cards: BoxGrid<Card>, taken: readonly RoutePart[]): LinkRoute {
  const curve = curvePoints(link.from, link.to, curvePieces);
  const region = grown(boxAround(curve), clearance);
  if (!isBlocked(link, curve, cards)) return { corners: [], over: false, region };
  const outline = boxAround([link.from, link.to]);
  for (const room of [clearance, narrowClearance]) {
    for (let margin = firstWindow; margin <= largestWindow; margin *= 4) {
      const searched = grown(outline, margin);
      const inside = cards.over(searched);
      if (inside.length > cardsMax) break;
      const corners = findCorners(link, inside, searched, room, taken);
      if (corners) return { corners, over: false, region: searched };
    }
  }
  return { corners: [], over: true, region: grown(outline, largestWindow) };
}

/** Whether a line touches a card, or comes too close to one that is not its own. */
export function isBlocked(link: LinkEnds, line: readonly Point[], cards: BoxGrid<Card>): boolean {
  for (const [index, end] of line.entries()) {
    const start = line[index - 1];
    if (!start) continue;
    for (const card of cards.over(grown(boxAround([start, end]), clearance + 1))) {
      const own = card.id === link.source || card.id === link.target;
      if (crosses(start, end, grown(card, own ? -ownRim : clearance))) return true;
    }
  }
  return false;
}

/** Whether a straight line and the inside of a box have a point in common. */
export function crosses(start: Point, end: Point, box: Box): boolean {
  let [enter, leave] = [0, 1];
  for (const [from, way, low, high] of [
    [start.x, end.x - start.x, box.x, box.x + box.width],
    [start.y, end.y - start.y, box.y, box.y + box.height],
  ] as const) {
    if (low >= high) return false;
    if (way === 0) {
      if (from <= low || from >= high) return false;
      continue;
    }
    const [a, b] = [(low - from) / way, (high - from) / way];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter < leave;
}

export function boxAround(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/**
 * The cheapest way from port to card along lines beside the cards: short, with few bends, and not along another link. Undefined
 * when there is none inside of the window.
 */
function findCorners(
  link: LinkEnds,
  cards: readonly Card[],
  searched: Box,
  room: number,
  taken: readonly RoutePart[],
): readonly Point[] | undefined {
  const start = { x: link.from.x, y: link.from.y + room };
  const goal = { x: link.to.x, y: link.to.y - room };
  const blocks = cards.map((card) => ({ own: card.id === link.source || card.id === link.target, ...grown(card, room) }));
  const stubs = [
    [link.from, start],
    [goal, link.to],
  ] as const;
  if (stubs.some(([stubStart, stubEnd]) => blocks.some((block) => !block.own && crosses(stubStart, stubEnd, block)))) return undefined;

  const lanes = room === clearance && cards.length < oneLaneFrom ? [0, laneGap] : [0];
  const beside = (low: number, high: number) => lanes.flatMap((lane) => [low - lane, high + lane]);
  const inWindow = (low: number, size: number) => (value: number) => value >= low && value <= low + size;
  const xs = sorted([start.x, goal.x, ...blocks.flatMap(({ x, width }) => beside(x, x + width))], inWindow(searched.x, searched.width));
  const ys = sorted([start.y, goal.y, ...blocks.flatMap(({ y, height }) => beside(y, y + height))], inWindow(searched.y, searched.height));
  const [columns, rows] = [xs.length, ys.length];
  // Whether the way to the next column, or to the next row, is closed.
  const right = new Uint8Array(columns * rows);
  const down = new Uint8Array(columns * rows);
  for (const { x, y, width, height } of blocks) {
    const [left, top] = [firstAbove(xs, x), firstAbove(ys, y)];
    for (let row = top; row < rows && ys[row]! < y + height; row += 1)
      for (let column = Math.max(0, left - 1); column < columns && xs[column]! < x + width; column += 1) right[row * columns + column] = 1;
    for (let row = Math.max(0, top - 1); row < rows && ys[row]! < y + height; row += 1)
      for (let column = left; column < columns && xs[column]! < x + width; column += 1) down[row * columns + column] = 1;
  }
  const near = taken.filter((part) => overlap(grown(boxAround([part.start, part.end]), 1), searched) > 0);
  return cheapest({ xs, ys, right, down, start, goal, shared: sharing(link, near) });
}

interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly right: Uint8Array;
  readonly down: Uint8Array;
  readonly start: Point;
  readonly goal: Point;
  readonly shared: (start: Point, end: Point) => boolean;
}

/** Dijkstra's over places and directions (0: along a row, 1: along a column); it begins and ends downwards. */
function cheapest({ xs, ys, right, down, start, goal, shared }: Grid): readonly Point[] | undefined {
  const columns = xs.length;
  const places = columns * ys.length;
  const placeOf = ({ x, y }: Point) => ys.indexOf(y) * columns + xs.indexOf(x);
  const pointOf = (place: number): Point => ({ x: xs[place % columns]!, y: ys[Math.floor(place / columns)]! });
  const [first, last] = [placeOf(start), placeOf(goal)];
  const costs = new Float64Array(places * 2).fill(Infinity);
  const before = new Int32Array(places * 2).fill(-1);
  const open = new Heap();
  costs[first * 2 + 1] = 0;
  open.push(first * 2 + 1, 0);
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const cost = costs[state]!;
    const place = state >> 1;
    if (place === last && (state & 1) === 1) return cornersTo(state, before, pointOf, start, goal);
    const column = place % columns;
    const steps = [
      column + 1 < columns && !right[place] ? place + 1 : -1,
      column > 0 && !right[place - 1] ? place - 1 : -1,
      place + columns < places && !down[place] ? place + columns : -1,
      place >= columns && !down[place - columns] ? place - columns : -1,
    ];
    for (const [index, next] of steps.entries()) {
      if (next < 0) continue;
      const direction = index < 2 ? 0 : 1;
      const [here, there] = [pointOf(place), pointOf(next)];
      const length = Math.abs(there.x - here.x) + Math.abs(there.y - here.y);
      const turned = direction !== (state & 1) ? bendCost : 0;
      const reached = cost + length + turned + (shared(here, there) ? sharedCost + length : 0);
      const nextState = next * 2 + direction;
      if (reached >= costs[nextState]!) continue;
      costs[nextState] = reached;
      before[nextState] = state;
      open.push(nextState, reached);
    }
    // A turn at the goal.
    if (place === last && cost + bendCost < costs[last * 2 + 1]!) {
      costs[last * 2 + 1] = cost + bendCost;
      before[last * 2 + 1] = state;
      open.push(last * 2 + 1, cost + bendCost);
    }
  }
  return undefined;
}

function cornersTo(end: number, before: Int32Array, pointOf: (place: number) => Point, start: Point, goal: Point): readonly Point[] {
  const points: Point[] = [];
  for (let state = end; state >= 0; state = before[state]!) {
    const point = pointOf(state >> 1);
    const known = points.at(-1);
    if (known?.x !== point.x || known.y !== point.y) points.push(point);
  }
  points.reverse();
  const all = [{ x: start.x, y: start.y - 1 }, ...points, { x: goal.x, y: goal.y + 1 }];
  const corners = points.filter((point, index) => {
    const [previous, next] = [all[index]!, all[index + 2]!];
    return !(previous.x === point.x && point.x === next.x) && !(previous.y === point.y && point.y === next.y);
  });
  // Straight from port to card: a line and not the curve, which would have been taken.
  return corners.length > 0 ? corners : [{ x: start.x, y: (start.y + goal.y) / 2 }];
}

/** Whether a part would lie on a part of a link with other ends; what leaves the same port, or enters the same card, may. */
function sharing(link: LinkEnds, taken: readonly RoutePart[]): Grid['shared'] {
  const others = taken.filter(
    ({ link: other }) => other.target !== link.target && !(other.from.x === link.from.x && other.from.y === link.from.y),
  );
  if (others.length === 0) return () => false;
  const near = (a: number, b: number) => Math.abs(a - b) < laneGap / 2;
  const meet = (a: number, b: number, c: number, d: number) =>
    Math.min(Math.max(a, b), Math.max(c, d)) > Math.max(Math.min(a, b), Math.min(c, d));
  return (start, end) =>
    others.some((other) =>
      start.x === end.x
        ? other.start.x === other.end.x && near(start.x, other.start.x) && meet(start.y, end.y, other.start.y, other.end.y)
        : other.start.y === other.end.y && near(start.y, other.start.y) && meet(start.x, end.x, other.start.x, other.end.x),
    );
}

const sorted = (values: readonly number[], wanted: (value: number) => boolean): number[] =>
  [...new Set(values.filter(wanted))].sort((a, b) => a - b);

/** Index of the first value above this one. */
function firstAbove(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

class Heap {
  readonly #items: { readonly state: number; readonly cost: number }[] = [];

  push(state: number, cost: number): void {
    const items = this.#items;
    let at = items.push({ state, cost }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (items[parent]!.cost <= items[at]!.cost) break;
      [items[parent], items[at]] = [items[at]!, items[parent]!];
      at = parent;
    }
  }

  pop(): number | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (!first || !last || items.length === 0) return first?.state;
    items[0] = last;
    for (let at = 0; ;) {
      const child = [2 * at + 1, 2 * at + 2].filter((each) => each < items.length).sort((a, b) => items[a]!.cost - items[b]!.cost)[0];
      if (child === undefined || items[child]!.cost >= items[at]!.cost) return first.state;
      [items[child], items[at]] = [items[at]!, items[child]!];
      at = child;
    }
  }
}
