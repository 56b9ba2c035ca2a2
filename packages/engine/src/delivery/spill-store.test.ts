import type { CommitValue } from '@acequia/journal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createStore, FaultyJournal, idOf, viewOf } from '../../test/spill-rig.ts';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import { isDone, reroutedArrival, type Entry, type SourceRef } from './entry.ts';
import { LoadBudget } from './load-budget.ts';
import type { SpillStore } from './spill-store.ts';

const stream = 'li/t/L/0';
const bytesPerRow = 100;

interface Arrival {
  readonly source: SourceRef;
  readonly ids: readonly number[];
}

/** What the store must do, said without any of its ways: rows come, are given out in order, and get one outcome. */
class Rig {
  readonly clock = new VirtualClock();
  readonly journal = new FaultyJournal(this.clock);
  readonly whenFull: 'wait' | 'drop-oldest' | 'drop-newest';
  store: SpillStore;
  arrivals: Arrival[] = [];
  /** Without an outcome in this life. */
  open = new Set<number>();
  dropped = { overflow: 0, damaged: 0 };
  lostBlocks = 0;
  /** As of the last commit. */
  committed: { value: CommitValue | undefined; open: Set<number>; arrivals: number; dropped: Rig['dropped'] } = {
    value: undefined,
    open: new Set(),
    arrivals: 0,
    dropped: { ...this.dropped },
  };
  /** Rerouted rows that their data sink's own queue still answers for. */
  elsewhere = new Set<number>();
  taken: { entry: Entry; row: number; id: number }[] = [];
  durable: Promise<boolean>[] = [];
  #next = 0;
  #block = 0;

  constructor(whenFull: 'wait' | 'drop-oldest' | 'drop-newest') {
    this.whenFull = whenFull;
    this.store = this.#create();
  }

  #create(): SpillStore {
    return createStore({
      clock: this.clock,
      journal: this.journal,
      whenFull: this.whenFull,
      limitBytes: this.whenFull === 'wait' ? 1 << 30 : 8000,
      ...(this.committed.value === undefined ? {} : { stored: this.committed.value }),
      onDropped: (count, reason) => (this.dropped[reason as 'overflow'] += count),
    });
  }

  get droppedRows(): number {
    return this.dropped.overflow + this.dropped.damaged;
  }

  add(count: number, durably: boolean): void {
    const ids = Array.from({ length: count }, () => this.#next++);
    // What comes by a port of another data sink has no block of its own to come from again.
    const source = durably ? { stream, block: 0, n: reroutedArrival } : { stream, block: ++this.#block, n: 0 };
    if (!durably) this.arrivals.push({ source, ids });
    for (const id of ids) this.open.add(id);
    if (durably) {
      for (const id of ids) this.elsewhere.add(id);
      this.durable.push(
        this.store.addDurably(source, viewOf(ids), count * bytesPerRow).then((durable) => {
          if (durable) for (const id of ids) this.elsewhere.delete(id);
          return durable;
        }),
      );
    } else this.store.add(source, viewOf(ids), count * bytesPerRow);
  }

  /** Takes rows as an encoder does. */
  take(rows: number): void {
    for (let left = rows; left > 0;) {
      const entry = this.store.peek();
      if (!entry) return;
      const row = entry.next++;
      if (isDone(entry, row)) continue;
      this.taken.push({ entry, row, id: idOf(entry.view!, entry.view!.rows[row]!) });
      left--;
    }
  }

  /** Outcomes of taken rows, the `at`-th first. */
  end(count: number, at: number): void {
    for (const { entry, row, id } of this.taken.splice(at % (this.taken.length + 1), count)) {
      if (!this.open.delete(id)) throw new Error(`row ${id} came twice`);
      this.store.settle(entry, row, row + 1);
    }
  }

  commit(): void {
    this.committed = {
      value: JSON.parse(JSON.stringify(this.store.store())) as CommitValue,
      open: new Set([...this.open].filter((id) => !this.elsewhere.has(id))),
      arrivals: this.arrivals.length,
      dropped: { ...this.dropped },
    };
  }

  /** The process dies and another takes up from the last commit. */
  async crash(): Promise<void> {
    this.store.close();
    this.journal.letGo();
    await this.clock.pass(2000);
    const { open, arrivals } = this.committed;
    const later = this.arrivals.slice(arrivals);
    const reroutedSince = [...this.open].filter((id) => !open.has(id) && !later.some(({ ids }) => ids.includes(id)));
    this.open = new Set([...open, ...later.flatMap(({ ids }) => ids)]);
    for (const id of reroutedSince) this.open.delete(id);
    this.taken = [];
    this.durable = [];
    this.elsewhere.clear();
    this.dropped = { ...this.committed.dropped };
    this.store = this.#create();
    for (const { source, ids } of this.arrivals.slice(0, arrivals)) {
      const view = viewOf(ids);
      const done = this.store.awaited.take(source, view, undefined);
      if (done) this.store.add(source, view, ids.length * bytesPerRow, undefined, { done });
      this.store.awaited.end(stream, source.block);
    }
    for (const { source, ids } of later) this.store.add(source, viewOf(ids), ids.length * bytesPerRow);
    this.commit();
  }

  check(): void {
    expect(this.store.waiting).toBe(this.open.size - this.droppedRows);
    expect(this.store.waitingBytes > 0).toBe(this.store.waiting > 0);
  }

  /** All faults end: everything that was not dropped comes out, in order. */
  async finish(): Promise<void> {
    this.journal.full = this.journal.unreadable = false;
    this.journal.letGo();
    this.end(this.taken.length, 0);
    const before = [...this.open].length - this.droppedRows;
    const order: number[] = [];
    for (let turn = 0; turn < 400 && !this.store.empty; turn++) {
      this.take(1000);
      order.push(...this.taken.map(({ id }) => id));
      this.end(this.taken.length, 0);
      await this.clock.pass(500);
    }
    expect(this.store.empty).toBe(true);
    expect({ waiting: this.store.waiting, left: this.open.size - this.droppedRows, spilled: this.store.spilledBytes }).toEqual({
      waiting: 0,
      left: 0,
      spilled: 0,
    });
    expect(order.length).toBeLessThanOrEqual(before);
    if (this.lostBlocks === 0) expect(this.dropped.damaged).toBe(0);
    if (this.whenFull === 'wait') expect(this.dropped.overflow).toBe(0);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect((await Promise.all(this.durable)).every(Boolean)).toBe(true);
  }
}

type Act = (rig: Rig) => void | Promise<void>;
class Command implements fc.AsyncCommand<object, Rig> {
  readonly #name: string;
  readonly #act: Act;
  constructor(name: string, act: Act) {
    this.#name = name;
    this.#act = act;
  }
  check(): boolean {
    return true;
  }
  async run(_model: object, rig: Rig): Promise<void> {
    await this.#act(rig);
    rig.check();
    await settle();
    rig.check();
  }
  toString(): string {
    return this.#name;
  }
}
const command = (name: string, act: Act) => new Command(name, act);

const commands = (damage: boolean) => [
  fc.integer({ min: 1, max: 6 }).map((count) => command(`add ${count}`, (rig) => rig.add(count, false))),
  fc.integer({ min: 1, max: 6 }).map((count) => command(`add ${count}`, (rig) => rig.add(count, false))),
  fc.integer({ min: 1, max: 3 }).map((count) => command(`add ${count} durably`, (rig) => rig.add(count, true))),
  fc.integer({ min: 1, max: 8 }).map((count) => command(`take ${count}`, (rig) => rig.take(count))),
  fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.nat(8))
    .map(([count, at]) => command(`settle ${count} from ${at}`, (rig) => rig.end(count, at))),
  fc.constant(command('spill', (rig) => void rig.store.spill())),
  fc.constant(command('commit', (rig) => rig.commit())),
  fc.boolean().map((full) => command(`journal full: ${full}`, (rig) => void (rig.journal.full = full))),
  fc.boolean().map((fails) => command(`journal unreadable: ${fails}`, (rig) => void (rig.journal.unreadable = fails))),
  fc.boolean().map((held) => command(`journal held: ${held}`, (rig) => (held ? rig.journal.hold() : rig.journal.letGo()))),
  fc.constantFrom(1, 150, 5000).map((ms) => command(`${ms} ms pass`, (rig) => rig.clock.pass(ms))),
  fc.constant(command('a person asks for an attempt', (rig) => rig.store.retryNow())),
  ...(damage
    ? [
        fc.nat(20).map((at) =>
          command(`lose block ${at}`, (rig) => {
            rig.lostBlocks++;
            rig.journal.lose(at);
          }),
        ),
      ]
    : [fc.constant(command('crash', (rig) => rig.crash()))]),
];

describe.each(['wait', 'drop-oldest', 'drop-newest'] as const)('%s', { timeout: 120_000 }, (whenFull) => {
  test.each([
    ['crashes', false],
    ['lost blocks', true],
  ])('any order of calls and faults, with %s: each row once, in order, and counted', async (_name, damage) => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands(damage), { maxCommands: 60, size: 'max' }), async (calls) => {
        const rig = new Rig(whenFull);
        await fc.asyncModelRun(() => ({ model: {}, real: rig }), calls);
        await rig.finish();
      }),
      { numRuns: 400, seed: 19, endOnFailure: false },
    );
  });
});

test('a stream that cannot be read: few attempts, the state says so, and no rejection is left', async () => {
  const rig = new Rig('wait');
  for (let count = 0; count < 30; count++) rig.add(5, false);
  await rig.clock.pass(10);
  rig.journal.unreadable = true;
  rig.take(1000);
  rig.end(1000, 0);
  const { reads } = rig.journal;
  for (let second = 0; second < 600; second++) {
    rig.take(1000);
    await rig.clock.pass(1000);
  }
  expect(rig.store.fault).toEqual({ code: 'DELIVERY_SPILL_UNREADABLE' });
  expect(rig.journal.reads - reads).toBeLessThan(20);
  rig.journal.unreadable = false;
  rig.store.retryNow();
  await settle();
  expect(rig.store.fault).toBeUndefined();
  await rig.finish();
});

test('rows done before a crash stay done when their entry is spilled again', async () => {
  const rig = new Rig('wait');
  rig.journal.full = true;
  for (let count = 0; count < 5; count++) rig.add(5, false);
  await rig.clock.pass(1500);
  rig.take(25);
  rig.end(2, 22);
  rig.commit();
  rig.journal.full = false;
  await rig.crash();
  await rig.clock.pass(500);
  expect(rig.store.spilledBytes).toBeGreaterThan(0);
  rig.check();
  await rig.finish();
});

test('a store that gathers a large batch loads beyond its own memory, within the budget, and gives it back', async () => {
  const clock = new VirtualClock();
  const journal = new FaultyJournal(clock);
  const budget = new LoadBudget(8 << 20);
  const store = createStore({ clock, journal, memoryBytes: 1 << 20, gather: { bytes: 6 << 20, budget }, onDropped: () => undefined });
  for (let block = 1; block <= 20; block++) store.add({ stream, block, n: 0 }, viewOf([block]), 256 * 1024);
  expect(store.spilledBytes).toBe(0);
  expect(store.waitingBytes).toBe(20 * 256 * 1024);
  expect(budget.take(6 << 20)).toBe(false);
  for (let entry = store.peek(); entry; entry = store.peek()) {
    entry.next = entry.count;
    store.settle(entry, 0, entry.count);
  }
  expect(budget.take(8 << 20)).toBe(true);
});

test('what waits is as old as the reception of its first event without an outcome, also after a crash, not as its last write', async () => {
  const clock = new VirtualClock();
  const journal = new FaultyJournal(clock);
  const rig = { clock, journal, onDropped: () => undefined };
  const store = createStore(rig);
  expect(store.oldestMs).toBeUndefined();
  await clock.pass(60_000);
  for (const [index, receivedMs] of [5000, 7000, 9000, 9500].entries())
    store.add({ stream, block: index + 1, n: 0 }, viewOf([index], receivedMs), 400);
  expect(store.oldestMs).toBe(5000);
  store.settle(store.peek()!, 0, 1);
  expect(store.oldestMs).toBe(7000);
  expect(await store.spill()).toBe(true);
  const stored = JSON.parse(JSON.stringify(store.store())) as CommitValue;
  store.close();
  await clock.pass(60_000);
  const next = createStore({ ...rig, stored });
  next.peek();
  await settle();
  expect(next.oldestMs).toBe(7000);
});
