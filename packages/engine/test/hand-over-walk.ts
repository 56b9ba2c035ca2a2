import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { Disconnected, Misconfigured, Retry } from '@acequia/component-sdk/runtime';
import { createMemoryJournal, openJournal } from '@acequia/journal';
import { inlineWriter, nodeFileCalls, testLog } from '@acequia/journal/testing';
import fc from 'fast-check';
import type { Journals } from './hand-over-places.ts';
import { World } from './hand-over-world.ts';

class Command implements fc.AsyncCommand<object, World> {
  readonly #name: string;
  readonly #act: (world: World) => void | Promise<void>;
  constructor(name: string, act: (world: World) => void | Promise<void>) {
    this.#name = name;
    this.#act = act;
  }
  check(): boolean {
    return true;
  }
  async run(_model: object, world: World): Promise<void> {
    await this.#act(world);
    await world.settle();
    world.check();
  }
  toString(): string {
    return this.#name;
  }
}

const errors: Readonly<Record<string, () => unknown>> = {
  retry: () => new Retry('HTTP_503'),
  disconnected: () => new Disconnected('DELIVERY_RESET'),
  misconfigured: () => new Misconfigured('HTTP_401'),
};
const act = (name: string, run: (world: World) => void | Promise<void>) => fc.constant(new Command(name, run));
/** A person is needed as often as anything else goes wrong. */
const faults = fc.constantFrom('misconfigured', 'misconfigured', 'retry', 'disconnected');
const often = <T>(times: number, each: T): T[] => Array.from({ length: times }, () => each);

const commands = (reads: fc.Arbitrary<string>, which: fc.Arbitrary<string>, crashes: boolean) => [
  ...often(
    5,
    fc
      .tuple(reads, fc.integer({ min: 1, max: 7 }))
      .map(([to, count]) => new Command(`${count} to ${to}`, (world) => world.submit(to, count))),
  ),
  ...often(
    4,
    reads.map((to) => new Command(`publish at ${to}`, (world) => world.publish(to))),
  ),
  ...often(
    2,
    fc.tuple(faults, reads).map(
      ([error, to]) =>
        new Command(`a: a send: ${error}, and publish at ${to}`, async (world) => {
          world.a.sends[0]?.end({ error: errors[error]!() });
          await world.settle();
          world.publish(to);
        }),
    ),
  ),
  act('stop the pipeline', (world) => world.stopPipeline()),
  act('start the pipeline again', (world) => world.startAgain()),
  act('edit the data sinks', (world) => world.edit()),
  ...often(
    8,
    which.map((name) => new Command(`${name}: open ends well`, ({ places }) => places[name]!.openings[0]?.end(undefined))),
  ),
  fc
    .tuple(which, faults)
    .map(([name, error]) => new Command(`${name}: open: ${error}`, ({ places }) => places[name]!.openings[0]?.end(errors[error]!()))),
  ...often(
    6,
    which.map((name) => new Command(`${name}: a send ends well`, ({ places }) => places[name]!.sends[0]?.end({ report: undefined }))),
  ),
  ...often(
    2,
    fc
      .tuple(which, fc.nat(1), faults)
      .map(
        ([name, at, error]) =>
          new Command(`${name}: send ${at}: ${error}`, ({ places }) => places[name]!.sends[at]?.end({ error: errors[error]!() })),
      ),
  ),
  act('a: refuses the first', ({ a, variant }) => {
    if (variant.spare) a.sends[0]?.end({ report: { rejected: [{ record: 0, code: 'TOY_NO' }] } });
  }),
  ...often(
    4,
    which.map((name) => new Command(`${name}: close ends`, ({ places }) => places[name]!.closings[0]?.endClose())),
  ),
  ...often(
    1,
    act('a person asks for an attempt', ({ engine }) => void engine.retryNow({ pipelineId: 'PL_1', node: 'out' }).catch(() => undefined)),
  ),
  fc.boolean().map((obeys) => new Command(`obeys: ${obeys}`, (world) => void (world.obeys = obeys))),
  fc.boolean().map((full) => new Command(`journal full: ${full}`, ({ disk }) => void (disk.full = full))),
  ...often(
    2,
    fc.constantFrom(20, 1100, 6000, 12_000).map((ms) => new Command(`${ms} ms pass`, ({ clock }) => clock.pass(ms))),
  ),
  ...(crashes ? [act('crash', (world) => world.crash()), act('restart', (world) => world.restart())] : []),
];

/** Listeners leave and come back, so that they stand in one lane or in another. */
const lanesCommands = (listener: fc.Arbitrary<string>, crashes: boolean) => [
  ...often(
    3,
    listener.map((id) => new Command(`publish PL_2 at ${id}`, (world) => world.publish(id, world.tracks[1]))),
  ),
  ...often(
    2,
    fc.tuple(listener, listener).map((to) => new Command(`publish both at ${to.join()}`, (world) => world.publishTogether(...to))),
  ),
  act('stop PL_2', (world) => world.stopPipeline(world.tracks[1])),
  act('start PL_2 again', (world) => world.startAgain(world.tracks[1])),
  ...often(
    2,
    listener.map((id) => new Command(`${id} leaves`, (world) => world.remove(id))),
  ),
  ...often(
    3,
    listener.map((id) => new Command(`${id} comes back`, (world) => world.bringBack(id))),
  ),
  ...(crashes
    ? [
        ...often(
          2,
          fc.nat(1).map((lane) => new Command(`lane ${lane} dies`, (world) => world.killLane(lane))),
        ),
        ...often(
          4,
          fc.tuple(listener, listener, fc.constantFrom('a', 'c'), fc.nat(1)).map(
            ([one, other, name, lane]) =>
              new Command(`publish both at ${one},${other}, ${name}: close ends, lane ${lane} dies`, async (world) => {
                world.publishTogether(one, other);
                await world.settle();
                world.places[name]!.closings[0]?.endClose();
                await world.settle();
                world.killLane(lane);
                await world.clock.pass(300);
              }),
          ),
        ),
      ]
    : []),
];

interface Walk {
  /** See `WorldOptions`. */
  readonly lanes: number;
  readonly crashes: boolean;
  readonly runs: number;
  readonly seed: number;
}

/** Any order of calls, and then the end of all faults. In which states of its place a version was replaced, and how often. */
export async function walk(journals: Journals, { lanes, crashes, runs, seed }: Walk): Promise<ReadonlyMap<string, number>> {
  const listeners = lanes > 0 ? ['LI_1', 'LI_2', 'LI_3', 'LI_4', 'LI_5'] : ['LI_1', 'LI_2'];
  const reads = lanes > 0 ? fc.constantFrom(...listeners) : fc.constantFrom('LI_1', 'LI_1', 'LI_2');
  const which = fc.constantFrom('a', 'b', ...(lanes > 0 ? ['c'] : []));
  const variants = fc.record({
    order: fc.constantFrom('none' as const, 'strict' as const),
    once: fc.boolean(),
    spare: fc.boolean(),
    acked: lanes > 0 ? fc.boolean() : fc.constant(false),
  });
  const all = [...commands(reads, which, crashes), ...(lanes > 0 ? lanesCommands(reads, crashes) : [])];
  const handOvers = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(variants, fc.commands(all, { maxCommands: 80, size: 'max' }), async (variant, calls) => {
      const world = new World({ variant, journals, lanes, listeners }, await journals.open());
      try {
        await world.start();
        await fc.asyncModelRun(() => ({ model: {}, real: world }), calls);
        await world.finish();
      } finally {
        for (const [name, count] of world.handOvers) handOvers.set(name, (handOvers.get(name) ?? 0) + count);
        await journals.close(world.disk.inner);
      }
    }),
    { numRuns: runs, seed },
  );
  return handOvers;
}

export const inMemory: Journals = {
  open: async () => createMemoryJournal(),
  reopen: async (journal) => journal,
  close: async () => undefined,
};

let directory: string;
const openDirectory = () =>
  openJournal({
    directory,
    identity: testLog(),
    clock: systemClock,
    log: silentLog,
    reserveBytes: 64 * 1024,
    startWriter: (reserve) => inlineWriter(nodeFileCalls, reserve),
  });
export const onDisk: Journals = {
  open: () => {
    directory = mkdtempSync(join(tmpdir(), 'acequia-hand-over-'));
    return openDirectory();
  },
  reopen: async (journal) => {
    await journal.close();
    return openDirectory();
  },
  close: async (journal) => {
    await journal.close();
    rmSync(directory, { recursive: true });
  },
};
