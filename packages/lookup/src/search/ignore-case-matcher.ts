import { foldCase } from '@acequia/event';
import type { LookupTable } from '../lookup-table.ts';
import { forEachKey, keyText } from './key-text.ts';
import type { Matcher } from './matcher.ts';

/** Unicode simple folding on both sides; the first row wins. */
export function createIgnoreCaseMatcher(table: LookupTable): Matcher {
  const rows = new Map<string, number>();
  forEachKey(table, (key, row) => {
    const folded = foldCase(key);
    if (!rows.has(folded)) rows.set(folded, row);
  });
  return { find: (key, start, end) => rows.get(foldCase(keyText(key, start, end))) ?? -1 };
}
