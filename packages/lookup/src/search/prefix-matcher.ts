import type { LookupTable } from '../lookup-table.ts';
import { hashByte, hashStart } from './hash-bytes.ts';
import { forEachKey } from './key-text.ts';
import type { Matcher } from './matcher.ts';

/** The longest key that the text begins with; of equal keys the first row. Asks the exact index once per length that occurs. */
export function createPrefixMatcher(table: LookupTable): Matcher {
  const occurs: boolean[] = [];
  forEachKey(table, (key) => (occurs[Buffer.byteLength(key)] = true));
  const longest = occurs.length - 1;
  return {
    find: (key, start, end) => {
      let found = occurs[0] === true ? table.findHashed(key, start, start, hashStart) : -1;
      let hash = hashStart;
      const last = Math.min(end, start + longest);
      for (let at = start; at < last; at += 1) {
        hash = hashByte(hash, key[at]!);
        if (occurs[at + 1 - start] !== true) continue;
        const row = table.findHashed(key, start, at + 1, hash);
        if (row >= 0) found = row;
      }
      return found;
    },
  };
}
