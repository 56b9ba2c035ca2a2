import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dockRange, panelRange, sizeIn } from './pane-sizes.ts';

test('the panel is as wide as the window asks until a person chooses', () => {
  expect([1024, 1279, 1280, 1440, 1920].map((width) => sizeIn(panelRange({ width, height: 900 }), undefined))).toEqual([
    404, 404, 420, 420, 480,
  ]);
});

test('a width kept on a large screen fits a small one, and comes back on the large one', () => {
  expect(sizeIn(panelRange({ width: 1024, height: 768 }), 900)).toBe(504);
  expect(sizeIn(panelRange({ width: 1920, height: 1080 }), 900)).toBe(900);
});

test('in any window a pane keeps its least size, and leaves the canvas its own', () => {
  const size = fc.record({ width: fc.integer({ min: 960, max: 5000 }), height: fc.integer({ min: 480, max: 3000 }) });
  fc.assert(
    fc.property(size, fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined }), (window, kept) => {
      const panel = sizeIn(panelRange(window), kept);
      const dock = sizeIn(dockRange(window), kept);
      expect(panel).toBeGreaterThanOrEqual(window.width < 1280 ? 404 : 420);
      expect(window.width - panel).toBeGreaterThanOrEqual(520);
      expect(dock).toBeGreaterThanOrEqual(160);
      expect(window.height - dock).toBeGreaterThanOrEqual(276);
    }),
  );
});
