import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { readBootId } from '@acequia/base/process';
import { createMemoryJournal, type Journal } from '@acequia/journal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCrashJournal } from '../../test/crash-journal.ts';
import { action, deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { totalsOf, until } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';
import { createEngine } from '../engine.ts';
import { crashKey, readCrashes, storedCrash } from './crash-record.ts';
import { slotPath, takeLastEnd } from './last-end.ts';
import { statePlace, StepSlot } from './step-slot.ts';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'acequia-state-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const componentsModule = new URL('../../test/deadly-toys.ts', import.meta.url).href;
const listeners = [listener('LI_1'), { ...listener('LI_2'), tenantId: 't2' }];
const hour = 3_600_000;

const tallying = (id: string, versionId: string, everyMs = hour) =>
  pipeline(id, versionId, [label(), action('tally', 'tally', { everyMs }), sink('out', 'a')], links('start > tally', 'tally > out'));
const marking = (id: string, versionId: string) =>
  pipeline(id, versionId, [label(), action('mark', 'mark', { mark: '' }), sink('out', 'a')], links('start > mark', 'mark > out'));
const neighbour = {
  ...pipeline('PL_9', 'PV_9', [label('LI_2'), sink('out', 'b')], links('start > out')),
  tenantId: 't2',
};

/** An engine with one lane, on a thread of its own that ends by work on states; or on this one. */
function start(journal: Journal = createMemoryJournal(), isOnThread = true) {
  const toys = createToys();
  const engine = createEngine({
    journal,
    components: toys.components,
    clock: systemClock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    log: silentLog,
    worker: 'w1',
    secret: () => undefined,
    limits: { commitIntervalMs: 20, checkpointIntervalMs: 1, retentionMs: 0 },
    ...(isOnThread ? { lanes: { count: 1, componentsModule } } : {}),
    crashes: { directory, componentsModule },
  });
  const apply = (...pipelines: readonly ReturnType<typeof tallying>[]) =>
    engine.apply(deployment([...pipelines, neighbour], { listeners }));
  const statusOf = (id: string) => engine.status().pipelines.filter((one) => one.id === id);
  return { engine, toys, journal, apply, statusOf };
}

const delivered = ({ engine }: ReturnType<typeof start>): number => totalsOf(engine, 'PV_9')['delivered'] ?? 0;

/** What the other tenant sends comes through. */
async function neighbourGoesOn(world: ReturnType<typeof start>): Promise<void> {
  const before = delivered(world);
  await submitLines(world.toys.peer('LI_2'), ['from the other tenant']);
  await until(() => delivered(world) > before);
}

test.each(['deadly window', 'deadly copy', 'deadly return'])(
  'a version whose state ends its lane (%s) is held with its reason; others go on, and what came while it was held is the next one’s',
  { timeout: 120_000 },
  async (deadly) => {
    const everyMs = deadly === 'deadly window' ? 100 : hour;
    let world = start();
    await world.apply(tallying('PL_1', 'PV_1', everyMs));
    await submitLines(world.toys.peer('LI_1'), [`${deadly}#1`], undefined, Date.now());
    if (deadly === 'deadly return') {
      await until(() => totalsOf(world.engine, 'PV_1')['merged:window'] === 1);
      await world.engine.stop({ deadlineMs: 1000 });
      world = start(world.journal);
      await world.apply(tallying('PL_1', 'PV_1', everyMs));
    }
    const { engine, toys, apply, statusOf, journal } = world;
    await until(() => statusOf('PL_1').some(({ error }) => error?.code === 'ENGINE_STATE_CRASH'));
    expect(statusOf('PL_1')).toMatchObject([{ versionId: 'PV_1', state: 'error' }]);
    await neighbourGoesOn(world);
    await submitLines(toys.peer('LI_1'), ['came while held'], undefined, Date.now());
    await until(() => totalsOf(engine, 'LI_1')['received'] === 2);

    await apply(marking('PL_1', 'PV_2'));
    await until(() => statusOf('PL_1').length === 1 && statusOf('PL_1')[0]!.versionId === 'PV_2');
    expect(statusOf('PL_1')).toMatchObject([{ state: 'running' }]);
    await until(() => (totalsOf(engine, 'PV_2')['delivered'] ?? 0) > 0);
    await apply();
    await until(() => statusOf('PL_1').length === 0);
    await neighbourGoesOn(world);
    expect(readCrashes(journal).filter(({ versionId }) => versionId === 'PV_1')).toEqual([]);
    await engine.stop({ deadlineMs: 1000 });
  },
);

test('a version that ends its lane by what it gives up when it is stopped is over without its state', { timeout: 120_000 }, async () => {
  const world = start();
  const { engine, toys, apply, statusOf } = world;
  await apply(tallying('PL_1', 'PV_1'));
  await submitLines(toys.peer('LI_1'), ['deadly window#1'], undefined, Date.now());
  await until(() => totalsOf(engine, 'PV_1')['merged:window'] === 1);
  await apply();
  await until(() => statusOf('PL_1').length === 0);
  await neighbourGoesOn(world);
  await engine.stop({ deadlineMs: 1000 });
});

/** A process ends, for whatever reason, in the work on the state of `PV_1`. */
function endProcessInState(): void {
  const path = slotPath(directory, 0);
  const slot = new StepSlot(path, readBootId());
  slot.follow();
  slot.inState('PV_1', 1, () => copyFileSync(path, `${path}.ended`));
  renameSync(`${path}.ended`, path);
}

test('a process that was killed in the work on a state is no proof; a second one is', async () => {
  takeLastEnd(directory, readBootId());
  const first = start(createMemoryJournal(), false);
  await first.apply(tallying('PL_1', 'PV_1'));
  await submitLines(first.toys.peer('LI_1'), ['a#1'], undefined, Date.now());
  await until(() => totalsOf(first.engine, 'PV_1')['merged:window'] === 1);
  await first.engine.stop({ deadlineMs: 1000 });

  endProcessInState();
  const second = start(first.journal, false);
  await second.apply(tallying('PL_1', 'PV_1'));
  expect(second.statusOf('PL_1')).toMatchObject([{ state: 'running' }]);
  await second.engine.stop({ deadlineMs: 1000 });
  const [suspected] = readCrashes(first.journal);
  expect(suspected).toMatchObject({ stream: statePlace, versionId: 'PV_1', deaths: 1, guilty: [] });

  await first.journal.commits.commit(new Map([[crashKey(suspected!), storedCrash({ ...suspected!, generation: -1 })]]));
  endProcessInState();
  const third = start(first.journal, false);
  await third.apply(tallying('PL_1', 'PV_1'));
  expect(third.statusOf('PL_1')).toMatchObject([{ state: 'error', error: { code: 'ENGINE_STATE_CRASH' } }]);
  await third.engine.stop({ deadlineMs: 1000 });
  expect(readCrashes(first.journal)).toMatchObject([{ deaths: 2, guilty: 'all' }]);
});

test('a process that dies each time while a state is taken up does not do so for ever', async () => {
  takeLastEnd(directory, readBootId());
  const first = start(createMemoryJournal(), false);
  await first.apply(tallying('PL_1', 'PV_1'));
  await submitLines(first.toys.peer('LI_1'), ['a#1'], undefined, Date.now());
  await until(() => totalsOf(first.engine, 'PV_1')['merged:window'] === 1);
  await first.engine.stop({ deadlineMs: 1000 });

  const takeUp = (generation: number) => {
    const dying = createCrashJournal(first.journal, () => 0);
    const died = Promise.withResolvers<'died'>();
    const read: typeof dying.read = (stream, from, maxBytes) => {
      if (!stream.startsWith('st/')) return dying.read(stream, from, maxBytes);
      dying.crash();
      died.resolve('died');
      return new Promise(() => undefined);
    };
    const world = start({ ...dying, read, generation }, false);
    return { ...world, outcome: Promise.race([died.promise, world.apply(tallying('PL_1', 'PV_1')).then(() => 'taken up')]) };
  };
  endProcessInState();
  expect(await takeUp(11).outcome).toBe('died');
  expect(readCrashes(first.journal)).toMatchObject([{ stream: statePlace, versionId: 'PV_1', deaths: 1, guilty: [] }]);
  endProcessInState();
  const held = takeUp(12);
  expect(await held.outcome).toBe('taken up');
  expect(held.statusOf('PL_1')).toMatchObject([{ state: 'error', error: { code: 'ENGINE_STATE_CRASH' } }]);
  await held.engine.stop({ deadlineMs: 1000 });
});
