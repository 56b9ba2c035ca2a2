import type { ScannedRecord } from './scan-segment.ts';

/**
 * Records of a segment in the order they were written in, wherever damage has copied them: that of their groups, and of the blocks in
 * a group. Of two of one block the one with less damage stays, then the first.
 */
export function inWrittenOrder(records: readonly ScannedRecord[], damageOf: (record: ScannedRecord) => number): ScannedRecord[] {
  const byBlock = new Map<string, ScannedRecord>();
  for (const record of records) {
    const { stream, block, kind, group } = record.head;
    const key = `${kind} ${group} ${block} ${stream}`;
    const other = byBlock.get(key);
    if (other === undefined || damageOf(record) < damageOf(other)) byBlock.set(key, record);
  }
  return [...byBlock.values()].toSorted((a, b) => a.head.group - b.head.group || a.head.logNumber - b.head.logNumber);
}

/** The number that stands most often; undefined for none. */
export function mostCommon(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
