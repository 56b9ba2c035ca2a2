import { retainBatch, type BatchView } from '@acequia/batch';
import type { CommitValue } from '@acequia/journal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStore, FaultyJournal, idOf, viewOf } from '../../test/spill-rig.ts';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { AwaitedRows, type StoredArrival } from './awaited-rows.ts';
import { isDone, type Entry } from './entry.ts';
import { Arrivals, namesOf, readNames, storedNames } from './row-names.ts';
import type { SpillStore } from './spill-store.ts';

const stream = 'li/t/L/0';
const bytesPerRow = 100;
const nameOf = (id: number): string => `e.${id}`;

/** Outcomes of one event by its copies; `letters` of all of them together. */
interface Outcomes {
  readonly delivered: Map<number, number>;
  rejected: number;
  letters: number;
}

/** What the process knows at a commit: the journal's record of the store, which blocks were counted, and all outcomes. */
interface Committed {
  readonly value: CommitValue;
  readonly counted: number;
  readonly outcomes: ReadonlyMap<number, Outcomes>;
}

/**
 * A branch whose blocks are run again after each death, without the events that were found to end the process by then. The same event
 * may come with several arrivals of a block, and an arrival of guilty events alone does not come at all.
 */
class Branch {
  readonly clock = new VirtualClock();
  readonly journal = new FaultyJournal(this.clock);
  /** Of each block its arrivals, of each arrival its events. */
  readonly blocks: (readonly (readonly number[])[])[] = [];
  readonly guilty = new Set<number>();
  outcomes = new Map<number, Outcomes>();
  /** Written, and not yet an outcome. */
  letters: { readonly block: number; readonly events: ReadonlySet<string> }[] = [];
  store: SpillStore = this.#create();
  committed: Committed = { value: JSON.parse(JSON.stringify(this.store.store())) as CommitValue, counted: 0, outcomes: new Map() };
  #next = 0;

  #create(stored?: CommitValue): SpillStore {
    const { clock, journal } = this;
    return createStore({ clock, journal, onDropped: () => undefined, ...(stored === undefined ? {} : { stored }) });
  }

  /** A block with events that come once, and one that comes with each arrival. */
  add(sizes: readonly number[], twice: boolean): void {
    const both = this.#next++;
    const arrivals = sizes.map((size) => [...Array.from({ length: size }, () => this.#next++), ...(twice ? [both] : [])]);
    this.blocks.push(arrivals.filter((ids) => ids.length > 0));
    this.#run(this.blocks.length);
  }

  #run(block: number): void {
    const seen = new Arrivals(true);
    for (const ids of this.blocks[block - 1]!) {
      const left = ids.filter((id) => !this.guilty.has(id));
      if (left.length > 0) this.#arrive(block, viewOf(left), seen);
    }
  }

  #arrive(block: number, view: BatchView, seen: Arrivals): void {
    const { n, copies } = seen.add(view);
    const source = { stream, block, n };
    const done = block <= this.committed.counted ? this.store.awaited.take(source, view, copies) : undefined;
    if (block <= this.committed.counted && !done) return;
    retainBatch(view);
    this.store.add(source, view, view.count * bytesPerRow, undefined, { copies, ...(done ? { done } : {}) });
  }

  /** Gives out rows and delivers every `step`-th of them. */
  deliver(rows: number, step: number): void {
    const taken: [Entry, number, number, number][] = [];
    for (let entry = this.store.peek(); entry && taken.length < rows; entry = this.store.peek()) {
      const row = entry.next++;
      if (!isDone(entry, row)) taken.push([entry, row, idOf(entry.view!, entry.view!.rows[row]!), entry.copies?.[row] ?? 0]);
    }
    for (const [index, [entry, row, id, copy]] of taken.entries()) {
      if (index % step > 0) continue;
      const { delivered } = this.#outcomeOf(id);
      delivered.set(copy, (delivered.get(copy) ?? 0) + 1);
      this.store.settle(entry, row, row + 1);
    }
  }

  #outcomeOf(id: number): Outcomes {
    let outcome = this.outcomes.get(id);
    if (!outcome) this.outcomes.set(id, (outcome = { delivered: new Map(), rejected: 0, letters: 0 }));
    return outcome;
  }

  commit(): void {
    this.committed = {
      value: JSON.parse(JSON.stringify(this.store.store())) as CommitValue,
      counted: this.blocks.length,
      outcomes: structuredClone(this.outcomes),
    };
  }

  /** Letters that are synced are outcomes at once with what is counted. */
  writeLetters(): void {
    for (const { block, events } of this.letters.splice(0)) {
      for (const event of events) {
        const rows = this.store.awaited.settle(stream, block, new Set([event]));
        const outcome = this.#outcomeOf(Number(event.slice(2)));
        outcome.rejected += rows;
        if (rows > 0) outcome.letters++;
      }
    }
  }

  /** The process dies, some of its events are found guilty, and the next one runs the blocks again that it counted. */
  die(found: readonly number[]): void {
    for (const at of found) if (this.#next > 0) this.guilty.add(at % this.#next);
    this.store.close();
    this.letters = [];
    this.outcomes = structuredClone(this.committed.outcomes) as Map<number, Outcomes>;
    this.store = this.#create(this.committed.value);
    for (let block = 1; block <= this.committed.counted; block++) {
      const guilty = new Set(this.blocks[block - 1]!.flat().flatMap((id) => (this.guilty.has(id) ? [nameOf(id)] : [])));
      const events = this.store.awaited.owe(stream, block, guilty, guilty, true);
      if (events.size > 0) this.letters.push({ block, events });
      this.#run(block);
      this.store.awaited.end(stream, block);
    }
    // The listener's journal gives again what was not counted; here it is left to later blocks.
    this.blocks.length = this.committed.counted;
  }

  /** Of each event that was counted, each copy has one outcome; of a guilty one there is one letter, unless it was delivered before. */
  finish(): void {
    this.writeLetters();
    while (this.store.waiting > 0) {
      this.commit();
      this.die([]);
      this.writeLetters();
      this.deliver(Number.POSITIVE_INFINITY, 1);
    }
    for (const arrivals of this.blocks) {
      const events = arrivals.flat();
      for (const id of new Set(events)) {
        const copies = events.filter((one) => one === id).length;
        const { delivered, rejected, letters } = this.#outcomeOf(id);
        const rows = [...delivered.values()].reduce((sum, count) => sum + count, 0);
        expect({ id, outcomes: rows + rejected, twice: [...delivered].filter(([, count]) => count > 1) }).toEqual({
          id,
          outcomes: copies,
          twice: [],
        });
        expect(letters).toBe(rejected > 0 ? 1 : 0);
        if (rejected > 0) expect(this.guilty.has(id)).toBe(true);
      }
    }
    expect(this.store.awaited.empty).toBe(true);
  }
}

type Act = (branch: Branch) => void;
const acts: fc.Arbitrary<readonly [string, Act]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([sizes, twice]) => [`add ${sizes.join()} ${twice}`, (one: Branch) => one.add(sizes, twice)] as const),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 3 }))
      .map(([rows, step]) => [`deliver ${rows} by ${step}`, (one: Branch) => one.deliver(rows, step)] as const),
  },
  { weight: 3, arbitrary: fc.constant(['commit', (one: Branch) => one.commit()] as const) },
  {
    weight: 2,
    arbitrary: fc.array(fc.nat(200), { maxLength: 3 }).map((found) => [`die of ${found.join()}`, (one: Branch) => one.die(found)] as const),
  },
  { weight: 1, arbitrary: fc.constant(['letters are synced', (one: Branch) => one.writeLetters()] as const) },
);

test('an event left out of a block that is run again is a dead letter, and takes no outcome from the events beside it', () => {
  let late = 0;
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40, size: 'max' }), (list) => {
      const branch = new Branch();
      for (const [, act] of list) act(branch);
      branch.commit();
      branch.die([]);
      branch.finish();
      late += [...branch.outcomes.values()].filter(({ rejected }) => rejected > 0).length;
    }),
    { numRuns: 600, seed: 21 },
  );
  expect(late).toBeGreaterThan(300);
});

const roundTrip = (view: BatchView, copies?: Uint16Array, done: readonly number[] = []): Map<string, number> => {
  const names = new Map<string, number>();
  readNames(
    storedNames(view, true, copies, (row) => done.includes(row)),
    names,
  );
  return names;
};

test('names in the record are those of the rows, few numbers for many of them', () => {
  const ids = [0, 1, 2, 3, 7, 8, 20, 5, 5];
  const view = viewOf(ids);
  const names = namesOf(view, true);
  expect(names).toEqual(ids.map(nameOf));
  expect([...roundTrip(view)].flatMap(([name, count]) => Array<string>(count).fill(name)).sort()).toEqual([...names].sort());
  expect([...roundTrip(view, undefined, [0, 3, 8]).keys()]).toEqual([1, 2, 7, 8, 20, 5].map(nameOf));
  const copied = Uint16Array.from(ids, (_, row) => (row === 1 ? 2 : 0));
  expect([...roundTrip(view, copied).keys()].sort()).toEqual([...new Set(namesOf(view, true, copied))].sort());
  const many = viewOf(Array.from({ length: 5000 }, (_, id) => id));
  expect(storedNames(many, true, undefined, () => false)).toEqual(['e.', 0, 5000]);
  const half = [...namesOf(many, true).keys()].filter((row) => row % 3 !== 1);
  expect(JSON.stringify(storedNames(many, true, undefined, (row) => row % 3 === 1)).length).toBeLessThan(900);
  expect([
    ...roundTrip(
      many,
      undefined,
      [...Array(5000).keys()].filter((row) => row % 3 === 1),
    ).keys(),
  ]).toEqual(half.map(nameOf));
});

const old = (...stored: readonly StoredArrival[]) => new AwaitedRows(stored);
const source = { stream, block: 1, n: 0 };

test('what an earlier release wrote is by place, also beside events that it had set aside itself', () => {
  const rows = old([stream, 1, 0, 'AQ=='], [stream, 1, 2, null]);
  expect(rows.owe(stream, 1, new Set(['e.9']), new Set(['e.9']), false)).toEqual(new Set());
  expect(rows.take(source, viewOf([1, 2]), undefined)).toEqual(Uint8Array.of(1));
  expect(rows.take({ ...source, n: 1 }, viewOf([3]), undefined)).toBeUndefined();
  expect(rows.lowest(stream)).toBe(1);
  expect(rows.take({ ...source, n: 2 }, viewOf([4]), undefined)).toEqual(Uint8Array.of(0));
  expect(rows.empty).toBe(true);
});

test('places that an earlier release wrote tell nothing without an event found guilty since: rather twice than lost', () => {
  const rows = old([stream, 1, 1, 'AQ==']);
  expect(rows.owe(stream, 1, new Set(['e.0']), new Set(['e.0']), true)).toEqual(new Set(['e.0']));
  expect(rows.take(source, viewOf([1, 2]), undefined)).toEqual(Uint8Array.of(0));
  rows.end(stream, 1);
  expect(rows.store()).toEqual([[stream, 1, 0, null, ['e.0']]]);
  expect(rows.settle(stream, 1, new Set(['e.0']))).toBe(1);
  expect(rows.empty).toBe(true);
});

test('a row that came in itself is not owed with the event that it was once made of, whichever is set aside first', () => {
  const arrivals = new Set(['e.2', 'e.2.twin.0']);
  for (const order of [
    ['e.2', 'e.2.twin.0'],
    ['e.2.twin.0', 'e.2'],
  ]) {
    const rows = old([stream, 1, 0, null, ['e.2', 'e.2.mark.1', 'e.2.twin.0', '1\ne.2.twin.0', 'e.2.twin.0.twin.0']]);
    for (const event of order) expect(rows.owe(stream, 1, new Set([event]), arrivals, true)).toEqual(new Set([event]));
    const settled = order.map((event) => [event, rows.settle(stream, 1, new Set([event]))] as const);
    expect(Object.fromEntries(settled)).toEqual({ 'e.2': 2, 'e.2.twin.0': 3 });
    expect(rows.empty).toBe(true);
  }
});

test('events made out of state come again as they were, or are owed as a whole block with the number of rows that wait', () => {
  const made = { stream: 'made', block: 3, n: 0 };
  const stored: readonly StoredArrival[] = [
    ['made', 3, 0, 'AQ==', 2],
    ['made', 3, 1, null, 4],
  ];
  expect(old(...stored).take(made, viewOf([1, 2, 3]), undefined)).toEqual(Uint8Array.of(1));
  const rows = old(...stored);
  const events = new Set(['e.1', 'e.2', 'e.3']);
  expect(rows.owe('made', 3, events, events, false)).toEqual(events);
  rows.end('made', 3);
  expect([rows.lowest('made'), rows.store()]).toEqual([3, stored]);
  expect(rows.settle('made', 3, events)).toBe(6);
  expect(rows.empty).toBe(true);
});
