import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCopies, type CopyingNode } from './count-copies.ts';

const plain = (...targets: number[]): CopyingNode => ({ ports: [{ kind: 'plain', targets }] });
const end: CopyingNode = { ports: [] };

test.each<[string, readonly CopyingNode[], number]>([
  ['a straight line: one', [plain(1), plain(2), end], 1],
  ['three links of one port: three', [plain(1, 2, 3), end, end, end], 3],
  ['a way that nobody reads still ends the event', [plain()], 1],
  [
    'two ways that exclude each other and meet again: one',
    [
      {
        ports: [
          { kind: 'choosing', targets: [1] },
          { kind: 'choosing', targets: [1] },
        ],
      },
      end,
    ],
    1,
  ],
  [
    'two ways that an event takes together and that meet again: two',
    [
      {
        ports: [
          { kind: 'choosing', shared: true, targets: [1] },
          { kind: 'choosing', shared: true, targets: [1] },
          { kind: 'error', targets: [] },
        ],
      },
      end,
    ],
    2,
  ],
])('%s', (_what, nodes, copies) => {
  expect(countCopies(nodes)[0]).toBe(copies);
});

test('17 layers of two, each linked to both of the next: 131,072; and a thousand layers are counted at once, as a number', () => {
  const layers = (count: number): CopyingNode[] => [
    plain(1, 2),
    ...Array.from({ length: count - 1 }, (_, layer) => [plain(2 * layer + 3, 2 * layer + 4), plain(2 * layer + 3, 2 * layer + 4)]).flat(),
    end,
    end,
  ];
  expect(countCopies(layers(17))[0]).toBe(131_072);
  expect(countCopies(layers(1000))[0]).toBe(Number.MAX_SAFE_INTEGER);
});

/** Follows every way of an event one by one. */
function mostEnds(nodes: readonly CopyingNode[], index: number): number {
  const { ports } = nodes[index]!;
  const ends = (targets: readonly number[]): number => targets.reduce((sum, target) => sum + mostEnds(nodes, target), 0);
  const together = ports.filter(({ shared }) => shared === true).map(({ targets }) => ends(targets));
  const alone = ports.filter(({ shared }) => shared !== true).map(({ targets }) => ends(targets));
  return Math.max(
    1,
    together.reduce((sum, one) => sum + one, 0),
    ...alone,
  );
}

test('the count is that of following every way', () => {
  const nodesOf = fc.integer({ min: 1, max: 7 }).chain((count) =>
    fc.tuple(
      ...Array.from({ length: count }, (_, index) =>
        fc.record({
          ports: fc.array(
            fc.record({
              kind: fc.constant('choosing' as const),
              shared: fc.boolean(),
              targets: index === count - 1 ? fc.constant([]) : fc.array(fc.integer({ min: index + 1, max: count - 1 }), { maxLength: 3 }),
            }),
            { maxLength: 3 },
          ),
        }),
      ),
    ),
  );
  fc.assert(
    fc.property(nodesOf, (nodes) => {
      expect(countCopies(nodes)[0]).toBe(mostEnds(nodes, 0));
    }),
    { numRuns: 2000 },
  );
});
