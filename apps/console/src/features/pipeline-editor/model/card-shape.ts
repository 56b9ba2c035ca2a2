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
}

const usual = 236;
/** Between cards side by side; what ends at a card stands there. */
export const columnGap = 112;
/** Of a fork: its two links run straight down to cards side by side. */
const wide = 2 * usual + columnGap;
const shortHeight = 56;
const lineHeight = 16;
/** An action's card with one line of words. */
const tallHeight = 68;
/** A named port needs this much to be told from its neighbour. */
const portRoom = 78;

/** `linked`: ports with links. `lines`: of words under the title of an action; 1 or 2. */
export function cardShape(
  kind: PipelineNode['kind'],
  ports: readonly Port[],
  linked: ReadonlySet<string> = new Set(),
  lines = 1,
): CardShape {
  const ways = ports.filter((port) => port.kind !== 'error');
  const fork = ways.filter(({ id }) => linked.has(id)).length >= 2;
  const width = Math.max(fork ? wide : usual, ports.length * portRoom);
  const height = kind === 'action' ? tallHeight + (lines > 1 ? lineHeight : 0) : shortHeight;
  return { width, height, ports: placePorts(kind, ports, width, fork && ways.length === 2) };
}

/** The error port stands at the right end; the others share the rest, a single one in the middle, `two` over the middle of a card each. */
function placePorts(kind: PipelineNode['kind'], ports: readonly Port[], width: number, two: boolean): PlacedPort[] {
  const plain = ports.filter((port) => port.kind !== 'error');
  const errors = ports.filter((port) => port.kind === 'error');
  const errorX = kind === 'datasink' && plain.length === 0 ? width / 2 : width - 32;
  const start = two ? usual / 2 : 40;
  const end = two ? width - start : errors.length > 0 ? width - 32 - portRoom : width - 40;
  const step = plain.length > 1 ? (end - start) / (plain.length - 1) : 0;
  return [
    ...plain.map((port, index) => ({
      ...port,
      x: plain.length === 1 ? width / 2 : start + index * step,
      room: plain.length === 1 ? width / 2 - 40 : Math.min(step, width - 32 - start - index * step),
    })),
    ...errors.map((port) => ({ ...port, x: errorX, room: 64 })),
  ];
}
