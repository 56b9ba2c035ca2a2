import type { Box } from './box-grid.ts';
import type { StageSize, Viewport } from './kept-viewport.ts';

export type Corner = 'top-left' | 'top-right' | 'bottom-right';

/** px between a corner of the canvas and what is shown there. */
const apart = 12;
/** px that a card keeps from it. */
const air = 8;

/** The first of the corners where a box of this size, in px, covers no card; otherwise the one where it covers least of them. */
export function freeCorner(
  corners: readonly [Corner, ...Corner[]],
  size: StageSize,
  stage: StageSize,
  { x, y, zoom }: Viewport,
  cards: readonly Box[],
): Corner {
  const covered = (corner: Corner): number => {
    const left = corner === 'top-left' ? apart : stage.width - apart - size.width;
    const top = corner === 'bottom-right' ? stage.height - apart - size.height : apart;
    const area = (card: Box) =>
      shared(card.x * zoom + x, card.width * zoom, left - air, size.width + 2 * air) *
      shared(card.y * zoom + y, card.height * zoom, top - air, size.height + 2 * air);
    return cards.reduce((sum, card) => sum + area(card), 0);
  };
  const [first, ...others] = corners;
  let best = { corner: first, area: covered(first) };
  for (const corner of others) {
    const area = covered(corner);
    if (area < best.area) best = { corner, area };
  }
  return best.corner;
}

/** How much of two intervals is the same. */
const shared = (a: number, aLength: number, b: number, bLength: number): number =>
  Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b));
