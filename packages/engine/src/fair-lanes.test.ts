import { silentLog } from '@acequia/base';
import type { BatchView } from '@acequia/batch';
import type { CompileContext, StepOutput } from '@acequia/component-sdk/runtime';
import { createMemoryJournal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { createCrashJournal, seeded } from '../test/crash-journal.ts';
import { action, deployment, label, links, listener, pipeline, sink } from '../test/deployments.ts';
import { expectBalance, startHarness } from '../test/harness.ts';
import { createToys, submitLines } from '../test/toy-components.ts';
import { settle, VirtualClock } from '../test/virtual-clock.ts';
import { createEngine } from './engine.ts';
import { unitMs } from './limits.ts';
import type { Components, DatasinkComponent, EngineLimits } from './options.ts';

const heavyMs = 500;
const heavyVersions = 8;
const bodies = 20;
const body = (n: number, lines = 2) => Array.from({ length: lines }, (_, line) => `${n}.${line};`);
const names = Array.from({ length: heavyVersions }, (_, n) => `A${n}`);

/** One lane; `units` are the runs of versions over blocks, by the names of their steps. */
async function twoTenants(
  options: {
    limits?: Partial<EngineLimits>;
    /** In the heavy pipelines, before the step that takes long. */
    before?: readonly ReturnType<typeof action>[];
    onHeavy?: () => void;
    /** Encoding one of their events takes so long. */
    encodeMs?: number;
    /** The step that takes long does so for each event, and not for a batch. */
    eventMs?: number;
    lines?: number;
  } = {},
) {
  const { limits, before = [], onHeavy, encodeMs, eventMs, lines } = options;
  const clock = new VirtualClock();
  const toys = createToys();
  const units: string[] = [];
  /** Events of each. */
  const counts: number[] = [];
  /** Takes `ms` over a batch, and puts its name before the lines. */
  const spend = {
    definition: { config: { safeParse: (data: unknown) => ({ success: true, data }) }, ports: () => [{ id: 'default', kind: 'plain' }] },
    runtime: {
      compile: ({ name, ms }: { name: string; ms: number }, ctx: CompileContext) => {
        const slot = ctx.slots.slot('message');
        return {
          step: (view: BatchView, out: StepOutput) => {
            clock.spend(eventMs === undefined || name === 'B' ? ms : eventMs * view.count);
            units.push(name);
            counts.push(view.count);
            if (name !== 'B') onHeavy?.();
            for (const row of view.rows.subarray(0, view.count)) view.setText(row, slot, `${name} ${view.text(row, slot)!}`);
            out.all(ctx.port('default'));
          },
        };
      },
    },
  };
  const slowly = (component: DatasinkComponent) => ({
    ...component,
    runtime: {
      ...component.runtime,
      open: async (creation: { name: string }, node: never, ctx: never) => {
        const sink = await component.runtime.open(creation as never, node, ctx);
        if (encodeMs === undefined || creation.name === 'b') return sink;
        const encode: typeof sink.encode = (view, row, out) => {
          clock.spend(encodeMs);
          units.push('encode');
          sink.encode(view, row, out);
        };
        return { ...sink, encode };
      },
    },
  });
  const components = {
    ...toys.components,
    datasink: (id: string, version: string) => slowly(toys.components.datasink(id, version)!),
    action: (id: string, version: string) => (id === 'spend' ? spend : toys.components.action(id, version)),
  } as unknown as Components;
  const engine = createEngine({
    journal: createMemoryJournal(),
    components,
    clock,
    random: { bytes: (n) => crypto.getRandomValues(new Uint8Array(n)) },
    log: silentLog,
    worker: 'w1',
    secret: () => undefined,
    limits: { retentionMs: 0, ...limits },
  });
  const spends = (name: string, ms: number, from: string, to: string, steps: readonly ReturnType<typeof action>[] = []) => {
    const nodes = [label(from), ...steps, action('spend', 'spend', { name, ms }), sink('out', to)];
    const joined = nodes.slice(1).map(({ id }, index) => `${nodes[index]!.id} > ${id}`);
    return pipeline(`PL_${name}`, `PV_${name}`, nodes, links(...joined));
  };
  const wanted = deployment(
    [...names.map((name) => spends(name, heavyMs, 'LI_1', 'a', before)), { ...spends('B', 1, 'LI_2', 'b'), tenantId: 't2' }],
    { listeners: [listener('LI_1'), { ...listener('LI_2'), tenantId: 't2' }] },
  );
  const datasinks = wanted.datasinks.map((datasink) => (datasink.id === 'b' ? { ...datasink, tenantId: 't2' } : datasink));
  for (const name of ['a', 'b']) toys.destination(name).batching = { order: 'strict', concurrency: 1 };
  await during(engine.apply({ ...wanted, datasinks }), clock);
  /** A block each. */
  const sendHeavy = async () => {
    for (let n = 0; n < bodies; n++) await submitLines(toys.peer('LI_1'), body(n, lines));
  };
  /** Units of others that begin between the answer to a sender of B and the run of what it sent. */
  const waitOfB = async (): Promise<number> => {
    const before = units.filter((name) => name === 'B').length;
    await submitLines(toys.peer('LI_2'), ['b;']);
    const from = units.length;
    while (units.filter((name) => name === 'B').length === before) await new Promise((resolve) => setImmediate(resolve));
    return Math.max(0, units.lastIndexOf('B') - from);
  };
  const end = async () => {
    expect(await during(engine.drain({ deadlineMs: 1e9 }), clock)).toBe(true);
    await during(engine.stop({ deadlineMs: 1000 }), clock);
  };
  return { clock, engine, toys, units, counts, sendHeavy, waitOfB, end };
}

/** Time passes until it has ended. */
async function during<T>(work: Promise<T>, clock: VirtualClock): Promise<T> {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  while (!isOver) await clock.pass(50);
  return over;
}

const ofPipeline = (lines: readonly string[], name: string) => lines.filter((line) => line.startsWith(`${name} `));
const expected = (name: string) => Array.from({ length: bodies }, (_, n) => body(n).map((line) => `${name} ${line}`)).flat();

test("a tenant's block waits for one unit of another tenant's eight heavy versions, not for all of them over all their blocks", async () => {
  const { toys, units, sendHeavy, waitOfB, end } = await twoTenants();
  await sendHeavy();
  const waits: number[] = [];
  while (waits.length < 12) {
    await settle();
    waits.push(await waitOfB());
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(1);
  expect(units.filter((name) => name !== 'B').length).toBeLessThan(heavyVersions * bodies);
  await end();
  expect(units.filter((name) => name !== 'B')).toHaveLength(heavyVersions * bodies);
  for (const name of names) expect(ofPipeline(toys.destination('a').lines, name)).toEqual(expected(name));
  expect(toys.destination('b').lines).toHaveLength(12);
});

test('nor for the blocks that eight versions have fallen behind', async () => {
  const { clock, engine, toys, units, sendHeavy, waitOfB, end } = await twoTenants({ limits: { branchMemoryBytes: 20 } });
  const stopped = toys.destination('a');
  let wake: (() => void)[] = [];
  stopped.answer = () => new Promise((resolve) => wake.push(() => resolve(undefined)));
  await sendHeavy();
  const heavy = () => engine.status().pipelines.filter(({ id }) => id !== 'PL_B');
  while (!heavy().every(({ straggler, lagBlocks }) => straggler && lagBlocks > bodies / 2)) await clock.pass(100);
  stopped.answer = undefined;
  const from = units.length;
  for (const go of wake.splice(0)) go();
  wake = [];
  const waits: number[] = [];
  while (waits.length < 12) {
    await settle();
    waits.push(await waitOfB());
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(1);
  expect(units.length - from).toBeGreaterThan(2 * 12);
  await end();
  for (const name of names) expect(ofPipeline(stopped.lines, name)).toEqual(expected(name));
});

test('nor for the encoding of what they have made of a block', async () => {
  const { units, sendHeavy, waitOfB, end } = await twoTenants({ encodeMs: 100, lines: 50 });
  await sendHeavy();
  const waits: number[] = [];
  while (waits.length < 12) {
    await settle();
    waits.push(await waitOfB());
  }
  // A version over a block, and the first event that it hands to its data sink.
  expect(Math.max(...waits)).toBeLessThanOrEqual(2);
  expect(units.filter((unit) => unit === 'encode').length).toBeGreaterThan(10);
  await end();
});

test.each([
  { eventMs: 2, most: 10 },
  { eventMs: 15, most: 1 },
])('nor for more than 20 ms of events that cost $eventMs ms each, once it is known what they cost', async ({ eventMs, most }) => {
  const { toys, units, counts, waitOfB, end } = await twoTenants({ eventMs });
  const large = (n: number) => Array.from({ length: 300 }, (_, line) => `${n}.${line}${'x'.repeat(1000)};`);
  await submitLines(toys.peer('LI_1'), large(0));
  while (units.length < 2 * heavyVersions) await settle();
  const from = units.length;
  await submitLines(toys.peer('LI_1'), large(1));
  for (let n = 0; n < 5; n++) expect(await waitOfB()).toBeLessThanOrEqual(1);
  await end();
  const later = counts.filter((_, index) => index >= from && units[index] !== 'B');
  const old = later.indexOf(most);
  expect(old).toBeGreaterThan(0);
  expect(Math.max(...later.slice(old)) * eventMs).toBeLessThanOrEqual(unitMs);
  const sent = [...large(0), ...large(1)];
  for (const name of names) expect(ofPipeline(toys.destination('a').lines, name)).toEqual(sent.map((line) => `${name} ${line}`));
});

test('nor for all that eight versions have made out of their state when a commit lets it go on', async () => {
  let turn = 0;
  let next: NodeJS.Immediate | undefined;
  const count = () => {
    turn++;
    next = setImmediate(count);
  };
  count();
  const inTurn = new Map<number, number>();
  const { clock, engine, toys, end } = await twoTenants({
    before: [action('tally', 'tally', { everyMs: 1000 })],
    onHeavy: () => inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1),
  });
  await submitLines(toys.peer('LI_1'), ['k#1', 'k#2'], undefined, clock.now());
  while (toys.destination('a').lines.length < heavyVersions) await clock.pass(100);
  expect(engine.status().pipelines).toHaveLength(heavyVersions + 1);
  expect([...inTurn.values()]).toEqual(Array.from({ length: heavyVersions }, () => 1));
  await end();
  clearImmediate(next);
});

test('a version between whose runs of a block others have had their turn is not shown as behind, and a commit loses nothing of it', async () => {
  const { clock, engine, toys, units, sendHeavy, end } = await twoTenants();
  await sendHeavy();
  const seen = new Set<boolean>();
  while (units.length < 5 * heavyVersions) {
    await new Promise((resolve) => setImmediate(resolve));
    for (const { straggler } of engine.status().pipelines) seen.add(straggler);
    if (units.length % 3 === 0) await clock.pass(1000);
  }
  expect([...seen]).toEqual([false]);
  await end();
  for (const name of names) expect(ofPipeline(toys.destination('a').lines, name)).toEqual(expected(name));
});

test('a crash between the runs of a block by its versions loses nothing of any of them', async () => {
  const sinks = ['a', 'b', 'c'];
  const wanted = deployment(
    sinks.map((name) => pipeline(`PL_${name}`, `PV_${name}`, [label(), sink('out', name)], links('start > out'))),
    { sinks },
  );
  let apart = 0;
  for (let seed = 0; seed < 20; seed++) {
    const random = seeded(seed);
    const disk = createMemoryJournal();
    const toys = createToys();
    const acknowledged: string[] = [];
    for (let life = 0; life < 5; life++) {
      const journal = createCrashJournal(disk, random);
      // Each unit has a turn of its own.
      const { engine } = startHarness({ journal, toys, limits: { commitIntervalMs: 1, quantumMs: 0 } });
      await engine.apply(wanted);
      for (let round = 0; round < 6; round++) {
        const lines = [`${seed}.${life}.${round}.1;`, `${seed}.${life}.${round}.2;`];
        void submitLines(toys.peer('LI_1'), lines).then(
          () => acknowledged.push(...lines),
          () => undefined,
        );
        for (let turns = Math.floor(random() * 20); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      }
      journal.crash();
      if (new Set(engine.status().pipelines.map(({ lagBlocks }) => lagBlocks)).size > 1) apart++;
      for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
    }
    const { engine } = startHarness({ journal: disk, toys });
    await engine.apply(wanted);
    expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
    await engine.stop({ deadlineMs: 1000 });
    for (const name of sinks) {
      const lines = new Set(toys.destination(name).lines);
      expect([seed, name, acknowledged.filter((line) => !lines.has(line))]).toEqual([seed, name, []]);
    }
    expectBalance(
      engine,
      'LI_1',
      sinks.map((name) => `PV_${name}`),
    );
  }
  expect(apart).toBeGreaterThan(0);
});
