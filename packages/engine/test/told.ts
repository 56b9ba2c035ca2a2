import type { Engine } from '../src/engine.ts';

/** What a server has been told: a later word on a minute takes the earlier one's place. */
export class Told {
  readonly #rows = new Map<string, Readonly<Record<string, number>>>();
  /** Counts that became smaller. */
  readonly shrunk: string[] = [];

  /** `isAnswered`: the engine gets to know that all has arrived. */
  hear(engine: Engine, isAnswered = true): void {
    const rows = engine.ledger();
    if (isAnswered) engine.ledgerTold(rows);
    for (const { subject, generation, minute, node, counts } of rows) {
      const key = JSON.stringify([subject, generation, minute, node]);
      for (const [counter, count] of Object.entries(this.#rows.get(key) ?? {}))
        if ((counts[counter] ?? 0) < count) this.shrunk.push(`${key} ${counter}: ${count}, then ${counts[counter]}`);
      this.#rows.set(key, counts);
    }
  }

  total(kind: 'listener' | 'version', counter: string): number {
    return [...this.byTime(kind, counter, 1).values()].reduce((sum, count) => sum + count, 0);
  }

  /** Sums by pieces of time, by their starts. */
  byTime(kind: 'listener' | 'version', counter: string, spanMs: number): ReadonlyMap<number, number> {
    const sums = new Map<number, number>();
    for (const [key, { [counter]: count }] of this.#rows) {
      const [subject, , minute] = JSON.parse(key) as [{ kind: string }, number, number];
      const start = minute - (minute % spanMs);
      if (subject.kind === kind && count !== undefined) sums.set(start, (sums.get(start) ?? 0) + count);
    }
    return sums;
  }
}
