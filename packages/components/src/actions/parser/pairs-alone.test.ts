import { expect, test } from 'vitest';
import { pairsAlone } from './header-shapes.ts';

test('pairs with commas before other text do not freeze the page that proposes a parser', () => {
  expect(pairsAlone.test(`${'a=b, '.repeat(40)}no pair`)).toBe(false);
  expect(pairsAlone.test(`${'a=b, '.repeat(40)}c="d e", f=g`)).toBe(true);
});
