import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { createMemoryJournal, type Journal } from '@acequia/journal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBootId } from '@acequia/base/process';
import { createCrashJournal } from '../../test/crash-journal.ts';
import { action, deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';
import { ToyTables, withLookup } from '../../test/toy-tables.ts';
import { createEngine } from '../engine.ts';
import { CrashGuard } from './crash-guard.ts';
import { crashKey, readCrashes, storedCrash } from './crash-record.ts';
import { slotPath, takeLastEnd } from './last-end.ts';
import { StepSlot } from './step-slot.ts';
import type { Guilty } from './trial-protocol.ts';

const stream = 'li/t1/LI_1/0';
const nodes = [label(), action('mark', 'mark', { mark: '' }), sink('out', 'a')];
const deployed = deployment([pipeline('PL_1', 'PV_1', nodes, links('start > mark', 'mark > out'))]);
const version = { stream, block: 1, versionId: 'PV_1' };

let directory: string;
let journal: Journal;
let tables: ToyTables;
beforeEach(() => {
  tables = new ToyTables();
  directory = mkdtempSync(join(tmpdir(), 'acequia-crash-'));
  takeLastEnd(directory, readBootId());
  journal = createMemoryJournal();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A process that took the lines in, in one block, delivered nothing, and ended in that block at a node (`label`: before any). */
async function endIn(lines: readonly string[], versionId: string, node: number, wanted = deployed): Promise<void> {
  const dying = createCrashJournal(journal, () => 0);
  const { engine, toys, abandon } = startHarness({ journal: dying, lookup: tables.lookup });
  toys.destination('a').answer = () => new Promise(() => undefined);
  tables.prepare(engine, wanted);
  await engine.apply(wanted);
  await submitLines(toys.peer('LI_1'), lines);
  dying.crash();
  abandon();
  const slot = new StepSlot(slotPath(directory, 0), readBootId());
  slot.arm(new Map([[stream, 2]]));
  slot.enterBlock(stream, 1, versionId);
  slot.enterStep(node);
}

/** The next process, until everything has its outcome. */
async function liveOn(wanted = deployed) {
  const toys = createToys();
  const engine = createEngine({
    journal,
    components: toys.components,
    clock: systemClock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    log: silentLog,
    worker: 'w1',
    secret: () => undefined,
    lookup: tables.lookup,
    limits: { commitIntervalMs: 20, retentionMs: 0 },
    crashes: { directory, componentsModule: new URL('../../test/deadly-toys.ts', import.meta.url).href },
  });
  tables.prepare(engine, wanted);
  await engine.apply(wanted);
  expect(await engine.drain({ deadlineMs: 50_000 })).toBe(true);
  const { letters } = await engine.deadLetters.list('t1', {}, undefined, 100);
  await engine.stop({ deadlineMs: 1000 });
  expectBalance(engine, 'LI_1', ['PV_1']);
  return { delivered: toys.destination('a').lines, letters: letters.map(({ code, node }) => `${code} ${node}`) };
}

test('only the guilty event is set aside, at its node, and it stays so after another end', async () => {
  await endIn(['one', 'a deadly event', 'two'], 'PV_1', 1);
  expect(await liveOn()).toEqual({ delivered: ['one', 'two'], letters: ['ENGINE_CRASH mark'] });
  expect(readCrashes(journal)).toMatchObject([{ ...version, node: 'mark', deaths: 1 }]);
});

test('a block is tried with the tables that its version needs', async () => {
  const looking = [label(), action('look', 'look', { lookup: 'LK_1' }), action('mark', 'mark', { mark: '' }), sink('out', 'a')];
  const wanted = withLookup(deployment([pipeline('PL_1', 'PV_1', looking, links('start > look', 'look > mark', 'mark > out'))]), 7);
  await endIn(['one', 'a deadly event'], 'PV_1', 2, wanted);
  expect(await liveOn(wanted)).toEqual({ delivered: ['7 one'], letters: ['ENGINE_CRASH mark'] });
});

/** A process with a lane on a thread of its own, which dies of steps that hang. */
function startOnThread() {
  const componentsModule = new URL('../../test/deadly-toys.ts', import.meta.url).href;
  const toys = createToys();
  const engine = createEngine({
    journal,
    components: toys.components,
    clock: systemClock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    log: silentLog,
    worker: 'w1',
    secret: () => undefined,
    limits: { commitIntervalMs: 20, retentionMs: 0 },
    lanes: { count: 1, componentsModule },
    crashes: { directory, componentsModule, suspectMs: 200, stepMsMax: 3000 },
  });
  return { engine, toys };
}

test('an event a step does not come back from ends its lane only, and goes to the dead letters', { timeout: 180_000 }, async () => {
  const { engine, toys } = startOnThread();
  await engine.apply(deployed);
  await submitLines(toys.peer('LI_1'), ['one', 'an endless event', 'two']);
  expect(await engine.drain({ deadlineMs: 170_000 })).toBe(true);
  const { letters } = await engine.deadLetters.list('t1', {}, undefined, 100);
  await engine.stop({ deadlineMs: 1000 });
  expectBalance(engine, 'LI_1', ['PV_1']);
  expect(letters).toMatchObject([{ code: 'ENGINE_CRASH', node: 'mark' }]);
  expect(totalsOf(engine, 'PV_1')).toMatchObject({ entered: 3, delivered: 2, thrown: 1 });
});

/** Processes this one has started that run, or have ended and are still known to the system (proc(5)). */
const children = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === process.pid;
    } catch {
      return false;
    }
  });

test.skipIf(!existsSync('/proc/self/stat'))(
  'a lane that dies while a block is tried leaves no process behind, neither a running one nor one that has ended',
  { timeout: 180_000 },
  async () => {
    const before = children();
    const ids = ['1', '2', '3'];
    const { engine, toys } = startOnThread();
    await engine.apply(deployment(ids.map((id) => pipeline(`PL_${id}`, `PV_${id}`, nodes, links('start > mark', 'mark > out')))));
    await submitLines(toys.peer('LI_1'), ['an endless event']);
    expect(await engine.drain({ deadlineMs: 170_000 })).toBe(true);
    await engine.stop({ deadlineMs: 1000 });
    expect(ids.map((id) => totalsOf(engine, `PV_${id}`)['thrown'])).toEqual([1, 1, 1]);
    expect(children().filter((pid) => !before.includes(pid))).toEqual([]);
  },
);

test('an innocent block is run as it is', async () => {
  await endIn(['one', 'two'], 'PV_1', 1);
  expect(await liveOn()).toEqual({ delivered: ['one', 'two'], letters: [] });
});

test('what ends the decoder is set aside before it is decoded', async () => {
  await endIn(['one', 'a deadly frame', 'two'], '', 0);
  expect(await liveOn()).toEqual({ delivered: ['one', 'two'], letters: ['ENGINE_CRASH '] });
});

test('does not end for ever where a trial finds nobody: the third time the block is set aside', async () => {
  await journal.commits.commit(
    new Map([[crashKey(version), storedCrash({ ...version, node: 'mark', deaths: 2, generation: -1, guilty: [] })]]),
  );
  await endIn(['one', 'two'], 'PV_1', 1);
  expect(await liveOn()).toEqual({ delivered: [], letters: ['ENGINE_CRASH mark', 'ENGINE_CRASH mark'] });
});

test('of the blocks of a tenant that wait to be tried, one at a time is in memory', async () => {
  const listeners = [listener('LI_1'), listener('LI_2'), { ...listener('LI_3'), tenantId: 't2' }].map((deployed) => ({
    deployed,
    stream: `li/${deployed.tenantId}/${deployed.id}/0`,
  }));
  for (const place of listeners) {
    const frames = { codec: 1, meta: ['{"receivedMs":1,"transport":"tcp"}'], frames: Uint32Array.of(0, 3, 0, 0, 3), frameCount: 1 };
    await journal.append({ blocks: [{ stream: place.stream, ...frames, bytes: Buffer.from('one') }], durability: 'memory' });
    const suspected = { stream: place.stream, block: 1, versionId: '', node: '', deaths: 1, generation: 1, guilty: null };
    await journal.commits.commit(new Map([[crashKey(suspected), storedCrash(suspected)]]));
  }
  const asked: { readonly id: string; resolve(guilty: Guilty): void }[] = [];
  const guard = new CrashGuard({
    journal,
    clock: systemClock,
    log: silentLog,
    worker: 'w1',
    directory,
    componentsModule: '',
    stepMsMax: 10_000,
    suspectMs: 750,
    lane: 0,
    lastEnd: undefined,
    wake: () => undefined,
    tryBlock: (trial) => new Promise((resolve) => asked.push({ id: trial.listener.id, resolve })),
  });
  await guard.begin({ versions: [], listeners, cluster: 'c' });
  await until(() => asked.length > 1);
  expect(asked.map(({ id }) => id)).toEqual(['LI_1', 'LI_3']);
  asked[0]!.resolve([]);
  await until(() => asked.length > 2);
  expect(asked[2]!.id).toBe('LI_2');
  await guard.stop();
});
