import { describe, expect, test } from 'vitest';
import type { RecordHead } from './record-format.ts';
import type { ScannedRecord } from './scan-segment.ts';
import { inWrittenOrder, mostCommon } from './written-order.ts';

const record = (offset: number, group: number, block = group): ScannedRecord => ({
  offset,
  head: { kind: 1, stream: 's', group, block, logNumber: block } as RecordHead,
});
const offsets = (records: readonly ScannedRecord[], damage: Readonly<Record<number, number>> = {}) =>
  inWrittenOrder(records, ({ offset }) => damage[offset] ?? 0).map(({ offset }) => offset);

describe('records of a segment', () => {
  test('in their order stay, several of one group too', () => {
    expect(offsets([record(0, 1), record(1, 2, 2), record(2, 2, 3), record(3, 5)])).toEqual([0, 1, 2, 3]);
    expect(offsets([])).toEqual([]);
  });

  test('copies go, be they before or after what was copied', () => {
    expect(offsets([record(0, 1), record(1, 2), record(2, 7), record(3, 1), record(4, 2), record(5, 8)])).toEqual([0, 1, 2, 5]);
    expect(offsets([record(0, 1), record(1, 9), record(2, 3), record(3, 9)], { 1: 1 })).toEqual([0, 2, 3]);
  });

  test('the only one of its block stays, wherever it lies', () => {
    expect(offsets([record(0, 1), record(1, 9), record(2, 3), record(3, 4)])).toEqual([0, 2, 3, 1]);
    expect(offsets([record(0, 2, 3), record(1, 2, 2)])).toEqual([1, 0]);
  });

  test('of two of one block the one with less damage stays', () => {
    expect(offsets([record(0, 1), record(1, 1), record(2, 2)], { 0: 4, 1: 3 })).toEqual([1, 2]);
    expect(offsets([record(0, 1), record(1, 1), record(2, 2)], { 0: 3, 1: 4 })).toEqual([0, 2]);
  });

  test('are of the opening that most of them name', () => {
    expect(mostCommon([3, 4, 4, 3, 4])).toBe(4);
    expect(mostCommon([])).toBeUndefined();
  });
});
