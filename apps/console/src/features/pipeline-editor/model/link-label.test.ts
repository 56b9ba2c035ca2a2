import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxGrid, type Box } from './box-grid.ts';
import { placeLabels, type DrawnLink, type LabelPlace } from './link-label.ts';

const none = { loss: undefined, corners: [] };
const places = (links: readonly DrawnLink[], boxes: readonly Box[]) =>
  placeLabels(links, { boxes: new BoxGrid(boxes), lines: new BoxGrid() });
const boxOf = ({ x, y, side }: LabelPlace): Box => ({ x: side === 'left' ? x - 140 : x, y: y - 8, width: 140, height: 16 });
const meet = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('the numbers of a link', () => {
  it('stand outside of the bend, above the end', () => {
    const [left, right] = places(
      [
        { from: { x: 500, y: 0 }, to: { x: 100, y: 100 }, ...none },
        { from: { x: 500, y: 0 }, to: { x: 900, y: 100 }, ...none },
      ],
      [],
    );
    expect(left!.label).toMatchObject({ x: 86, side: 'left' });
    expect(right!.label).toMatchObject({ x: 914, side: 'right' });
    expect(left!.label.y).toBeGreaterThan(50);
  });

  it('do not hide behind a card beside a long straight link', () => {
    const card = { x: 110, y: 60, width: 236, height: 84 };
    const [placed] = places([{ from: { x: 100, y: 0 }, to: { x: 100, y: 200 }, ...none }], [card]);
    expect(meet(boxOf(placed!.label), card)).toBe(false);
  });

  it('move aside only while the loss is shown', () => {
    const loss = { x: 90, y: 0, width: 200, height: 100 };
    const [placed] = places([{ from: { x: 100, y: 0 }, to: { x: 100, y: 100 }, corners: [], loss }], []);
    expect(placed!.label.side).toBe('right');
    expect(meet(boxOf(placed!.besideLoss), loss)).toBe(false);
  });

  it('of two links into one card do not cover each other', () => {
    const [one, other] = places(
      [
        { from: { x: 500, y: 0 }, to: { x: 500, y: 240 }, ...none },
        { from: { x: 300, y: 160 }, to: { x: 500, y: 240 }, ...none },
      ],
      [],
    );
    expect(meet(boxOf(one!.label), boxOf(other!.label))).toBe(false);
  });

  it('of two links into one card are not taken for those of the other', () => {
    const straight = { from: { x: 508, y: 0 }, to: { x: 500, y: 240 }, ...none };
    const [, bent] = places([straight, { from: { x: 320, y: 160 }, to: { x: 500, y: 240 }, ...none }], []);
    expect(bent!.label).toMatchObject({ x: 306, side: 'left' });
  });

  it('of a fork of many links do not cover each other', () => {
    const ends = [0, 1, 2, 3].map((index) => ({ from: { x: 300 + index * 78, y: 0 }, to: { x: 60 + index * 260, y: 96 }, ...none }));
    const boxes = places(ends, []).map(({ label }) => boxOf(label));
    for (const [index, box] of boxes.entries()) expect(boxes.slice(index + 1).some((other) => meet(box, other))).toBe(false);
  });

  it('stay beside their own line wherever cards are', () => {
    const point = fc.record({ x: fc.integer({ min: -2000, max: 2000 }), y: fc.integer({ min: -2000, max: 2000 }) });
    const box = fc.record({
      x: fc.integer({ min: -2000, max: 2000 }),
      y: fc.integer({ min: -2000, max: 2000 }),
      width: fc.constant(236),
      height: fc.constant(84),
    });
    fc.assert(
      fc.property(fc.array(fc.record({ from: point, to: point }), { maxLength: 12 }), fc.array(box, { maxLength: 12 }), (links, cards) => {
        const placed = places(
          links.map((link) => ({ ...link, ...none })),
          cards,
        );
        expect(placed).toHaveLength(links.length);
        for (const [index, { label }] of placed.entries()) {
          const { from, to } = links[index]!;
          expect([from.x, to.x].some((x) => Math.abs(label.x - x) === 14)).toBe(true);
        }
      }),
    );
  });
});
