import type { ListSearch, Sort } from '#lib/list-search/list-search.ts';

/** What every list can sort and search by. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ListView<T extends Listed> {
  readonly shown: readonly T[];
  readonly hidden: number;
  readonly tags: readonly string[];
}

export interface ListFacts<T extends Listed> {
  /** For the status filter. */
  readonly status?: (item: T) => string;
  readonly rateIn?: (item: T) => number;
  readonly rateOut?: (item: T) => number;
}

/** The rows of a list for what stands in the address. Search looks at name, id, description and tags, without case and accents. */
export function viewOf<T extends Listed>(items: readonly T[], search: ListSearch, facts: ListFacts<T> = {}): ListView<T> {
  const sought = folded(search.q ?? '');
  const shown = items.filter((item) => {
    if (search.tag?.length && !search.tag.some((tag) => item.tags.includes(tag))) return false;
    if (search.status?.length && facts.status && !search.status.includes(facts.status(item))) return false;
    return sought === '' || [item.name, item.id, item.description, ...item.tags].some((text) => folded(text).includes(sought));
  });
  const tags = [...new Set(items.flatMap((item) => item.tags))].sort((a, b) => a.localeCompare(b));
  return { shown: shown.sort(order(search.sort ?? 'name', facts)), hidden: items.length - shown.length, tags };
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

function order<T extends Listed>(sort: Sort, facts: ListFacts<T>): (a: T, b: T) => number {
  const byName = (a: T, b: T) => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' });
  const by = (value: (item: T) => number) => (a: T, b: T) => value(a) - value(b) || byName(a, b);
  switch (sort) {
    case 'name':
      return byName;
    case '-name':
      return (a, b) => byName(b, a);
    case 'updated':
      return by((item) => item.updatedAt);
    case '-updated':
      return by((item) => -item.updatedAt);
    case 'added':
      return by((item) => item.createdAt);
    case '-added':
      return by((item) => -item.createdAt);
    case '-in':
      return by((item) => -(facts.rateIn?.(item) ?? 0));
    case '-out':
      return by((item) => -(facts.rateOut?.(item) ?? 0));
  }
}

/** Whether anything narrows the list. */
export const isFiltered = (search: ListSearch): boolean =>
  (search.q ?? '') !== '' || (search.tag?.length ?? 0) > 0 || (search.status?.length ?? 0) > 0;
