import { expect, test } from 'vitest';
import { placeBeside, type Box } from './place-beside.ts';

const card = { width: 340, height: 200 };
const view = { width: 1024, height: 768 };
const meets = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

test('the card covers nothing of what it is about wherever there is room, and never leaves the window', () => {
  for (let left = -50; left < view.width; left += 150)
    for (let top = -50; top < view.height; top += 150)
      for (const [width, height] of [
        [60, 30],
        [600, 120],
        [300, 500],
      ] as const) {
        const target = { left, top, width, height };
        const place = { ...placeBeside(target, card, view), ...card };
        expect(place.left).toBeGreaterThanOrEqual(16);
        expect(place.top).toBeGreaterThanOrEqual(16);
        expect(place.left + place.width).toBeLessThanOrEqual(view.width - 16);
        expect(place.top + place.height).toBeLessThanOrEqual(view.height - 16);
        if (left >= 0 && top >= 0 && left + width <= view.width && top + height <= view.height)
          expect([target, meets(place, target)]).toEqual([target, false]);
      }
});

test('without anything to point at, or without room, it is in the corner', () => {
  const corner = { left: 1024 - 340 - 16, top: 768 - 200 - 16 };
  expect(placeBeside(undefined, card, view)).toEqual(corner);
  expect(placeBeside({ left: 0, top: 0, ...view }, card, view)).toEqual(corner);
});
