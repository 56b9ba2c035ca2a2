import type { StepAccount } from '@acequia/event';
import type { LookupTable } from '../lookup-table.ts';
import { createCidrMatcher } from './cidr-matcher.ts';
import { createIgnoreCaseMatcher } from './ignore-case-matcher.ts';
import { createPrefixMatcher } from './prefix-matcher.ts';
import { createRangeMatcher } from './range-matcher.ts';
import { createWildcardMatcher } from './wildcard-matcher.ts';

/** How a key is compared with the key column (catalogue 7.6). */
export const matchKinds = ['exact', 'ignore-case', 'cidr', 'range', 'prefix', 'wildcard'] as const;
export type MatchKind = (typeof matchKinds)[number];

export interface Matcher {
  /** The row for a key given as UTF-8, −1 when there is none. `account`: of the event that the key is of. */
  find(key: Uint8Array, start: number, end: number, account?: StepAccount): number;
}

export interface MatchOptions {
  readonly match: MatchKind;
  /** For `range`: the column that holds the end of each range; absent: the key column holds `from-to`. */
  readonly endColumn?: number | undefined;
}

const known = new WeakMap<LookupTable, Map<string, Matcher>>();

/** The search of one kind in a table; its index is made once per table and thread, and kept as long as the table. */
export function matcherOf(table: LookupTable, { match, endColumn }: MatchOptions): Matcher {
  let matchers = known.get(table);
  if (matchers === undefined) known.set(table, (matchers = new Map()));
  const name = `${match} ${endColumn ?? ''}`;
  let matcher = matchers.get(name);
  if (matcher === undefined) matchers.set(name, (matcher = createMatcher(table, match, endColumn)));
  return matcher;
}

function createMatcher(table: LookupTable, match: MatchKind, endColumn: number | undefined): Matcher {
  switch (match) {
    case 'exact':
      return table;
    case 'ignore-case':
      return createIgnoreCaseMatcher(table);
    case 'cidr':
      return createCidrMatcher(table);
    case 'range':
      return createRangeMatcher(table, endColumn);
    case 'prefix':
      return createPrefixMatcher(table);
    case 'wildcard':
      return createWildcardMatcher(table);
  }
}
