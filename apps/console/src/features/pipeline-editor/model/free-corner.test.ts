import { expect, test } from 'vitest';
import { freeCorner, type Corner } from './free-corner.ts';

const corners: readonly [Corner, ...Corner[]] = ['top-left', 'top-right', 'bottom-right'];
const size = { width: 200, height: 100 };
const stage = { width: 800, height: 500 };
const card = (x: number, y: number) => ({ x, y, width: 236, height: 56 });
const start = { x: 0, y: 0, zoom: 1 };

test('stays at the first corner, moves away from a card, and where all are covered takes the one that covers least', () => {
  expect(freeCorner(corners, size, stage, start, [])).toBe('top-left');
  expect(freeCorner(corners, size, stage, start, [card(230, 24)])).toBe('top-left');
  expect(freeCorner(corners, size, stage, start, [card(24, 24)])).toBe('top-right');
  expect(freeCorner(corners, size, stage, start, [card(24, 24), card(500, 24)])).toBe('bottom-right');
  expect(freeCorner(corners, size, stage, start, [card(24, 24), card(500, 24), card(500, 480)])).toBe('bottom-right');
  expect(freeCorner(['top-left', 'top-right'], size, stage, start, [card(24, 24), card(760, 24)])).toBe('top-right');
});

test('follows the canvas as it is moved and zoomed', () => {
  const cards = [card(0, 0)];
  expect(freeCorner(corners, size, stage, { x: 300, y: 20, zoom: 1 }, cards)).toBe('top-left');
  expect(freeCorner(corners, size, stage, { x: 24, y: 24, zoom: 0.5 }, cards)).toBe('top-right');
  expect(freeCorner(corners, size, stage, { x: 24, y: 124, zoom: 1 }, cards)).toBe('top-left');
});
