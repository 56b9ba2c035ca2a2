import { minuteMs, type Clock } from '@acequia/base';
import type { CommitValue } from '@acequia/journal';
import { ledgerMinutesKept } from '../limits.ts';

export type Counts = Record<string, number>;

interface MinuteCounts {
  readonly generation: number;
  readonly minute: number;
  readonly nodes: Map<string, Counts>;
}

/**
 * Outcomes of one subject (a pipeline version or a listener) by node and minute, and in all. Plain numbers; written
 * into the commit record of its subject, so that a crash returns to exactly what was committed.
 */
export class Ledger {
  readonly totals: Counts = {};
  /** Grows with each count. */
  changes = 0;
  readonly #clock: Clock;
  readonly #generation: number;
  #minutes: MinuteCounts[] = [];

  constructor(clock: Clock, generation: number, stored?: CommitValue) {
    this.#clock = clock;
    this.#generation = generation;
    if (stored !== undefined) this.#restore(stored as unknown as StoredLedger);
  }

  add(node: string, counter: string, count: number): void {
    if (count === 0) return;
    this.changes++;
    this.totals[counter] = (this.totals[counter] ?? 0) + count;
    const counts = this.#countsOf(node);
    counts[counter] = (counts[counter] ?? 0) + count;
  }

  total(counter: string): number {
    return this.totals[counter] ?? 0;
  }

  /** Sum over all reasons: `dropped` counts `dropped:overflow` too. */
  outcome(name: string): number {
    let sum = 0;
    for (const [counter, count] of Object.entries(this.totals)) if (counter === name || counter.startsWith(`${name}:`)) sum += count;
    return sum;
  }

  rows(): { generation: number; minute: number; node: string; counts: Counts }[] {
    return this.#minutes.flatMap(({ generation, minute, nodes }) =>
      [...nodes].map(([node, counts]) => ({ generation, minute, node, counts: { ...counts } })),
    );
  }

  store(): CommitValue {
    return {
      totals: { ...this.totals },
      minutes: this.#minutes.map(({ generation, minute, nodes }) => [
        generation,
        minute,
        Object.fromEntries([...nodes].map(([node, counts]) => [node, { ...counts }])),
      ]),
    };
  }

  #countsOf(node: string): Counts {
    const now = this.#clock.now();
    const minute = now - (now % minuteMs);
    let current = this.#minutes.at(-1);
    if (!current || current.minute !== minute || current.generation !== this.#generation) {
      current = { generation: this.#generation, minute, nodes: new Map() };
      this.#minutes.push(current);
      if (this.#minutes.length > ledgerMinutesKept) this.#minutes = this.#minutes.slice(-ledgerMinutesKept);
    }
    let counts = current.nodes.get(node);
    if (!counts) current.nodes.set(node, (counts = {}));
    return counts;
  }

  #restore(stored: StoredLedger): void {
    Object.assign(this.totals, stored.totals);
    this.#minutes = stored.minutes.map(([generation, minute, nodes]) => ({
      generation,
      minute,
      nodes: new Map(Object.entries(nodes).map(([node, counts]) => [node, { ...counts }])),
    }));
  }
}

/** A ledger as its commit record keeps it; minutes as (generation, start, node → counts). */
export interface StoredLedger {
  readonly totals: Counts;
  readonly minutes: readonly (readonly [number, number, Readonly<Record<string, Counts>>])[];
}

/** Events of a version that have no outcome yet. */
export function inFlight(ledger: Ledger): number {
  const left = ['delivered', 'filtered', 'merged', 'rejected', 'dropped', 'expired'].reduce((sum, name) => sum + ledger.outcome(name), 0);
  return ledger.total('entered') + ledger.total('created') - left;
}

/** Counts made now but entered into a ledger later, when what they stand on is durable. */
export class PendingCounts {
  readonly #counts = new Map<string, [node: string, counter: string, count: number]>();

  add(node: string, counter: string, count: number): void {
    if (count === 0) return;
    const key = `${node}\n${counter}`;
    const entry = this.#counts.get(key);
    if (entry) entry[2] += count;
    else this.#counts.set(key, [node, counter, count]);
  }

  enter(ledger: { add(node: string, counter: string, count: number): void }): void {
    for (const [node, counter, count] of this.#counts.values()) ledger.add(node, counter, count);
    this.#counts.clear();
  }
}

export interface CountSink {
  add(node: string, counter: string, count: number): void;
}

/** For blocks run again after a crash whose counts are already in the ledger. */
export const uncounted: CountSink = { add: () => undefined };
