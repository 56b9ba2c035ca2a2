import type { ListGrouping, ListSearch, Sort } from '#lib/list-search/list-search.ts';

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
  /** What it is one of, in the page's words; for grouping. */
  readonly type?: (item: T) => string;
  readonly rateIn?: (item: T) => number;
  readonly rateOut?: (item: T) => number;
}

/** The rows of a list for what stands in the address. Search looks at name, id, description and tags, without case and accents. */
export function viewOf<T extends Listed>(items: readonly T[], search: ListSearch, facts: ListFacts<T> = {}): ListView<T> {
  const sought = folded(search.q ?? '');
  const shown = inOrder(items, search.sort ?? 'name', facts).filter((item) => {
    if (search.tag?.length && !search.tag.some((tag) => item.tags.includes(tag))) return false;
    if (search.status?.length && facts.status && !search.status.includes(facts.status(item))) return false;
    return sought === '' || soughtIn(item).includes(sought);
  });
  return { shown, hidden: items.length - shown.length, tags: tagsOf(items) };
}

/** Made once for each answer: ten thousand names take longer to sort than a key may wait for its rows. */
const sorted = new WeakMap<readonly Listed[], Map<Sort, readonly Listed[]>>();
function inOrder<T extends Listed>(items: readonly T[], sort: Sort, facts: ListFacts<T>): readonly T[] {
  if (sort === '-in' || sort === '-out') return items.toSorted(order(sort, facts));
  let orders = sorted.get(items);
  if (orders === undefined) sorted.set(items, (orders = new Map()));
  let found = orders.get(sort) as readonly T[] | undefined;
  if (found === undefined) orders.set(sort, (found = items.toSorted(order(sort, facts))));
  return found;
}

const tagLists = new WeakMap<readonly Listed[], readonly string[]>();
function tagsOf(items: readonly Listed[]): readonly string[] {
  let tags = tagLists.get(items);
  if (tags === undefined) tagLists.set(items, (tags = [...new Set(items.flatMap((item) => item.tags))].sort((a, b) => a.localeCompare(b))));
  return tags;
}

/** What a thing is found by; made once for each. */
const texts = new WeakMap<Listed, string>();
function soughtIn(item: Listed): string {
  let text = texts.get(item);
  if (text === undefined) texts.set(item, (text = folded([item.name, item.id, item.description, ...item.tags].join('\n'))));
  return text;
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

function order<T extends Listed>(sort: Sort, facts: ListFacts<T>): (a: T, b: T) => number {
  const byName = (a: T, b: T) => names.compare(a.name, b.name);
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

/** By what a list is grouped; undefined where its things do not say. */
export function keysFor<T extends Listed>(
  grouping: ListGrouping,
  { status, type }: ListFacts<T>,
): ((item: T) => readonly string[]) | undefined {
  switch (grouping) {
    case 'tag':
      return ({ tags }) => tags;
    case 'status':
      return status && ((item) => [status(item)]);
    case 'type':
      return type && ((item) => [type(item)]);
  }
}

/** Whether anything narrows the list. */
export const isFiltered = (search: ListSearch): boolean =>
  (search.q ?? '') !== '' || (search.tag?.length ?? 0) > 0 || (search.status?.length ?? 0) > 0;
