import { expect, test } from 'vitest';
import { Placement } from './placement.ts';

const ids = (count: number) => Array.from({ length: count }, (_, i) => `LI_${i}`);

test('listeners spread over the lanes, and do not wander', () => {
  const placement = new Placement(3);
  placement.arrange(ids(7), []);
  const before = ids(7).map((id) => placement.laneOf(id));
  expect([0, 1, 2].map((lane) => before.filter((one) => one === lane).length)).toEqual([3, 2, 2]);
  const { adopted, released } = placement.arrange(ids(9), []);
  expect(ids(7).map((id) => placement.laneOf(id))).toEqual(before);
  expect(released.flat()).toEqual([]);
  expect(adopted.flat().toSorted()).toEqual(['LI_7', 'LI_8']);
});

test('listeners of one pipeline do not stand apart, not even over others', () => {
  const placement = new Placement(2);
  placement.arrange(
    ['a', 'b', 'c', 'd'],
    [
      ['a', 'b'],
      ['d', 'b'],
    ],
  );
  expect(new Set(['a', 'b', 'd'].map((id) => placement.laneOf(id))).size).toBe(1);
  expect(placement.laneOf('c')).not.toBe(placement.laneOf('a'));
});

test('a tie that comes later moves the smaller part, which is released where it was', () => {
  const placement = new Placement(2);
  placement.arrange(['a', 'b', 'c'], [['a', 'c']]);
  expect([placement.laneOf('a'), placement.laneOf('b'), placement.laneOf('c')]).toEqual([0, 1, 0]);
  const { adopted, released } = placement.arrange(
    ['a', 'b', 'c'],
    [
      ['a', 'c'],
      ['b', 'c'],
    ],
  );
  expect({ adopted, released }).toEqual({ adopted: [['b'], []], released: [[], ['b']] });
  expect(placement.laneOf('b')).toBe(0);
});

test('a listener of which nothing is kept leaves its lane and takes no place', () => {
  const placement = new Placement(2);
  placement.arrange(['a', 'b'], []);
  expect(placement.arrange(['b', 'c'], [])).toEqual({ adopted: [['c'], []], released: [['a'], []] });
  expect(placement.laneOf('a')).toBeUndefined();
});
