import type { Sort } from '#lib/list-search/list-search.ts';

/** The orders a table head goes through, the first press first; after the last the list is by name again. */
export type SortCycle = readonly [Sort, ...Sort[]];

/** The order after a press on a head; undefined is the list's own, by name. */
export function nextSort(cycle: SortCycle, now: Sort): Sort | undefined {
  const next = cycle[cycle.indexOf(now) + 1] ?? 'name';
  return next === 'name' ? undefined : next;
}

/** How a head is marked while the list has this order. */
export function directionOf(cycle: SortCycle, now: Sort): 'ascending' | 'descending' | 'none' {
  if (!cycle.includes(now)) return 'none';
  return now.startsWith('-') ? 'descending' : 'ascending';
}
