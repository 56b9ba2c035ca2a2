/** A part of a list under its own heading; without a label the list is not grouped. */
export interface ListGroup<T> {
  readonly key: string;
  readonly label: string | undefined;
  readonly items: readonly T[];
}

/**
 * The items by what `keysOf` says of each, groups by their label; an item with several keys stands in each of those groups,
 * one without any in the last.
 */
export function groupsOf<T>(
  items: readonly T[],
  keysOf: ((item: T) => readonly string[]) | undefined,
  labelOf: (key: string) => string,
  without: string,
): readonly ListGroup<T>[] {
  if (!keysOf) return [{ key: 'all', label: undefined, items }];
  const groups = new Map<string, T[]>();
  const rest: T[] = [];
  for (const item of items) {
    const keys = keysOf(item);
    if (keys.length === 0) rest.push(item);
    for (const key of keys) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  const named = [...groups].map(([key, own]) => ({ key: `key:${key}`, label: labelOf(key), items: own }));
  named.sort((a, b) => a.label.localeCompare(b.label));
  return rest.length === 0 ? named : [...named, { key: 'rest', label: without, items: rest }];
}
