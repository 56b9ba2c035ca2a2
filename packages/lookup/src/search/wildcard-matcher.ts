import { beginSteps, likeMatcher, spendSteps, type LikeMatcher } from '@acequia/event';
import type { LookupTable } from '../lookup-table.ts';
import { forEachKey, keyText } from './key-text.ts';
import type { Matcher } from './matcher.ts';

interface Pattern {
  readonly fits: LikeMatcher;
  readonly row: number;
}

const special = /[*?\\]/;

/**
 * Keys with `*` and `?` (`\*` for the sign itself) that fit the whole text; the first row wins. Patterns are grouped by the
 * letters before their first special sign, so only those that begin like the text are tried. A search takes the steps of
 * its event, as an expression does: beyond them it throws `EXPR_LIMIT`.
 */
export function createWildcardMatcher(table: LookupTable): Matcher {
  const groups = new Map<string, Pattern[]>();
  const lengths = new Set<number>();
  forEachKey(table, (key, row) => {
    const at = key.search(special);
    const prefix = at < 0 ? key : key.slice(0, at);
    lengths.add(prefix.length);
    const pattern = { fits: at < 0 ? (text: string) => text === key : likeMatcher(key), row };
    const group = groups.get(prefix);
    if (group === undefined) groups.set(prefix, [pattern]);
    else group.push(pattern);
  });
  const sorted = [...lengths].sort((a, b) => a - b);
  return {
    find: (key, start, end, account) => {
      const text = keyText(key, start, end);
      let found = -1;
      beginSteps(account);
      const searchSteps = 1 + Math.ceil(text.length / 2);
      for (const length of sorted) {
        if (length > text.length) break;
        for (const { fits, row } of groups.get(text.slice(0, length)) ?? []) {
          if (found >= 0 && row >= found) break;
          spendSteps(searchSteps);
          if (fits(text, spendSteps)) found = row;
        }
      }
      return found;
    },
  };
}
