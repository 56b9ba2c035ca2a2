import { expect, it } from 'vitest';
import { rankMatches } from './rank-matches.ts';

it('prefers a beginning to a middle, and anything to what comes last', () => {
  const items = [
    { label: 'user' },
    { label: 'Service' },
    { label: '_server', last: true },
    { label: 'ser', last: true },
    { label: 'severity' },
  ];
  expect(rankMatches(items, 'ser').map(({ label }) => label)).toEqual(['Service', 'user', 'ser', '_server']);
  expect(rankMatches(items, 'listener')).toEqual([]);
  expect(rankMatches([{ label: 'service_name' }, { label: 'service' }], 'service')[0]!.label).toBe('service');
});
