import { expect, test } from 'vitest';
import { directionOf, nextSort } from './sort-cycle.ts';

test('name goes up, down, up', () => {
  expect(nextSort(['name', '-name'], 'name')).toBe('-name');
  expect(nextSort(['name', '-name'], '-name')).toBe(undefined);
  expect(nextSort(['name', '-name'], '-in')).toBe(undefined);
});

test('a rate goes down, then back to the order by name', () => {
  expect(nextSort(['-in'], 'name')).toBe('-in');
  expect(nextSort(['-in'], '-in')).toBe(undefined);
});

test('a moment begins with the newest', () => {
  expect(nextSort(['-updated', 'updated'], '-in')).toBe('-updated');
  expect(nextSort(['-updated', 'updated'], '-updated')).toBe('updated');
  expect(nextSort(['-updated', 'updated'], 'updated')).toBe(undefined);
});

test('only the head that orders the list is marked', () => {
  expect(directionOf(['name', '-name'], 'name')).toBe('ascending');
  expect(directionOf(['-updated', 'updated'], '-updated')).toBe('descending');
  expect(directionOf(['-in'], 'name')).toBe('none');
});
