import { expect, test } from 'vitest';
import { buildTable } from '../build/build-table.ts';
import { openTable } from '../lookup-table.ts';
import { hashBytes, rowBitsFor } from './hash-bytes.ts';

/** Words of the same hash, two of them as long as each other. */
const twins = [
  ['declinate', 'macallums'],
  ['costarring', 'liquid'],
  ['altarage', 'zinke'],
] as const;

function tableOf(keys: readonly string[]) {
  const built = buildTable(Buffer.from(`k\n${keys.join('\n')}\n`), { format: 'csv', keyColumn: 'k' });
  if (!built.ok) throw new Error(built.error.code);
  return openTable(built.value);
}

test.each(twins)('a key is not taken for another one of the same hash: %s and %s', (one, other) => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  expect(hashBytes(first, 0, first.length)).toBe(hashBytes(second, 0, second.length));
  const alone = tableOf([one]);
  expect([alone.find(first), alone.find(second)]).toEqual([0, -1]);
  const both = tableOf(['x', other, one, other]);
  expect([both.find(first), both.find(second), both.duplicates]).toEqual([2, 1, 1]);
});

test('the bits of a row hold each row counted from 1, and no more', () => {
  for (const [rows, bits] of [
    [0, 0],
    [1, 1],
    [3, 3],
    [4, 7],
    [10_000_000, 0xffffff],
  ] as const)
    expect(rowBitsFor(rows)).toBe(bits);
});

test('numbers of rows around powers of two: each key is found, others are not', () => {
  for (const count of [1, 2, 3, 4, 7, 8, 15, 16, 255, 256, 257]) {
    const table = tableOf(Array.from({ length: count }, (_, n) => `key-${n}`));
    for (let n = 0; n < count; n += 1) expect(table.find(Buffer.from(`key-${n}`))).toBe(n);
    for (let n = count; n < count + 50; n += 1) expect(table.find(Buffer.from(`key-${n}`))).toBe(-1);
  }
});
