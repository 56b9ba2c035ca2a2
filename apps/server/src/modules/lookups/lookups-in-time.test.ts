import { expect, test } from 'vitest';
import type { ActivationRow } from './activations.store.ts';
import { lookupsAt, type LookupHistory } from './lookups-in-time.ts';
import type { LookupRow, LookupVersionRow } from './lookups.store.ts';

const lookup = (activeNumber: number | null) =>
  ({ id: 'LK', name: 'sites', format: 'csv', separator: null, keyColumn: 'k', activeNumber }) as LookupRow;
const version = (number: number) => ({ id: `LV_${number}`, lookupId: 'LK', number, byteCount: 1, sha256: 'a' }) as LookupVersionRow;
const activation = (turn: number, number: number, replaced: number | null, activatedAt: number) =>
  ({ lookupId: 'LK', turn, number, replaced, activatedAt }) as ActivationRow;

const history = (given: Partial<LookupHistory>): LookupHistory => ({
  tenantId: 't',
  uses: [{ id: 'LK', fixed: undefined, node: { id: 'look', name: '' } }],
  lookups: [lookup(3)],
  versions: [version(1), version(2), version(3)],
  activations: [activation(3, 3, 2, 300), activation(2, 2, 1, 200)],
  ...given,
});

test.each([
  [undefined, 3, 300],
  [301, 3, 300],
  [300, 3, 300],
  [299, 2, 200],
  [200, 2, 200],
  [199, 1, null],
])('at %j: version %j', (atMs, number, activatedAt) => {
  const { deployed, searched } = lookupsAt(history({}), atMs);
  expect(searched).toEqual([{ node: 'look', lookupId: 'LK', name: 'sites', version: number, activatedAt, replaced: false }]);
  expect(deployed).toMatchObject([{ activeNumber: number, versions: [{ number }] }]);
});

test('a version whose file is gone: the active one in its place, and it says so', () => {
  const { deployed, searched } = lookupsAt(history({ versions: [version(1), version(3)] }), 250);
  expect(searched).toMatchObject([{ version: 3, activatedAt: null, replaced: true }]);
  expect(deployed).toMatchObject([{ activeNumber: 3, versions: [{ number: 3 }] }]);
});

test('a node that keeps to a version searches that one at any time', () => {
  const uses = [
    { id: 'LK', fixed: 1, node: { id: 'kept', name: '' } },
    { id: 'LK', fixed: undefined, node: { id: 'look', name: '' } },
  ];
  const { deployed, searched } = lookupsAt(history({ uses }), 250);
  expect(searched.map(({ node, version: number, replaced }) => [node, number, replaced])).toEqual([
    ['kept', 1, false],
    ['look', 2, false],
  ]);
  expect(deployed[0]!.versions.map(({ number }) => number)).toEqual([1, 2]);
});

test('nothing known of its past, or nothing in force: no word of an activation', () => {
  expect(lookupsAt(history({ activations: [] }), 250).searched).toMatchObject([{ version: 3, activatedAt: null, replaced: false }]);
  expect(lookupsAt(history({ activations: [], lookups: [lookup(null)] })).searched).toEqual([]);
});
