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
/** Of a character of a port's name, and of all of the longest name that a card is made wider for. */
const [characterWidth, nameMost] = [6.2, 150];
/** Between a port and its name. */
const nameGap = 10;
/** From the card's edge to its first port, and to its error port. */
const [firstEdge, errorEdge] = [40, 32];
/** Between the two ways of a step of which one is linked: their names stand to both sides. */
const pairGap = 30;
const pairErrorEdge = 16;
/** A fork with more links is not as wide as all that follows it: with panel and dock open, nobody would see it whole. */
const straightMost = 2;

/** `name`: what its name needs. */
type Way = Port & { readonly name: number };

/** `linked`: ports with links. `lines`: of words under the title of an action; 1 or 2. `charactersOf`: of the name that is drawn. */
export function cardShape(
  kind: PipelineNode['kind'],
  ports: readonly Port[],
  linked: ReadonlySet<string> = new Set(),
  lines = 1,
  charactersOf: (port: Port) => number = ({ id }) => id.length,
): CardShape {
  const ways = ports.flatMap((port) => (port.kind === 'error' ? [] : [{ ...port, name: nameRoom(charactersOf(port)) }]));
  const errors = ports.filter((port) => port.kind === 'error');
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

/** What a port takes with its name. */
const nameRoom = (characters: number): number => nameGap + Math.min(nameMost, Math.ceil(characters * characterWidth));
/** The same, until the next port. */
const roomOf = ({ name }: Way): number => Math.max(portRoom, name);
const sumOfRooms = (ports: readonly Way[]): number => ports.reduce((sum, port) => sum + roomOf(port), 0);

/** As wide as what follows its links side by side: each linked way stands over the middle of a card. */
function overBranches(ways: readonly Way[], linked: ReadonlySet<string>, errors: readonly Port[]): Places {
  const columns = ways.flatMap(({ id }, index) => (linked.has(id) ? [index] : []));
  const [first, last] = [columns[0]!, columns.at(-1)!];
  const between = Math.max((usual + columnGap) / (last - first || 1), ...ways.slice(first, last).map(roomOf));
  const xs: number[] = [];
  for (const index of ways.keys())
    xs.push(
      index === 0
        ? Math.max(firstEdge, usual / 2 - sumOfRooms(ways.slice(0, first)))
        : xs[index - 1]! + (index > first && index <= last ? between : roomOf(ways[index - 1]!)),
    );
  const width = Math.max(xs[last]! + usual / 2, xs.at(-1)! + (errors.length > 0 ? roomOf(ways.at(-1)!) + errorEdge : firstEdge));
  return { width, places: new Map([...ways.map(({ id }, index) => [id, xs[index]!] as const), ...atEdge(errors, width, errorEdge)]) };
}

/** The linked way, else the first one, stands in the middle, so that a chain through the step runs straight; the other one beside it. */
function pair(ways: readonly Way[], linked: ReadonlySet<string>, errors: readonly Port[]): Places {
  const main = Math.max(
    0,
    ways.findIndex(({ id }) => linked.has(id)),
  );
  const [left, right] = [ways[0]!, ways[1]!];
  const needed = main === 0 ? pairGap + pairErrorEdge + right.name : Math.max(pairGap + left.name, pairErrorEdge + right.name);
  const width = 2 * Math.max(usual / 2, needed, main === 0 ? left.name : 0);
  const places = ways.map(({ id }, index) => [id, width / 2 + (index - main) * pairGap] as const);
  return { width, places: new Map([...places, ...atEdge(errors, width, pairErrorEdge)]) };
}

/** A single way in the middle, several as far apart as their names need; the error port at the right end. */
function evenly(kind: PipelineNode['kind'], ways: readonly Way[], errors: readonly Port[]): Places {
  const [last] = ways.slice(-1);
  const behind = errors.length === 0 ? firstEdge : errorEdge + (last ? roomOf(last) : 0);
  const between = ways.slice(0, -1);
  const width = Math.max(usual, (ways.length + errors.length) * portRoom, firstEdge + sumOfRooms(between) + behind);
  const spare = between.length === 0 ? 0 : (width - firstEdge - sumOfRooms(between) - behind) / between.length;
  const placeOf = (index: number) => firstEdge + sumOfRooms(ways.slice(0, index)) + index * spare;
  const onlyErrors = kind === 'datasink' && ways.length === 0;
  return {
    width,
    places: new Map([
      ...ways.map(({ id }, index) => [id, ways.length === 1 ? width / 2 : placeOf(index)] as const),
      ...atEdge(errors, width, onlyErrors ? width / 2 : errorEdge),
    ]),
  };
}

const atEdge = (ports: readonly Port[], width: number, edge: number) => ports.map(({ id }) => [id, width - edge] as const);

const errorRoom = 64;

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
