import { hasFields, type EventFields } from './compare-events.ts';

/** For each wanted event the index of one of its own that has its fields, so that as many as can be have one. */
export function matchEvents(wanted: readonly EventFields[], there: readonly EventFields[]): readonly (number | undefined)[] {
  const fitting = wanted.map((fields) => [...there.keys()].filter((index) => hasFields(there[index]!, fields)));
  const takenBy = new Map<number, number>();
  const place = (event: number, tried: Set<number>): boolean => {
    const free = fitting[event]!.find((index) => !takenBy.has(index));
    if (free !== undefined) return takenBy.set(free, event) !== undefined;
    for (const index of fitting[event]!) {
      if (tried.has(index)) continue;
      tried.add(index);
      if (place(takenBy.get(index)!, tried)) return takenBy.set(index, event) !== undefined;
    }
    return false;
  };
  for (const event of wanted.keys()) place(event, new Set());
  const matches: (number | undefined)[] = wanted.map(() => undefined);
  for (const [index, event] of takenBy) matches[event] = index;
  return matches;
}
