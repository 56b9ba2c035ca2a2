import { silentLog, systemClock, type Log } from '@acequia/base';
import { createMemoryJournal, type Journal } from '@acequia/journal';
import { expect } from 'vitest';
import { createEngine, type Engine } from '../src/engine.ts';
import type { EngineLimits } from '../src/options.ts';
import { createToys, type Toys } from './toy-components.ts';

export interface Harness {
  readonly engine: Engine;
  readonly toys: Toys;
  readonly journal: Journal;
}

export function startHarness(options: { journal?: Journal; toys?: Toys; limits?: Partial<EngineLimits>; log?: Log } = {}): Harness {
  const toys = options.toys ?? createToys();
  const journal = options.journal ?? createMemoryJournal();
  const engine = createEngine({
    journal,
    components: toys.components,
    clock: systemClock,
    random: { bytes: (n) => crypto.getRandomValues(new Uint8Array(n)) },
    log: options.log ?? silentLog,
    worker: 'w1',
    secret: () => undefined,
    limits: { commitIntervalMs: 20, retentionMs: 0, ...options.limits },
  });
  return { engine, toys, journal };
}

/** Waits for something that must come; the test's own time-out is the only limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

interface Totals {
  readonly [counter: string]: number;
}

const outcomes = ['delivered', 'filtered', 'merged', 'rejected', 'dropped', 'expired'];
const sum = (totals: Totals, name: string) =>
  Object.entries(totals).reduce((all, [key, count]) => (key === name || key.startsWith(`${name}:`) ? all + count : all), 0);

/** Totals of a subject from its committed ledger rows. */
export function totalsOf(engine: Engine, id: string): Totals {
  const totals: Record<string, number> = {};
  for (const { subject, counts } of engine.ledger()) {
    if ((subject.kind === 'listener' ? subject.id : subject.versionId) !== id) continue;
    for (const [counter, count] of Object.entries(counts)) totals[counter] = (totals[counter] ?? 0) + count;
  }
  return totals;
}

/** Both sums of catalogue 2.4, with nothing in flight. */
export function expectBalance(engine: Engine, listenerId: string, versionIds: readonly string[]): void {
  const heard = totalsOf(engine, listenerId);
  expect(sum(heard, 'received')).toBe(sum(heard, 'decoded') + sum(heard, 'rejected') + sum(heard, 'empty'));
  for (const versionId of versionIds) {
    const totals = totalsOf(engine, versionId);
    expect({ versionId, in: sum(totals, 'entered') + sum(totals, 'created') }).toEqual({
      versionId,
      in: outcomes.reduce((all, name) => all + sum(totals, name), 0),
    });
  }
}
