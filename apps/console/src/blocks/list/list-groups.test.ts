import { expect, test } from 'vitest';
import { groupsOf } from './list-groups.ts';

const items = [
  { id: 'a', tags: ['edge', 'core'] },
  { id: 'b', tags: [] },
  { id: 'c', tags: ['core'] },
];
const shape = (keysOf?: (item: (typeof items)[number]) => readonly string[]) =>
  groupsOf(items, keysOf, (key) => key.toUpperCase(), 'None').map(({ label, items: own }) => [label, own.map(({ id }) => id).join('')]);

test('a list that is not grouped is one group without a heading', () => {
  expect(shape()).toEqual([[undefined, 'abc']]);
});

test('an item stands in each of its groups, one without any in the last', () => {
  expect(shape(({ tags }) => tags)).toEqual([
    ['CORE', 'ac'],
    ['EDGE', 'a'],
    ['None', 'b'],
  ]);
});
