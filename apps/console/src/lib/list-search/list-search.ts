import { oneOf, textIn, textsIn, type RawSearch } from '#lib/search/search.ts';

export const sorts = ['name', '-name', '-updated', 'updated', '-added', 'added', '-in', '-out'] as const;
export type Sort = (typeof sorts)[number];

export const groupings = ['tag', 'status', 'type'] as const;
export type ListGrouping = (typeof groupings)[number];

/** State of a list in the address: what is sought, in which order, shown how. */
export interface ListSearch {
  readonly q?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly view?: 'cards' | 'table' | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly group?: ListGrouping | undefined;
  readonly tab?: string | undefined;
}

/** What cannot be understood is left out. */
export const listSearch = (search: RawSearch): ListSearch => ({
  q: textIn(search['q']),
  sort: oneOf(search['sort'], sorts),
  view: oneOf(search['view'], ['cards', 'table']),
  tag: textsIn(search['tag']),
  status: textsIn(search['status']),
  group: oneOf(search['group'], groupings),
  tab: textIn(search['tab']),
});
