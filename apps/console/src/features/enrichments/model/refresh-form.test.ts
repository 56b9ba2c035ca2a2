import { expect, test } from 'vitest';
import { credentialsOf, emptyRefresh, refreshEntryOf, refreshFaults } from './refresh-form.ts';

const entry = { ...emptyRefresh, url: 'https://tables.example.com/sites.csv' };
const faultsOf = (part: object) => [...refreshFaults({ ...entry, ...part })];

test('an address is whole, http or https, and has no user in it', () => {
  expect(faultsOf({})).toEqual([]);
  for (const url of ['', 'tables.example.com', 'ftp://a.example/x', 'https://ana@a.example/x', 'https://:pw@a.example/x'])
    expect(faultsOf({ url })).toEqual(['url']);
});

test('each kind of credentials asks for its own parts and sends no others', () => {
  expect(faultsOf({ kind: 'bearer' })).toEqual(['secretId']);
  expect(faultsOf({ kind: 'basic' })).toEqual(['secretId', 'user']);
  expect(faultsOf({ kind: 'header', header: 'X Key' })).toEqual(['secretId', 'header']);
  const full = { ...entry, secretId: 'SE_1', user: 'ana', header: 'X-Key' };
  expect(credentialsOf({ ...full, kind: 'none' })).toEqual({ kind: 'none' });
  expect(credentialsOf({ ...full, kind: 'basic' })).toEqual({ kind: 'basic', secretId: 'SE_1', user: 'ana' });
  expect(credentialsOf({ ...full, kind: 'header' })).toEqual({ kind: 'header', secretId: 'SE_1', header: 'X-Key' });
});

test('what is set comes back into the fields; a step that is not offered becomes the next longer one', () => {
  const set = { url: entry.url, everyMs: 600_000, credentials: { kind: 'bearer' as const, secretId: 'SE_1' } };
  const shown = refreshEntryOf({ ...set, nextAt: 0, checkedAt: null, changedAt: null, fault: null });
  expect(shown).toEqual({ ...entry, everyMs: 900_000, kind: 'bearer', secretId: 'SE_1' });
});
