import { silentLog, systemClock } from '@acequia/base';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../test/crash-journal.ts';
import { Lane } from './lane.ts';
import type { LaneReader, Straggler } from './tenant-work.ts';

/** Between any two looks at it more than a quantum has passed. */
function slowClock() {
  let now = 0;
  return { ...systemClock, monotonic: () => (now += 1000) };
}

const nothing: LaneReader = { tenantId: 't1', riding: false, helping: false, ride: () => false, help: () => false };

describe('on a machine that takes its processor away for longer than a quantum, the lane does not sleep', () => {
  test('over a straggler that has work', async () => {
    const lane = new Lane(slowClock(), silentLog, 10);
    let blocks = 3;
    const done = new Promise<void>((resolve) => {
      lane.add(nothing);
      const straggler: Straggler = {
        tenantId: 't1',
        help: () => {
          if (blocks === 0) return false;
          if (--blocks === 0) resolve();
          return true;
        },
      };
      lane.attach(straggler);
    });
    await done;
    lane.stop();
    expect(blocks).toBe(0);
  });

  test('over blocks to ride', async () => {
    const lane = new Lane(slowClock(), silentLog, 10);
    let blocks = 3;
    await new Promise<void>((resolve) => {
      const ride = () => {
        if (blocks === 0) return false;
        if (--blocks === 0) resolve();
        return true;
      };
      lane.add({ ...nothing, ride });
    });
    lane.stop();
    expect(blocks).toBe(0);
  });
});

const quantumMs = 2;

/** Time passes when a unit is run, and while the lane sleeps. */
class HandClock {
  nowMs = 0;
  looks = 0;
  readonly clock = {
    ...systemClock,
    monotonic: () => {
      this.looks++;
      return this.nowMs;
    },
  };
}

interface Unit {
  readonly reader: Reader;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A listener: each block is run by each of its versions, each of which takes its time. */
class Reader implements LaneReader {
  readonly tenantId: string;
  /** Blocks that came, by when. */
  readonly arrivals: number[] = [];
  /** Blocks of its stragglers. */
  backlog = 0;
  readonly #world: World;
  readonly #costs: () => readonly number[];
  #left: number[] = [];
  #helpLeft: number[] = [];

  constructor(world: World, tenantId: string, costs: () => readonly number[]) {
    this.#world = world;
    this.tenantId = tenantId;
    this.#costs = costs;
  }

  get riding(): boolean {
    return this.#left.length > 0;
  }

  get helping(): boolean {
    return this.#helpLeft.length > 0;
  }

  ride(): boolean {
    if (!this.riding) {
      if (!(this.arrivals[0]! <= this.#world.time.nowMs)) return false;
      this.arrivals.shift();
      this.#left = [...this.#costs()];
    }
    this.#world.spend(this, this.#left.shift()!);
    return true;
  }

  help(): boolean {
    if (!this.helping) {
      if (this.backlog === 0) return false;
      this.backlog--;
      this.#helpLeft = [...this.#costs()];
    }
    this.#world.spend(this, this.#helpLeft.shift()!);
    return true;
  }
}

class World {
  readonly time = new HandClock();
  readonly lane = new Lane(this.time.clock, silentLog, quantumMs);
  readonly units: Unit[] = [];
  readonly readers: Reader[] = [];

  reader(tenantId: string, costs: () => readonly number[]): Reader {
    const reader = new Reader(this, tenantId, costs);
    this.readers.push(reader);
    this.lane.add(reader);
    return reader;
  }

  spend(reader: Reader, ms: number): void {
    const fromMs = this.time.nowMs;
    this.time.nowMs += ms;
    this.units.push({ reader, fromMs, toMs: this.time.nowMs });
    if (this.readers.some(({ arrivals }) => arrivals[0]! > fromMs && arrivals[0]! <= this.time.nowMs)) this.lane.wake();
  }

  used(tenantId: string): number {
    return this.units.reduce((sum, { reader, fromMs, toMs }) => (reader.tenantId === tenantId ? sum + toMs - fromMs : sum), 0);
  }

  /** Goes on until all that comes to the reader is begun; at most so many units. */
  async runUntil({ arrivals }: Reader, units: number): Promise<void> {
    for (let ran = 0; ran < units && arrivals.length > 0; ran++) await this.run(1);
    expect(arrivals).toEqual([]);
  }

  /** Goes on until so many units were run, or nobody has anything to do. Time passes to the next block that comes. */
  async run(units: number): Promise<void> {
    const end = this.units.length + units;
    while (this.units.length < end) {
      const before = this.units.length;
      this.lane.wake();
      await new Promise((resolve) => setImmediate(resolve));
      if (this.units.length > before) continue;
      const next = Math.min(...this.readers.map(({ arrivals }) => arrivals[0] ?? Number.POSITIVE_INFINITY));
      if (next === Number.POSITIVE_INFINITY) return;
      this.time.nowMs = Math.max(this.time.nowMs, next);
    }
  }
}

describe('tenants share a lane', () => {
  test('whatever others have to do, a tenant that uses little has its block run after the unit under way', async () => {
    let served = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const random = seeded(seed);
      const pick = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
      const world = new World();
      const heavyTenants = pick(1, 4);
      for (let tenant = 0; tenant < heavyTenants; tenant++)
        for (let listener = pick(1, 3); listener > 0; listener--) {
          const versions = pick(1, 58);
          const longest = pick(100, 500);
          const reader = world.reader(`heavy ${tenant}`, () =>
            Array.from({ length: versions }, (_, version) => (version === 0 ? longest : pick(1, longest))),
          );
          if (random() < 0.7) reader.arrivals.push(...Array.from({ length: 1000 }, () => 0));
          if (random() < 0.7 || reader.arrivals.length === 0) reader.backlog = 1000;
        }
      // What they are like is known from then on.
      await world.run(heavyTenants * 200);
      const light = world.reader('light', () => [1]);
      let atMs = world.time.nowMs;
      for (let n = 0; n < 50; n++) light.arrivals.push((atMs += pick(50, 5000)));
      const arrivals = [...light.arrivals];
      const from = world.units.length;
      while (light.arrivals.length > 0) await world.run(1);
      const units = world.units.slice(from);
      for (const [index, unit] of units.filter(({ reader }) => reader === light).entries()) {
        const ready = arrivals[index]!;
        const others = units.filter(({ reader, fromMs, toMs }) => reader !== light && toMs > ready && fromMs < unit.fromMs);
        expect([seed, index, others.length]).toEqual([seed, index, expect.toSatisfy((count) => count <= 1)]);
        served++;
      }
    }
    expect(served).toBe(40 * 50);
  });

  test('those that always have work have the same time, however many listeners and versions it is spread over', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seeded(seed);
      const pick = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
      const world = new World();
      const tenants = Array.from({ length: pick(2, 5) }, (_, n) => `t${n}`);
      for (const tenantId of tenants)
        for (let listener = pick(1, 4); listener > 0; listener--) {
          const costs = Array.from({ length: pick(1, 58) }, () => pick(1, 500));
          const reader = world.reader(tenantId, () => costs);
          if (random() < 0.5) reader.arrivals.push(...Array.from({ length: 3000 }, () => 0));
          else reader.backlog = 3000;
        }
      for (let look = 0; look < 20; look++) {
        await world.run(100);
        const used = tenants.map((tenantId) => world.used(tenantId));
        expect(Math.max(...used) - Math.min(...used)).toBeLessThanOrEqual(1000);
      }
    }
  });

  test('a tenant with long units that comes back to others that never rest waits for no more than a unit like its own of each', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seeded(seed);
      const pick = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
      const world = new World();
      const others = pick(1, 5);
      const otherMs = pick(2, 5);
      for (let tenant = 0; tenant < others; tenant++) {
        const reader = world.reader(`short ${tenant}`, () => [otherMs]);
        reader.backlog = 1_000_000;
      }
      const unitMs = pick(10, 100);
      const long = world.reader('long', () => [unitMs]);
      // It uses less than its share of the time.
      const everyMs = 2 * unitMs * (others + 1);
      const arrivals = Array.from({ length: 5 }, (_, n) => n * everyMs);
      long.arrivals.push(...arrivals);
      await world.runUntil(long, 10_000);
      const waits = world.units.filter(({ reader }) => reader === long).map(({ fromMs }, n) => fromMs - arrivals[n]!);
      expect([seed, Math.max(...waits)]).toEqual([seed, expect.toSatisfy((wait) => wait <= others * (unitMs + 2 * otherMs))]);
    }
  });

  test('how long a unit was is forgotten: the machine may have stopped meanwhile', async () => {
    const world = new World();
    const costs = [3000, 1];
    const paused = world.reader('paused', () => [costs.shift()!]);
    for (const tenantId of ['one', 'other']) world.reader(tenantId, () => [2]).backlog = 1_000_000;
    paused.arrivals.push(0, 12_000);
    await world.runUntil(paused, 10_000);
    const { fromMs } = world.units.findLast(({ reader }) => reader === paused)!;
    expect(fromMs).toBeLessThanOrEqual(12_010);
  });

  test('time in which a tenant had nothing to do is not saved up', async () => {
    const world = new World();
    const late = world.reader('late', () => [10]);
    const early = world.reader('early', () => [10]);
    early.arrivals.push(...Array.from({ length: 1000 }, () => 0));
    await world.run(500);
    late.arrivals.push(...Array.from({ length: 1000 }, () => 0));
    await world.run(100);
    expect(world.used('late')).toBeLessThanOrEqual(510);
    expect(world.used('early')).toBeGreaterThanOrEqual(5490);
  });

  test('what a tenant makes the thread do outside of units counts as its own', async () => {
    const world = new World();
    for (const tenantId of ['sends', 'runs']) world.reader(tenantId, () => [10]).arrivals.push(...Array.from({ length: 1000 }, () => 0));
    await world.run(2);
    world.lane.account('sends', () => (world.time.nowMs += 300));
    await world.run(200);
    expect(world.used('runs') - world.used('sends')).toBeGreaterThanOrEqual(270);
  });

  test("a tenant's stragglers have a quarter of its time while its riders have work, beside whoever else", async () => {
    const world = new World();
    const both = world.reader('both', () => [10]);
    both.arrivals.push(...Array.from({ length: 1000 }, () => 0));
    both.backlog = 1000;
    world.reader('other', () => [7]).backlog = 1000;
    await world.run(400);
    const ran = world.units.filter(({ reader }) => reader === both).length;
    expect((1000 - both.backlog) / ran).toBeCloseTo(0.25, 1);
  });

  test('a block is run by all its versions before the next one of the tenant is begun', async () => {
    const world = new World();
    const one = world.reader('t1', () => [1, 1, 1]);
    const other = world.reader('t1', () => [1, 1]);
    for (const { arrivals } of [one, other]) arrivals.push(0, 0);
    await world.run(10);
    const round = ['one', 'one', 'one', 'other', 'other'];
    expect(world.units.map(({ reader }) => (reader === one ? 'one' : 'other'))).toEqual([...round, ...round]);
  });

  test('alone on a lane, a tenant pays for it with one look at the clock for each unit', async () => {
    const world = new World();
    world.reader('t1', () => Array.from({ length: 20 }, () => 0)).arrivals.push(...Array.from({ length: 100 }, () => 0));
    await world.run(2000);
    expect(world.units).toHaveLength(2000);
    expect(world.time.looks).toBeLessThanOrEqual(2000 + 10);
  });
});
