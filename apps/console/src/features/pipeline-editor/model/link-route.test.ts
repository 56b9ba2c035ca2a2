import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxGrid } from './box-grid.ts';
import { boxAround, crosses, grown, routeLink, type Card, type LinkEnds } from './link-route.ts';
import { linePoints } from './link-shape.ts';

const width = 236;
const height = 84;
const card = (id: string, x: number, y: number): Card => ({ id, x, y, width, height });
const between = (source: Card, target: Card): LinkEnds => ({
  source: source.id,
  target: target.id,
  from: { x: source.x + source.width / 2, y: source.y + source.height + 5.5 },
  to: { x: target.x + target.width / 2, y: target.y - 5.5 },
});
const covers = (cards: readonly Card[], link: LinkEnds, corners: readonly { x: number; y: number }[]) => {
  const points = linePoints(link.from, link.to, corners, 64);
  return cards.filter(
    (each) =>
      each.id !== link.source &&
      each.id !== link.target &&
      points.some((end, index) => index > 0 && crosses(points[index - 1]!, end, each)),
  );
};

describe('a link', () => {
  it('goes around a card that was put on its line', () => {
    const cards = [card('a', 0, 0), card('b', 0, 150), card('c', 0, 300)];
    const link = between(cards[0]!, cards[2]!);
    const route = routeLink(link, new BoxGrid(cards), []);
    expect(covers(cards, link, [])).toHaveLength(1);
    expect(route.corners.length).toBeGreaterThan(1);
    expect(covers(cards, link, route.corners)).toEqual([]);
  });

  it('is a curve where nothing is in the way', () => {
    const cards = [card('a', 0, 0), card('b', 300, 300), card('c', 700, 150)];
    expect(routeLink(between(cards[0]!, cards[1]!), new BoxGrid(cards), [])).toMatchObject({ corners: [], over: false });
  });

  it('to a card above goes around both', () => {
    const cards = [card('a', 0, 300), card('b', 20, 0)];
    const link = between(cards[0]!, cards[1]!);
    const { corners, over } = routeLink(link, new BoxGrid(cards), []);
    expect(over).toBe(false);
    const points = linePoints(link.from, link.to, corners, 64);
    for (const each of cards)
      for (const [index, end] of points.entries()) if (index > 0) expect(crosses(points[index - 1]!, end, grown(each, -1))).toBe(false);
  });

  it('around the same card as another link does not lie on it', () => {
    const cards = [card('a', 0, 0), card('x', 300, 0), card('b', 0, 150), card('y', 300, 150), card('c', 0, 300), card('z', 300, 300)];
    const grid = new BoxGrid(cards);
    const [one, other] = [between(cards[0]!, cards[4]!), between(cards[1]!, cards[5]!)];
    const parts = (link: LinkEnds, corners: readonly { x: number; y: number }[]) => {
      const points = [link.from, ...corners, link.to];
      return points.slice(1).map((end, index) => ({ link, start: points[index]!, end }));
    };
    const first = routeLink(one, grid, []);
    const second = routeLink(other, grid, parts(one, first.corners));
    for (const a of parts(one, first.corners))
      for (const b of parts(other, second.corners)) {
        const [left, right] = [boxAround([a.start, a.end]), boxAround([b.start, b.end])];
        const together = left.width === 0 && right.width === 0 && left.x === right.x;
        const meet = Math.min(left.y + left.height, right.y + right.height) > Math.max(left.y, right.y);
        expect(together && meet).toBe(false);
      }
  });

  it('whose end is under another card is drawn over it', () => {
    const cards = [card('a', 0, 0), card('b', 20, 60), card('c', 0, 400)];
    expect(routeLink(between(cards[0]!, cards[2]!), new BoxGrid(cards), [])).toMatchObject({ over: true });
  });

  it('never goes under a card, wherever cards are; around cards that do not overlap there is always a way', () => {
    const place = fc.record({ x: fc.integer({ min: 0, max: 1400 }), y: fc.integer({ min: 0, max: 1000 }) });
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 14 }), fc.boolean(), (places, apart) => {
        const cards: Card[] = [];
        for (const [index, { x, y }] of places.entries()) {
          const next = card(String(index), x, y);
          const free = cards.every((each) => {
            const room = grown(each, 16);
            return next.x >= room.x + room.width || next.x + width <= room.x || next.y >= room.y + room.height || next.y + height <= room.y;
          });
          if (free || !apart) cards.push(next);
        }
        const grid = new BoxGrid(cards);
        for (const source of cards)
          for (const target of cards) {
            if (source === target) continue;
            const link = between(source, target);
            const { corners, over } = routeLink(link, grid, []);
            if (apart) expect(over).toBe(false);
            if (!over) expect(covers(cards, link, corners)).toEqual([]);
          }
      }),
      { numRuns: 60 },
    );
  });
});
