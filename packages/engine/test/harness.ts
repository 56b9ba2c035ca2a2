import { threadId } from 'node:worker_threads';
import { silentLog, systemClock, type Clock, type Log } from '@acequia/base';
import { createMemoryJournal, type Journal } from '@acequia/journal';
import { expect } from 'vitest';
import { createEngine, type Engine } from '../src/engine.ts';
import type { EngineLimits, EngineOptions } from '../src/options.ts';
import { createToys, type ToyCreation, type Toys } from './toy-components.ts';
import { serveToyWire } from './toy-wire.ts';

export interface Harness {
  readonly engine: Engine;
  readonly toys: Toys;
  readonly journal: Journal;
  /** Ends all lanes that have threads of their own; the engine begins them again. */
  killLanes(): void;
  /** The engine does nothing any more, as if its process had died. For a journal that has died before. */
  abandon(): void;
}

let lanesOfHarness = 0;

/** Lanes on threads of their own for all tests of this file; without a call, one on the test's own. */
export function useLanes(count: number): void {
  lanesOfHarness = count;
}

export const laneCount = (): number => lanesOfHarness;

let channels = 0;

export function startHarness(
  options: {
    journal?: Journal;
    toys?: Toys;
    limits?: Partial<EngineLimits>;
    log?: Log;
    componentsModule?: string;
    kernels?: 'wasm' | 'script';
    lookup?: NonNullable<EngineOptions['lookup']>;
    secret?: EngineOptions['secret'];
    crashes?: NonNullable<EngineOptions['crashes']>;
    /** Time of the wall clock. */
    now?: () => number;
  } = {},
): Harness {
  const toys = options.toys ?? createToys();
  const journal = options.journal ?? createMemoryJournal();
  const count = lanesOfHarness;
  let abandoned = false;
  const clock: Clock = {
    ...systemClock,
    ...(options.now ? { now: options.now } : {}),
    after: (ms, run) => systemClock.after(ms, () => void (abandoned || run())),
  };
  const channel = `toys ${process.pid} ${threadId} ${++channels}`;
  const laneToys = new URL(`./lane-toys.ts?channel=${encodeURIComponent(channel)}`, import.meta.url).href;
  const engine = createEngine({
    journal,
    components: toys.components,
    clock,
    random: { bytes: (n) => crypto.getRandomValues(new Uint8Array(n)) },
    log: options.log ?? silentLog,
    worker: 'w1',
    secret: options.secret ?? (() => undefined),
    limits: { commitIntervalMs: 20, retentionMs: 0, ...options.limits },
    lanes: { count, componentsModule: options.componentsModule ?? laneToys },
    ...(options.kernels ? { kernels: options.kernels } : {}),
    ...(options.lookup ? { lookup: options.lookup } : {}),
    ...(options.crashes ? { crashes: options.crashes } : {}),
  });
  const lanes = count > 0 ? serveToyWire(channel, toys.wire) : undefined;
  if (lanes) carryBatching(engine, toys);
  return {
    engine,
    toys,
    journal,
    killLanes: () => lanes?.die(),
    abandon: () => {
      abandoned = lanes !== undefined;
      lanes?.die();
    },
  };
}

/** What a test says of its destinations' batching reaches lanes on other threads within the deployment. */
function carryBatching(engine: Engine, toys: Toys): void {
  const apply = engine.apply.bind(engine);
  engine.apply = (deployment, waiting) =>
    apply(
      {
        ...deployment,
        datasinks: deployment.datasinks.map((datasink) => {
          const creation = datasink.creation as unknown as ToyCreation;
          return { ...datasink, creation: { ...creation, batching: toys.destination(creation.name).batching } };
        }),
      },
      waiting,
    );
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
    if ((subject.kind === 'version' ? subject.versionId : subject.id) !== id) continue;
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
