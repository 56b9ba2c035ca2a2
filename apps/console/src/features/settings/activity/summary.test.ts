import { expect, test } from 'vitest';
import { summaryOf } from './summary.ts';

test('three names are told, of four the first and three more', () => {
  const told = (...names: string[]) => summaryOf(names, (first, count) => `${first} and ${count} more`);
  expect([told(), told('Ana'), told('Ana', 'Teo', 'Inés'), told('Ana', 'Teo', 'Inés', 'Sam')]).toEqual([
    '',
    'Ana',
    'Ana, Teo, Inés',
    'Ana and 3 more',
  ]);
});
