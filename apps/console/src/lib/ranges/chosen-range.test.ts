import { expect, test } from 'vitest';
import { rangeOf, rangeSearch, searchOf } from './chosen-range.ts';
import { datePresets } from './presets.ts';

const now = Date.UTC(2026, 10, 21, 12, 0);
const read = (search: object) => rangeOf(rangeSearch({ ...search }), '24h', now, 'utc');

test('a range of one’s own stands in the address and comes back as it was', () => {
  const own = { preset: 'custom', from: now - 5000, to: now - 1000 } as const;
  expect(read(searchOf(own, '24h'))).toEqual(own);
});

test('a preset stands in it by its name, the usual one not at all', () => {
  for (const preset of datePresets) if (preset !== 'custom') expect(read({ range: preset }).preset).toBe(preset);
  expect(searchOf(read({}), '24h')).toEqual({ range: undefined, from: undefined, to: undefined });
  expect(searchOf(read({ range: 'lastWeek' }), '24h').range).toBe('lastWeek');
});

test('an address that cannot be is the usual range, and does not end in the future', () => {
  for (const search of [
    { range: 'week' },
    { range: 'custom' },
    { range: 'custom', from: now - 5000 },
    { range: 'custom', from: 'x', to: now },
    { range: 'custom', from: now - 1000, to: now - 5000 },
    { range: 'custom', from: now - 1000, to: now + 1 },
  ])
    expect([search, read(search).preset]).toEqual([search, '24h']);
});
