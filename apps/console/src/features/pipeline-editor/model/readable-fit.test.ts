import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { around, type Box } from './box-grid.ts';
import { broughtInSight, emptyPlace, readableFit, readableZoom } from './readable-fit.ts';

const stages = fc.record({ width: fc.integer({ min: 420, max: 2400 }), height: fc.integer({ min: 200, max: 1400 }) });
const cards = fc.array(
  fc.record({
    x: fc.integer({ min: -3000, max: 3000 }),
    y: fc.integer({ min: -3000, max: 3000 }),
    width: fc.constant(236),
    height: fc.constant(92),
  }),
  { minLength: 1, maxLength: 12 },
);
const onScreen = (box: Box, { x, y, zoom }: { x: number; y: number; zoom: number }): Box => ({
  x: box.x * zoom + x,
  y: box.y * zoom + y,
  width: box.width * zoom,
  height: box.height * zoom,
});
/** A pixel for rounding. */
const isIn = (box: Box, stage: { width: number; height: number }) =>
  box.x >= -1 && box.y >= -1 && box.x + box.width <= stage.width + 1 && box.y + box.height <= stage.height + 1;

describe('the fit of a drawing', () => {
  it('is never too small to be read, and the selected card is always in sight', () => {
    fc.assert(
      fc.property(stages, cards, (stage, boxes) => {
        const [card] = boxes;
        const place = readableFit(stage, around(boxes), [around(boxes.slice(0, 3)), card!]);
        expect(place.zoom).toBeGreaterThanOrEqual(readableZoom);
        expect(place.zoom).toBeLessThanOrEqual(1);
        expect(isIn(onScreen(card!, place), stage)).toBe(true);
      }),
    );
  });

  it('shows the neighbors too where they have room', () => {
    const [above, card, below] = [0, 130, 260].map((y) => ({ x: 0, y, width: 236, height: 92 }));
    const stage = { width: 572, height: 413 };
    const drawing = { x: -900, y: -2000, width: 3000, height: 6000 };
    const place = readableFit(stage, drawing, [around([above!, card!, below!]), card!]);
    for (const box of [above!, card!, below!]) expect(isIn(onScreen(box, place), stage)).toBe(true);
  });

  it('begins at the edge of the drawing, not in the emptiness beside it', () => {
    const start = { x: 0, y: 0, width: 236, height: 80 };
    const { y } = readableFit({ width: 800, height: 500 }, { x: 0, y: 0, width: 236, height: 4000 }, [start, start]);
    expect(y).toBe(24);
  });

  it('is the whole drawing at 100 % where there is room for it', () => {
    expect(readableFit({ width: 1000, height: 800 }, { x: 0, y: 0, width: 236, height: 80 }, [])).toMatchObject({ zoom: 1 });
  });
});

describe('the place of an empty canvas', () => {
  it('is the one that its first card keeps once the panel of that step and the dock are open', () => {
    const card = { x: 0, y: 0, width: 236, height: 80 };
    for (const [stage, panelPx, dockPx] of [
      [{ width: 976, height: 620 }, 404, 261],
      [{ width: 1196, height: 807 }, 420, 306],
    ] as const) {
      const place = emptyPlace(stage, panelPx);
      const left = { width: stage.width - panelPx, height: stage.height - dockPx };
      expect(broughtInSight(place, left, [card])).toEqual(place);
      expect(place.x * 2 + card.width).toBe(left.width);
    }
    expect(emptyPlace({ width: 420, height: 400 }, 404).x).toBeGreaterThan(0);
  });
});

describe('what is brought into sight', () => {
  it('is moved no further than it must, and stays where it is when it is in sight', () => {
    fc.assert(
      fc.property(stages, cards, fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: -2000, max: 2000 }), (stage, [card], x, y) => {
        const place = broughtInSight({ x, y, zoom: readableZoom }, stage, [card!]);
        expect(isIn(onScreen(card!, place), stage)).toBe(true);
        expect(broughtInSight(place, stage, [card!])).toEqual(place);
      }),
    );
  });
});
