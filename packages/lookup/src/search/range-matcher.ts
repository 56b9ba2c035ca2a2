import { parseIp } from '@acequia/event';
import type { LookupTable } from '../lookup-table.ts';
import { forEachKey, keyText } from './key-text.ts';
import type { Matcher } from './matcher.ts';
import { RangeIndex, type RowRange } from './range-index.ts';

const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const pair = /^\s*([+-]?[^\s-]+)\s*-\s*([+-]?[^\s-]+)\s*$/;

/** A value on one of three scales that are never compared with each other. */
type Scaled = { readonly scale: 'number' | 'v4'; readonly value: number } | { readonly scale: 'v6'; readonly value: bigint };

/**
 * Numbers or addresses between two values, both included; the first row whose range holds the key wins. Rows whose range
 * cannot be read, or ends before it begins, are never found.
 */
export function createRangeMatcher(table: LookupTable, endColumn: number | undefined): Matcher {
  const ranges = { number: [] as RowRange<number>[], v4: [] as RowRange<number>[], v6: [] as RowRange<bigint>[] };
  forEachKey(table, (key, row) => {
    const ends = endColumn === undefined ? pair.exec(key)?.slice(1) : [key, table.text(row, endColumn)];
    const low = scaled(ends?.[0] ?? '');
    const high = scaled(ends?.[1] ?? '');
    if (low === undefined || high?.scale !== low.scale || low.value > high.value) return;
    if (low.scale === 'v6') ranges.v6.push({ low: low.value, high: high.value as bigint, row });
    else ranges[low.scale].push({ low: low.value, high: high.value as number, row });
  });
  const numbers = new RangeIndex(ranges.number);
  const v4 = new RangeIndex(ranges.v4);
  const v6 = new RangeIndex(ranges.v6);
  return {
    find: (key, start, end) => {
      const value = end - start > 64 ? undefined : scaled(keyText(key, start, end));
      if (value === undefined) return -1;
      if (value.scale === 'v6') return v6.find(value.value);
      return (value.scale === 'v4' ? v4 : numbers).find(value.value);
    },
  };
}

function scaled(source: string): Scaled | undefined {
  const text = source.trim();
  if (numeric.test(text)) return { scale: 'number', value: Number(text) };
  const address = parseIp(text);
  if (address === undefined) return undefined;
  return address.version === 4 ? { scale: 'v4', value: Number(address.value) } : { scale: 'v6', value: address.value };
}
