import type { Engine } from '../src/engine.ts';

/** What a server has been told: a later word on a minute takes the earlier one's place. */
export class Told {
  readonly #rows = new Map<string, Readonly<Record<string, number>>>();
  /** Counts that became smaller. */
  readonly shrunk: string[] = [];

  hear(engine: Engine): void {
    for (const { subject, generation, minute, node, counts } of engine.ledger()) {
      const key = JSON.stringify([subject, generation, minute, node]);
      for (const [counter, count] of Object.entries(this.#rows.get(key) ?? {}))
        if ((counts[counter] ?? 0) < count) this.shrunk.push(`${key} ${counter}: ${count}, then ${counts[counter]}`);
      this.#rows.set(key, counts);
    }
  }

  total(kind: 'listener' | 'version', counter: string): number {
    return [...this.#rows].reduce((sum, [key, counts]) => (key.includes(`"kind":"${kind}"`) ? sum + (counts[counter] ?? 0) : sum), 0);
  }
}
