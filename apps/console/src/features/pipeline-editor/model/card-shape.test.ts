import type { Port } from '@acequia/component-sdk/definition';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { actionDefinitions } from '@acequia/components/definitions';
import { cardShape, columnGap } from './card-shape.ts';

const allActions = Object.values(actionDefinitions);

const way = (id: string): Port => ({ id, kind: 'choosing' });
const error: Port = { id: 'error', kind: 'error' };
const middleOf = ({ width }: { readonly width: number }) => width / 2;
const xOf = (shape: ReturnType<typeof cardShape>, id: string) => shape.ports.find((port) => port.id === id)!.x;

it('a chain through the only linked way of two runs straight, whichever it is, and a new step is as it will be once linked', () => {
  const ports = [way('default'), way('filtered'), error];
  for (const linked of ['default', 'filtered']) {
    const shape = cardShape('action', ports, new Set([linked]));
    expect(xOf(shape, linked)).toBe(middleOf(shape));
    expect(shape.width).toBe(cardShape('action', []).width);
  }
  expect(cardShape('action', ports)).toEqual(cardShape('action', ports, new Set(['default'])));
});

it('both links of a fork in two stand over the middle of a card each, also among ways without a link; a third one makes it narrow', () => {
  const ports = [way('a'), way('b'), way('c'), error];
  const usual = cardShape('action', []).width;
  for (const linked of [
    ['a', 'b'],
    ['a', 'c'],
    ['b', 'c'],
  ] as const) {
    const shape = cardShape('action', ports, new Set([...linked, 'error']));
    expect(xOf(shape, linked[1]) - xOf(shape, linked[0])).toBe(usual + columnGap);
    expect(cardShape('action', ports, new Set([linked[0]])).ports.find(({ id }) => id === linked[0])!.x).toBe(xOf(shape, linked[0]));
    expect(xOf(shape, linked[1])).toBeLessThanOrEqual(shape.width - usual / 2);
  }
  expect(cardShape('action', ports, new Set(['a', 'b', 'c'])).width).toBeLessThan(2 * usual);
});

it('ports keep their order and stand apart on the card, and no name reaches the next port', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.boolean(), fc.nat(4095), (count, errors, bits) => {
      const ports = [...Array.from({ length: count }, (_, index) => way(`p${index}`)), ...(errors ? [error] : [])];
      const linked = new Set(ports.filter((_, index) => (bits >> index) & 1).map(({ id }) => id));
      const shape = cardShape('action', ports, linked);
      expect(shape.ports.map(({ id }) => id)).toEqual(ports.map(({ id }) => id));
      for (const [index, { x, room, side }] of shape.ports.entries()) {
        const [before, after] = [shape.ports[index - 1]?.x ?? 0, shape.ports[index + 1]?.x ?? shape.width];
        expect(x - before).toBeGreaterThanOrEqual(24);
        if (index < count) expect(x + (side === 'left' ? -room : room)).toSatisfy((end: number) => end >= before && end <= after);
      }
      expect(shape.ports.at(-1)!.x).toBeLessThanOrEqual(shape.width - 16);
    }),
  );
});

it('a card is as wide as the names of its ports need, up to a length, whatever is linked; a chain through it still runs straight', () => {
  const names = ['server errors', 'client mistakes', 'everything else'];
  for (const count of [2, 3])
    for (const linked of [[], [0], [1], [0, 1]]) {
      const ways = names.slice(0, count).map(way);
      const shape = cardShape('action', [...ways, error], new Set(linked.map((index) => names[index]!)));
      for (const port of shape.ports.slice(0, count))
        expect([port.id, port.room]).toSatisfy(([id, room]: [string, number]) => room >= id.length * 6.2);
      if (count === 2 && linked.length === 1) expect(xOf(shape, names[linked[0]!]!)).toBe(middleOf(shape));
    }
  const endless = cardShape('action', [way('x'.repeat(300)), way('b'), way('c'), error]);
  expect(endless.width).toBeLessThan(500);
});

it('the ports that components name need no wider card in either language, so that a chain of a saved pipeline stays straight', () => {
  const tight = allActions.filter((definition) => definition.text.ports);
  expect(tight.length).toBeGreaterThan(4);
  for (const { id, text } of tight)
    for (const words of Object.values(text.ports!))
      expect([id, Math.max(words.en.length, words.es.length)]).toSatisfy(([, length]: [string, number]) => length <= 10);
});
