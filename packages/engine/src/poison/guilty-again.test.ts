import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeployedPipeline } from '@acequia/pipeline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBootId } from '@acequia/base/process';
import { action, deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, until } from '../../test/harness.ts';
import { beginLife, type Life } from '../../test/old-folders/life.ts';
import type { StoredLedger } from '../outcomes/ledger.ts';
import { slotPath } from './last-end.ts';
import { StepSlot } from './step-slot.ts';

const stream = 'li/t1/LI_1/0';
const versionId = 'PV_1';
const mark = action('mark', 'mark', { mark: '' });
/** Each trial starts processes of its own. */
const patient = { timeout: 180_000 };
const batching = { maxEvents: 1, concurrency: 1, order: 'strict' };

interface Scene {
  readonly nodes: DeployedPipeline['document']['nodes'];
  readonly joined: DeployedPipeline['document']['links'];
  readonly lines: readonly string[];
  /** How many of them each destination takes of the first process. */
  readonly taken: Readonly<Record<string, number>>;
  /** Index of the step that ends the second one; none: it is the decoder. */
  readonly step?: number;
  /** The first process cannot write a dead letter. */
  readonly writesNone?: boolean;
}

const straight = (...steps: DeployedPipeline['document']['nodes']): Pick<Scene, 'nodes' | 'joined'> => {
  const nodes = [label(), ...steps, sink('out', 'a')];
  return { nodes, joined: links(...nodes.slice(1).map(({ id }, index) => `${nodes[index]!.id} > ${id}`)) };
};

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'acequia-again-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function deployed({ nodes, joined }: Scene) {
  const base = deployment([pipeline('PL_1', versionId, nodes, joined)]);
  return { ...base, datasinks: base.datasinks.map((one) => ({ ...one, creation: { ...one.creation, batching } })) };
}

/** What the first destinations got by a process that was killed when it had counted a block, as its commit says. */
async function dieCounted(scene: Scene): Promise<Record<string, string[]>> {
  const life = await beginLife(directory, 0, { commitIntervalMs: 100, checkpointIntervalMs: 1e9 });
  for (const [name, taken] of Object.entries(scene.taken)) {
    let answered = 0;
    life.to(name).answer = () => (answered++ < taken ? undefined : new Promise(() => undefined));
  }
  life.journal.refuse('ob/', new Error('nothing is spilled'));
  if (scene.writesNone) life.journal.refuse('dl/', new Error('no letter is written'));
  await life.apply(deployed(scene));
  await life.send('LI_1', scene.lines);
  const all = Object.values(scene.taken).reduce((sum, taken) => sum + taken, 0);
  await until(() => life.version(versionId)?.positions[stream] === 2 && deliveredOf(life) === all);
  await kill(life);
  return Object.fromEntries(Object.keys(scene.taken).map((name) => [name, life.to(name).lines]));
}

/** As the commit log says. */
const deliveredOf = (life: Life): number =>
  (life.version(versionId)?.ledger as unknown as StoredLedger | undefined)?.totals['delivered'] ?? 0;

async function kill(life: Life): Promise<void> {
  await life.die();
  await life.disk.close();
}

/** The process after it ended in the block. */
function endInBlock({ step }: Scene): void {
  const slot = new StepSlot(slotPath(join(directory, 'crash'), 0), readBootId());
  slot.arm(new Map([[stream, 2]]));
  slot.enterBlock(stream, 1, step === undefined ? '' : versionId);
  if (step !== undefined) slot.enterStep(step);
}

/** What the next process delivers, and the dead letters. */
async function liveOn(scene: Scene) {
  const life = await beginLife(directory, 0);
  await life.apply(deployed(scene));
  expect(await life.engine.drain({ deadlineMs: 100_000 })).toBe(true);
  const { letters } = await life.engine.deadLetters.list('t1', {}, undefined, 100, 1000);
  await life.engine.stop({ deadlineMs: 1000 });
  expectBalance(life.engine, 'LI_1', [versionId]);
  await life.disk.close();
  return {
    sent: Object.fromEntries(Object.keys(scene.taken).map((name) => [name, life.to(name).lines])),
    letters: letters.map(({ code, json }) => `${code} ${(JSON.parse(json!) as { message?: string }).message ?? ''}`).sort(),
  };
}

async function linesAndLetters(scene: Scene) {
  const before = await dieCounted(scene);
  endInBlock(scene);
  const { sent, letters } = await liveOn(scene);
  const got = Object.fromEntries(Object.entries(sent).map(([name, lines]) => [name, [...before[name]!, ...lines].sort()]));
  return { got, letters };
}

const deadly = 'ENGINE_CRASH a deadly event';

test.each([
  [['one', 'a deadly event', 'two'], 0],
  [['a deadly event', 'one', 'two'], 0],
  [['one', 'a deadly event', 'two'], 1],
])(
  'an event found guilty in a block that was counted has an outcome, and no other loses its own: %j, %i delivered',
  patient,
  async (lines, a) => {
    const scene = { ...straight(mark), lines, taken: { a }, step: 1 };
    expect(await linesAndLetters(scene)).toEqual({ got: { a: ['one', 'two'] }, letters: [deadly] });
    expect(await liveOn(scene)).toEqual({ sent: { a: [] }, letters: [deadly] });
  },
);

test('one that was delivered before it was found guilty is no dead letter, and what waits behind it keeps its place', patient, async () => {
  const scene = { ...straight(mark), lines: ['a deadly event', 'one', 'two'], taken: { a: 1 }, step: 1 };
  expect(await linesAndLetters(scene)).toEqual({ got: { a: ['a deadly event', 'one', 'two'] }, letters: [] });
});

const branching = {
  nodes: [label(), action('pick', 'choose', { word: 'deadly' }), mark, sink('fast', 'a'), sink('slow', 'b')],
  joined: links('start > pick', 'pick.yes > mark', 'pick.yes > slow', 'pick.no > slow', 'mark > fast', 'mark > slow'),
  step: 2,
};

test('two events of a block that wait for two data sinks, and come to one of them twice, are one dead letter each', patient, async () => {
  const lines = ['a deadly event', 'one', '!no frame', 'a deadly event too', 'two'];
  const { got, letters } = await linesAndLetters({ ...branching, lines, taken: { a: 1, b: 2 } });
  expect(letters.filter((letter) => letter.startsWith('ENGINE_CRASH'))).toEqual([deadly, `${deadly} too`]);
  expect(letters).toHaveLength(3);
  expect(got['a']).toEqual(['a deadly event']);
  expect(got['b']!.filter((line) => !line.startsWith('a deadly'))).toEqual(['one', 'two']);
});

test('a step that counts events numbers those of a block that was counted anew, and loses none', patient, async () => {
  const scene = { ...straight(action('count', 'number', {}), mark), lines: ['one', 'a deadly event', 'two'], taken: { a: 1 }, step: 2 };
  const { got, letters } = await linesAndLetters(scene);
  expect(got['a']!.map((line) => line.split(':')[1])).toEqual(['one', 'two']);
  expect(letters).toEqual([deadly]);
});

test('a frame that ends the decoder of a block that was counted is a dead letter of the version that still had it', patient, async () => {
  const scene = { ...straight(mark), lines: ['one', 'a deadly frame', 'two', 'three'], taken: { a: 1 } };
  expect(await linesAndLetters(scene)).toEqual({ got: { a: ['one', 'three', 'two'] }, letters: ['ENGINE_CRASH '] });
});

test('a process that dies before the dead letter is synced leaves it to the next one', patient, async () => {
  const scene = { ...straight(mark), lines: ['one', 'a deadly event', 'two'], taken: { a: 1 }, step: 1 };
  const before = await dieCounted(scene);
  endInBlock(scene);
  const life = await beginLife(directory, 0);
  life.journal.refuse('dl/', new Error('no letter is written'));
  await life.apply(deployed(scene));
  await until(() => deliveredOf(life) === 2);
  const between = life.to('a').lines;
  await kill(life);
  const { sent, letters } = await liveOn(scene);
  expect([...before['a']!, ...between, ...sent['a']!]).toEqual(['one', 'two']);
  expect(letters).toEqual([deadly]);
});

const writesNone = { ...straight(mark), step: 1, writesNone: true };

test(
  'one that was delivered before it was found guilty is no dead letter either when letters of its block are written again',
  patient,
  async () => {
    const scene = { ...writesNone, lines: ['a deadly event', 'bad'], taken: { a: 1 } };
    expect(await linesAndLetters(scene)).toEqual({ got: { a: ['a deadly event'] }, letters: ['TOY_BAD bad'] });
  },
);

test(
  'one that was delivered before it was found guilty is none when the next process also dies before letters are synced',
  patient,
  async () => {
    const scene = { ...writesNone, lines: ['a deadly event', 'bad', 'one'], taken: { a: 1 } };
    const before = await dieCounted(scene);
    endInBlock(scene);
    const life = await beginLife(directory, 0);
    life.journal.refuse('dl/', new Error('no letter is written'));
    await life.apply(deployed(scene));
    await until(() => deliveredOf(life) === 2);
    const between = life.to('a').lines;
    await kill(life);
    const { sent, letters } = await liveOn(scene);
    expect([...before['a']!, ...between, ...sent['a']!]).toEqual(['a deadly event', 'one']);
    expect(letters).toEqual(['TOY_BAD bad']);
  },
);

/** All events come to the data sink, and are refused besides: those with a twin as two. */
const refusing = {
  nodes: [label(), action('one', 'mark', { mark: 'bad ' }), action('two', 'mark', { mark: '' }), sink('out', 'a')],
  joined: links('start > out', 'start > one', 'one > two', 'two > out'),
};

test.each([
  ['and it was refused by a step', { ...straight(mark), lines: ['a deadly event, bad'], taken: { a: 0 }, step: 1 }, `${deadly}, bad`],
  ['and it was delivered besides', { ...refusing, lines: ['a deadly event, a twin'], taken: { a: 1 }, step: 1 }, `${deadly}, a twin`],
  ['and now its frame ends the decoder', { ...straight(mark), lines: ['a deadly frame, bad'], taken: { a: 0 } }, 'ENGINE_CRASH '],
])('an event that was found guilty with a dead letter under way has one: %s', patient, async (_, scene, letter) => {
  const { got, letters } = await linesAndLetters({ ...scene, writesNone: true });
  expect(got).toEqual({ a: scene.taken.a === 0 ? [] : scene.lines });
  expect(letters).toEqual([letter]);
});

/** The lines are refused by all destinations, come in once more to those that take them, and are counted; then the process is killed. */
async function dieRedriven(
  scene: Scene,
  into: 'node' | 'start',
  letters = scene.lines.length * Object.keys(scene.taken).length,
  takes: readonly string[] = [],
): Promise<void> {
  const life = await beginLife(directory, 0, { commitIntervalMs: 2000, checkpointIntervalMs: 1e9 });
  const names = Object.keys(scene.taken);
  let refuses = true;
  for (const name of names)
    life.to(name).answer = async () => {
      // The first destination's letter comes first.
      await until(() => name === names[0] || life.disk.head('dl/t1').block > 1);
      if (refuses) return { rejected: [{ record: 0, code: 'TOY_NO' }] };
      return takes.includes(name) ? undefined : new Promise(() => undefined);
    };
  await life.apply(deployed(scene));
  await life.send('LI_1', scene.lines);
  while ((await life.engine.deadLetters.list('t1', {}, undefined, 100)).letters.length < letters)
    await new Promise((resolve) => setImmediate(resolve));
  refuses = false;
  const all = { filter: {}, from: undefined, limit: 1000 };
  expect(await life.engine.deadLetters.redrive('t1', all, into)).toEqual({ done: letters, refused: [] });
  life.journal.refuse('ob/', new Error('nothing is spilled'));
  const { block: head } = life.disk.head('rd/t1/PL_1');
  const delivered = takes.length * scene.lines.length;
  await until(() => life.version(versionId)?.positions['rd/t1/PL_1'] === head && deliveredOf(life) === delivered);
  await kill(life);
}

/** The process after it ended in the block of events that came in once more. */
function endInRedriven(step: number): void {
  const slot = new StepSlot(slotPath(join(directory, 'crash'), 0), readBootId());
  slot.arm(new Map([['rd/t1/PL_1', 2]]));
  slot.enterBlock('rd/t1/PL_1', 1, versionId);
  slot.enterStep(step);
}

test('events that came in once more, were counted and end the process go back to the dead letters as a block, once', patient, async () => {
  const scene = { ...straight(mark), lines: ['a deadly event', 'one'], taken: { a: 0 }, step: 1 };
  await dieRedriven(scene, 'start');
  endInRedriven(1);
  expect(await liveOn(scene)).toEqual({ sent: { a: [] }, letters: [deadly, 'ENGINE_CRASH one'] });
});

test(
  'an event that came in once more beside one that was made of it goes back to the dead letters as they were: both',
  patient,
  async () => {
    const scene = { ...straight(mark), lines: ['a deadly event, a twin'], taken: { a: 0 }, step: 1 };
    await dieRedriven(scene, 'node', 2);
    endInRedriven(2);
    expect(await liveOn(scene)).toEqual({ sent: { a: [] }, letters: Array(2).fill(`${deadly}, a twin`) });
  },
);

test('an event that came in once more at two data sinks comes to the other one when the block it was delivered of is guilty', async () => {
  const scene = {
    nodes: [label(), mark, sink('fast', 'a'), sink('slow', 'b')],
    joined: links('start > mark', 'mark > fast', 'mark > slow'),
    lines: ['one'],
    taken: { a: 0, b: 0 },
  };
  await dieRedriven(scene, 'node', 2, ['a']);
  endInRedriven(1);
  expect(await liveOn(scene)).toEqual({ sent: { a: [], b: ['one'] }, letters: [] });
});

test('an event that came in once more at two data sinks, and was counted, comes to both of them behind a step with state', async () => {
  const scene = {
    nodes: [label(), action('count', 'number', {}), sink('fast', 'a'), sink('slow', 'b')],
    joined: links('start > count', 'count > fast', 'count > slow'),
    lines: ['one'],
    taken: { a: 0, b: 0 },
  };
  await dieRedriven(scene, 'node');
  const { sent, letters } = await liveOn(scene);
  expect([Object.values(sent).map((lines) => lines.length), letters]).toEqual([[1, 1], []]);
});
