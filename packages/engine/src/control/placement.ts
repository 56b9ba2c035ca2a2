export interface Arrangement {
  /** Listeners each lane has to take up, by lane. */
  readonly adopted: readonly (readonly string[])[];
  /** Listeners each lane has to let go first, by lane. */
  readonly released: readonly (readonly string[])[];
}

/**
 * Which lane has which listener (engine decision 13). Listeners that versions of one pipeline read stand in one lane, so that
 * a switch between them and a destination handed on are that lane's own affair. A listener stays where it is otherwise.
 */
export class Placement {
  readonly #lanes: Set<string>[];

  constructor(count: number) {
    this.#lanes = Array.from({ length: count }, () => new Set());
  }

  laneOf(listenerId: string): number | undefined {
    const index = this.#lanes.findIndex((lane) => lane.has(listenerId));
    return index < 0 ? undefined : index;
  }

  listenersOf(lane: number): readonly string[] {
    return [...this.#lanes[lane]!];
  }

  /** Finds a place for each listener; `ties` are sets that must stand together. Others leave their lane. */
  arrange(listenerIds: readonly string[], ties: readonly (readonly string[])[]): Arrangement {
    const adopted: string[][] = this.#lanes.map(() => []);
    const wanted = new Set(listenerIds);
    const released = this.#lanes.map((lane) => [...lane].filter((id) => !wanted.has(id)));
    for (const [index, ids] of released.entries()) for (const id of ids) this.#lanes[index]!.delete(id);
    for (const group of groupsOf(listenerIds, ties)) {
      const target = this.#targetOf(group);
      for (const id of group) {
        const from = this.laneOf(id);
        if (from === target) continue;
        if (from !== undefined) {
          released[from]!.push(id);
          this.#lanes[from]!.delete(id);
        }
        adopted[target]!.push(id);
        this.#lanes[target]!.add(id);
      }
    }
    return { adopted, released };
  }

  /** The lane that has most of the group, or the emptiest where none has any. */
  #targetOf(group: readonly string[]): number {
    const score = (lane: ReadonlySet<string>) => group.filter((id) => lane.has(id)).length * 1e6 - lane.size;
    let best = 0;
    for (const [index, lane] of this.#lanes.entries()) if (score(lane) > score(this.#lanes[best]!)) best = index;
    return best;
  }
}

function groupsOf(listenerIds: readonly string[], ties: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const groupOf = new Map<string, Set<string>>();
  for (const id of listenerIds) groupOf.set(id, new Set([id]));
  for (const [first, ...others] of ties) {
    const group = groupOf.get(first ?? '');
    for (const other of others) {
      const joined = groupOf.get(other);
      if (!group || !joined || joined === group) continue;
      for (const id of joined) {
        group.add(id);
        groupOf.set(id, group);
      }
    }
  }
  return [...new Set(groupOf.values())].map((group) => [...group]);
}
