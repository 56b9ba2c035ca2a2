import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mapPaths, mapView } from './mini-map.ts';

const size = { width: 148, height: 124 };
const place = fc.integer({ min: -5000, max: 5000 });
const box = (width: number, height: number) => fc.record({ x: place, y: place, width: fc.constant(width), height: fc.constant(height) });

it('no card and no part in sight falls out of the map, and the map keeps its proportions', () => {
  fc.assert(
    fc.property(fc.array(box(236, 84), { maxLength: 30 }), box(1150, 780), (cards, sight) => {
      const view = mapView(cards, sight, size);
      for (const { x, y, width, height } of [...cards, sight]) {
        expect(x).toBeGreaterThanOrEqual(view.x);
        expect(y).toBeGreaterThanOrEqual(view.y);
        expect(x + width).toBeLessThanOrEqual(view.x + view.width);
        expect(y + height).toBeLessThanOrEqual(view.y + view.height);
      }
      expect(view.width / view.height).toBeCloseTo(size.width / size.height, 6);
    }),
  );
});

it('draws each card once, with those of its kind', () => {
  const card = (kind: 'label' | 'action' | 'datasink', x: number) => ({ kind, x, y: 0, width: 236, height: 84 });
  const paths = mapPaths([card('label', 0), card('action', 300), card('action', 600), card('datasink', 900)]);
  const starts = (path: string) => path.match(/M-?\d+ -?\d+/g);
  expect(starts(paths.label)).toEqual(['M8 0']);
  expect(starts(paths.action)).toEqual(['M308 0', 'M608 0']);
  expect(starts(paths.datasink)).toEqual(['M908 0']);
});
