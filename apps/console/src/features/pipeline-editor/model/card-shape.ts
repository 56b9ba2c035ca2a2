import type { Port } from '@acequia/component-sdk/definition';
import type { PipelineNode } from '@acequia/pipeline';

/** Size of a card and the place of its ports, in canvas units (1 = 1 px at 100 %). One answer for drawing, layout and the minimap. */
export interface CardShape {
  readonly width: number;
  readonly height: number;
  readonly ports: readonly PlacedPort[];
}

export interface PlacedPort extends Port {
  /** From the card's left edge. */
  readonly x: number;
  /** Room for the port's name before the next one. */
  readonly room: number;
  /** The side of the port that its name stands on. */
  readonly side: 'left' | 'right';
}

const usual = 236;
/** Between cards side by side; what ends at a card stands there. */
export const columnGap = 112;
const shortHeight = 56;
const lineHeight = 16;
/** An action's card with one line of words. */
const tallHeight = 68;
/** A named port needs this much to be told from its neighbour. */
const portRoom = 78;
/** From the card's edge to its first port, and to its error port. */
const [firstEdge, errorEdge] = [40, 32];
/** Between the two ways of a step of which one is linked: their names stand to both sides. */
const pairGap = 30;
const pairErrorEdge = 16;
/** A fork with more links is not as wide as all that follows it: with panel and dock open, nobody would see it whole. */
const straightMost = 2;

/** `linked`: ports with links. `lines`: of words under the title of an action; 1 or 2. */
export function cardShape(
  kind: PipelineNode['kind'],
  ports: readonly Port[],
  linked: ReadonlySet<string> = new Set(),
  lines = 1,
): CardShape {
  const [ways, errors] = [ports.filter((port) => port.kind !== 'error'), ports.filter((port) => port.kind === 'error')];
  const links = ways.filter(({ id }) => linked.has(id)).length;
  // A first link of three or more ways stands where it will in the fork of two, so that what follows it need not move then.
  const { width, places } =
    ways.length === 2 && links < 2
      ? pair(ways, linked, errors)
      : ways.length > 1 && links >= 1 && links <= straightMost
        ? overBranches(ways, linked, errors)
        : evenly(kind, ways, errors);
  const height = kind === 'action' ? tallHeight + (lines > 1 ? lineHeight : 0) : shortHeight;
  return { width, height, ports: ports.map((port) => ({ ...port, ...withRoom(port, places, width) })) };
}

interface Places {
  readonly width: number;
  /** From the card's left edge, by port. */
  readonly places: ReadonlyMap<string, number>;
}

/** As wide as what follows its links side by side: each linked way stands over the middle of a card. */
function overBranches(ways: readonly Port[], linked: ReadonlySet<string>, errors: readonly Port[]): Places {
  const columns = ways.flatMap(({ id }, index) => (linked.has(id) ? [index] : []));
  const [first, last] = [columns[0]!, columns.at(-1)!];
  const between = Math.max((usual + columnGap) / (last - first || 1), portRoom);
  const xs: number[] = [];
  for (const index of ways.keys())
    xs.push(
      index === 0
        ? Math.max(firstEdge, usual / 2 - first * portRoom)
        : xs[index - 1]! + (index > first && index <= last ? between : portRoom),
    );
  const width = Math.max(xs[last]! + usual / 2, xs.at(-1)! + (errors.length > 0 ? portRoom + errorEdge : firstEdge));
  return { width, places: new Map([...ways.map(({ id }, index) => [id, xs[index]!] as const), ...atEdge(errors, width, errorEdge)]) };
}

/** The linked way, else the first one, stands in the middle, so that a chain through the step runs straight; the other one beside it. */
function pair(ways: readonly Port[], linked: ReadonlySet<string>, errors: readonly Port[]): Places {
  const main = Math.max(
    0,
    ways.findIndex(({ id }) => linked.has(id)),
  );
  const places = ways.map(({ id }, index) => [id, usual / 2 + (index - main) * pairGap] as const);
  return { width: usual, places: new Map([...places, ...atEdge(errors, usual, pairErrorEdge)]) };
}

/** A single way in the middle, several in even distances; the error port at the right end. */
function evenly(kind: PipelineNode['kind'], ways: readonly Port[], errors: readonly Port[]): Places {
  const width = Math.max(usual, (ways.length + errors.length) * portRoom);
  const end = errors.length > 0 ? width - errorEdge - portRoom : width - firstEdge;
  const step = ways.length > 1 ? (end - firstEdge) / (ways.length - 1) : 0;
  const onlyErrors = kind === 'datasink' && ways.length === 0;
  return {
    width,
    places: new Map([
      ...ways.map(({ id }, index) => [id, ways.length === 1 ? width / 2 : firstEdge + index * step] as const),
      ...atEdge(errors, width, onlyErrors ? width / 2 : errorEdge),
    ]),
  };
}

const atEdge = (ports: readonly Port[], width: number, edge: number) => ports.map(({ id }) => [id, width - edge] as const);

const errorRoom = 64;
/** Between a port and its name. */
const nameGap = 10;

/** Where a port stands, and how much room its name has: to its left where the next one is near, or where no other one is. */
function withRoom({ id, kind }: Port, places: ReadonlyMap<string, number>, width: number): Omit<PlacedPort, keyof Port> {
  const x = places.get(id)!;
  if (kind === 'error') return { x, room: errorRoom, side: 'right' };
  const others = [...places.values()];
  const [before, after] = [Math.max(0, ...others.filter((other) => other < x)), Math.min(width, ...others.filter((other) => other > x))];
  const [left, right] = [x - before - nameGap, after - x - nameGap];
  if (after - x <= pairGap) return { x, room: left, side: 'left' };
  return x === width / 2 && before === 0 ? { x, room: Math.min(left, right), side: 'left' } : { x, room: right, side: 'right' };
}
