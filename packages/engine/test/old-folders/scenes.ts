import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Disconnected, type DatasinkBatching, type SendReport } from '@acequia/component-sdk/runtime';
import { readBootId } from '@acequia/base/process';
import { JournalFailed, JournalFull } from '@acequia/journal';
import type { DeployedListener, DeployedPipeline, Deployment } from '@acequia/pipeline';
import { madeStream } from '../../src/lanes/made-queue.ts';
import type { EngineLimits } from '../../src/options.ts';
import { slotPath } from '../../src/poison/last-end.ts';
import { StepSlot } from '../../src/poison/step-slot.ts';
import { action, deployment, label, links, listener, pipeline, sink } from '../deployments.ts';
import { until } from '../harness.ts';
import { replay, withReplays } from '../replays.ts';
import { withLookup } from '../toy-tables.ts';
import type { Life } from './life.ts';

/** A state in which a process dies. */
export interface Scene {
  readonly name: string;
  /** What the next process is told to run. */
  readonly deployment: Deployment;
  readonly limits?: Partial<EngineLimits>;
  /** Brings a process into the state; then it is killed. */
  enter(life: Life): Promise<void>;
  /** What is done to its folder then. */
  cut?(directory: string): void;
  /** What the next process is given to do, once it runs. */
  goOn?(life: Life): Promise<void>;
  /** Destination → every line that arrives there, in both lives together. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  /** Of these, what comes of events that the next process takes in: what they are called depends on what else it wrote before. */
  readonly fresh?: readonly string[];
  /** Destinations that get their lines in the order above. */
  readonly inOrder?: readonly string[];
}

const farMs = 4_000_000_000_000;
const never = () => new Promise<never>(() => undefined);
const down = (): SendReport => {
  throw new Disconnected('TOY_DOWN');
};
const numbered = (count: number, prefix: string): string[] => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const tenantOf = { LI_1: 't1', LI_2: 't2', a: 't1', b: 't1', c: 't2' } as const;

/** `a` and `b` are destinations of tenant `t1`, which has listener `LI_1`; `c` and `LI_2` are another tenant's. */
function world(
  pipelines: readonly DeployedPipeline[],
  options: { listeners?: readonly DeployedListener[]; batching?: Partial<DatasinkBatching> } = {},
): Deployment {
  const { listeners = [listener(), listener('LI_2')], batching = {} } = options;
  const base = deployment(pipelines, { sinks: ['a', 'b', 'c'] });
  const known: Readonly<Record<string, string>> = tenantOf;
  return {
    ...base,
    listeners: listeners.map((one) => ({ ...one, tenantId: known[one.id]! })),
    datasinks: base.datasinks.map((one) => ({
      ...one,
      tenantId: known[one.name]!,
      creation: { ...one.creation, batching: { maxEvents: 1, ...batching } },
    })),
  };
}

type Node = DeployedPipeline['document']['nodes'][number];

function straight(
  number: number,
  listenerId: keyof typeof tenantOf,
  to: string,
  steps: readonly Node[] = [],
  config = {},
): DeployedPipeline {
  const nodes = [label(listenerId), ...steps, sink('out', to, config)];
  const joined = nodes.slice(1).map((node, index) => `${nodes[index]!.id} > ${node.id}`);
  return { ...pipeline(`PL_${number}`, `PV_${number}`, nodes, links(...joined)), tenantId: tenantOf[listenerId] };
}

const three = [straight(1, 'LI_1', 'a'), straight(2, 'LI_1', 'b'), straight(3, 'LI_2', 'c')];

async function sendAll(life: Life, listenerId: string, lines: readonly string[], receivedMs?: number): Promise<void> {
  for (const line of lines) await life.send(listenerId, [line], receivedMs);
}

/** Of committed figures. */
const countOf = (life: Life, versionId: string, counter: string): number => {
  const row = life.engine.totals().find(({ subject }) => 'versionId' in subject && subject.versionId === versionId);
  return row?.counts[counter] ?? 0;
};

const lettersOf = (life: Life, tenantId: string) =>
  life.engine.deadLetters.list(tenantId, {}, undefined, 100, 1000).then(({ letters }) => letters);

async function untilLetters(life: Life, tenantId: string, areEnough: (count: number) => boolean) {
  let letters = await lettersOf(life, tenantId);
  while (!areEnough(letters.length)) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    letters = await lettersOf(life, tenantId);
  }
  return letters;
}

/** Data sinks that were down with events waiting in memory, on disk and in the listeners' journals. */
const spilled: Scene = {
  name: 'spilled',
  deployment: world(three),
  limits: { branchMemoryBytes: 200, lagBytes: 0 },
  enter: async (life) => {
    const it = life.to('a');
    await life.apply(spilled.deployment);
    await sendAll(life, 'LI_1', ['first']);
    await sendAll(life, 'LI_2', ['first']);
    await until(() => ['PV_1', 'PV_2', 'PV_3'].every((id) => countOf(life, id, 'delivered') === 1));
    it.answer = (_batch, lines) => (lines[0]!.startsWith('part-done') ? undefined : down());
    life.to('c').answer = down;
    await life.send('LI_1', ['part-done 1', 'part-done 2', ...numbered(20, 'part-left ')]);
    await until(() => it.lines.length === 3);
    for (const id of ['LI_1', 'LI_2']) await sendAll(life, id, numbered(30, 'waiting '));
    await until(
      () =>
        (life.outbox('PV_1')?.spill?.partial.length ?? 0) > 0 &&
        (life.outbox('PV_3')?.spill?.rows ?? 0) > 0 &&
        countOf(life, 'PV_2', 'delivered') === 53,
    );
  },
  lines: {
    a: ['first', 'part-done 1', 'part-done 2', ...numbered(20, 'part-left '), ...numbered(30, 'waiting ')],
    b: ['first', 'part-done 1', 'part-done 2', ...numbered(20, 'part-left '), ...numbered(30, 'waiting ')],
    c: ['first', ...numbered(30, 'waiting ')],
  },
};

const edited = { ...listener('LI_1', { note: 'edited' }), revision: 2 };
const waitingPipelines = [straight(1, 'LI_1', 'a'), straight(3, 'LI_2', 'c')];
/** Events that wait where they came from, framed by two revisions of a listener; those of the other were not synced. */
const waiting: Scene = {
  name: 'waiting',
  deployment: world(waitingPipelines, { listeners: [edited, listener('LI_2', { durability: 'os' })] }),
  limits: { commitIntervalMs: 300 },
  enter: async (life) => {
    life.to('a').answer = down;
    life.to('c').answer = down;
    await life.apply(world(waitingPipelines, { listeners: [listener(), listener('LI_2', { durability: 'os' })] }));
    await sendAll(life, 'LI_1', numbered(20, 'one '));
    await life.apply(waiting.deployment);
    await sendAll(life, 'LI_1', numbered(20, 'two '));
    await sendAll(life, 'LI_2', numbered(20, 'three '));
    await until(() => ['PV_1', 'PV_3'].every((id) => (life.outbox(id)?.pending.length ?? 0) > 0));
  },
  lines: { a: [...numbered(20, 'one '), ...numbered(20, 'two ')], b: [], c: numbered(20, 'three ') },
};

/** A power cut in the middle of a write: its event was never acknowledged. */
const torn: Scene = {
  name: 'torn',
  deployment: world(three),
  enter: async (life) => {
    life.to('a').answer = down;
    await life.apply(torn.deployment);
    await sendAll(life, 'LI_1', numbered(5, 'whole '));
    await until(() => countOf(life, 'PV_2', 'delivered') === 5);
    await life.journal.die();
    // The process has no other hold on its journal any more.
    await life.disk.append({ blocks: [cutBlock], durability: 'fsync' });
  },
  cut: (directory) => {
    const [newest] = readdirSync(join(directory, 'journal'))
      .filter((name) => name.startsWith('segment-') && name.endsWith('.log'))
      .sort()
      .reverse();
    const path = join(directory, 'journal', newest!);
    truncateSync(path, statSync(path).size - 60);
  },
  lines: { a: numbered(5, 'whole '), b: numbered(5, 'whole '), c: [] },
};
const cutBlock = {
  stream: 'li/t1/LI_1/0',
  codec: 1,
  meta: ['{}'],
  frames: Uint32Array.from([0, 100, 0, 0, 100]),
  frameCount: 1,
  bytes: new Uint8Array(100).fill(120),
};

const marked = [straight(1, 'LI_1', 'a', [action('mark', 'mark', { mark: '' })]), straight(3, 'LI_2', 'c')];
/** Dead letters of a listener, a step and a destination: open, edited, discarded and re-driven ones. */
const letters: Scene = {
  name: 'letters',
  deployment: world(marked),
  enter: async (life) => {
    const { deadLetters } = life.engine;
    const it = life.to('a');
    it.answer = (_batch, lines) => (lines[0]!.startsWith('refused') ? { rejected: [{ record: 0, code: 'HTTP_400' }] } : undefined);
    await life.apply(letters.deployment);
    await sendAll(life, 'LI_1', ['fine', '!broken', 'bad one', 'bad two', 'refused one', 'refused two', 'refused three']);
    await sendAll(life, 'LI_2', ['!broken', 'fine']);
    await untilLetters(life, 't2', (count) => count === 1);
    const open = await untilLetters(life, 't1', (count) => count === 6);
    const idOf = (text: string) => open.find(({ json }) => json?.includes(text))!.id;
    await deadLetters.edit('t1', idOf('bad two'), JSON.stringify({ message: 'good two' }), { id: 'ana', name: 'Ana' });
    await deadLetters.discard('t1', { ids: [idOf('refused two')] });
    it.answer = undefined;
    await deadLetters.redrive('t1', { ids: [idOf('refused three')] }, 'node');
    await until(() => countOf(life, 'PV_1', 'delivered') === 2 && countOf(life, 'PV_3', 'delivered') === 1);
  },
  goOn: async (life) => {
    const open = await untilLetters(life, 't1', (count) => count === 4);
    await life.engine.deadLetters.redrive('t1', { ids: open.filter(({ pipelineId }) => pipelineId !== '').map(({ id }) => id) }, 'node');
  },
  lines: { a: ['fine', 'refused three', 'refused one', 'good two'], b: [], c: ['fine'] },
};

/** Letters that were handed over to their version, which has not counted them. */
const handedOver: Scene = {
  name: 'handed over',
  deployment: world(marked),
  enter: async (life) => {
    const it = life.to('a');
    it.answer = () => ({ rejected: [{ record: 0, code: 'HTTP_400' }] });
    await life.apply(handedOver.deployment);
    await sendAll(life, 'LI_1', numbered(3, 'refused '));
    const open = await untilLetters(life, 't1', (count) => count === 3);
    it.answer = never;
    void life.engine.deadLetters.redrive('t1', { ids: open.map(({ id }) => id) }, 'node').catch(() => undefined);
    await until(() => life.disk.head('rd/t1/PL_1').block > 1);
  },
  goOn: (life) => untilLetters(life, 't1', (count) => count === 0).then(() => undefined),
  lines: { a: numbered(3, 'refused '), b: [], c: [] },
};

const keyed = [
  straight(1, 'LI_1', 'a', [action('once', 'once', {})]),
  straight(2, 'LI_1', 'b', [action('number', 'number', {})]),
  straight(3, 'LI_2', 'c', [action('tally', 'tally', { everyMs: 60_000 })]),
];
const stateIsNamed = (life: Life, versionId: string, stream: string): boolean => {
  const { state, positions } = life.version(versionId) ?? {};
  return typeof state?.kept === 'object' && state.positions[stream] === life.disk.head(stream).block && positions?.[stream] !== undefined;
};
const allStatesAreNamed = (life: Life) =>
  until(
    () =>
      stateIsNamed(life, 'PV_1', 'li/t1/LI_1/0') &&
      stateIsNamed(life, 'PV_2', 'li/t1/LI_1/0') &&
      stateIsNamed(life, 'PV_3', 'li/t2/LI_2/0'),
  );

async function goOnWithState(life: Life): Promise<void> {
  await sendAll(life, 'LI_1', ['k3#5', 'k4#6']);
  await sendAll(life, 'LI_2', ['w#4'], farMs);
  await until(() => life.engine.status().pipelines.every(({ lagBlocks }) => lagBlocks === 0));
  await life.apply(world(keyed.slice(0, 2)));
  await until(() => life.engine.status().pipelines.length === 2);
}
const linesOfState = {
  a: ['k1#1', 'k2#2', 'k3#4', 'k4#6'],
  b: ['1:k1#1', '2:k2#2', '3:k1#3', '4:k3#4', '5:k3#5', '6:k4#6'],
  c: [`${farMs - (farMs % 60_000)} w:1,2,3,4!`],
};

/** Keyed state in state files, older than what was delivered since; a window that is open. */
const state: Scene = {
  name: 'state',
  deployment: world(keyed),
  enter: async (life) => {
    await life.apply(state.deployment);
    await sendAll(life, 'LI_1', ['k1#1', 'k2#2']);
    await sendAll(life, 'LI_2', ['w#1', 'w#2'], farMs);
    await allStatesAreNamed(life);
    life.journal.refuse('st/', new JournalFailed('no state now'));
    await sendAll(life, 'LI_1', ['k1#3', 'k3#4']);
    await sendAll(life, 'LI_2', ['w#3'], farMs);
    await until(() => countOf(life, 'PV_1', 'delivered') === 3 && countOf(life, 'PV_2', 'delivered') === 4);
    await until(() => countOf(life, 'PV_3', 'merged:window') === 3);
  },
  goOn: goOnWithState,
  lines: linesOfState,
  fresh: ['k4#6', '5:k3#5', '6:k4#6'],
};

/** Keyed state in the commit log, because the journal is full for it. */
const inlineState: Scene = {
  name: 'inline state',
  deployment: world(keyed),
  enter: async (life) => {
    life.journal.refuse('st/', new JournalFull('no room for state'));
    await life.apply(inlineState.deployment);
    await sendAll(life, 'LI_1', ['k1#1', 'k2#2', 'k1#3', 'k3#4']);
    await sendAll(life, 'LI_2', ['w#1', 'w#2', 'w#3'], farMs);
    await allStatesAreNamed(life);
    await until(() => countOf(life, 'PV_1', 'delivered') === 3 && countOf(life, 'PV_2', 'delivered') === 4);
  },
  goOn: goOnWithState,
  lines: linesOfState,
  fresh: ['k4#6', '5:k3#5', '6:k4#6'],
};

/** Events that were made out of state and wait for a data sink. */
const derived: Scene = {
  name: 'derived',
  deployment: world([straight(1, 'LI_1', 'a', [action('tally', 'tally', { everyMs: 5 })])]),
  enter: async (life) => {
    life.to('a').answer = down;
    await life.apply(derived.deployment);
    await life.send('LI_1', ['k1#1', 'k2#2'], 1_000_000);
    await until(
      () =>
        (life.version('PV_1')?.state?.madeTo ?? 0) > 0 && (life.outbox('PV_1')?.pending ?? []).some(([stream]) => stream === madeStream),
    );
  },
  lines: { a: ['1000000 k1:1', '1000000 k2:2'], b: [], c: [] },
};

/** A batch under way to a data sink with checkpoints. */
const inFlight: Scene = {
  name: 'in flight',
  deployment: world([straight(1, 'LI_1', 'a', [], { order: 'strict' }), straight(3, 'LI_2', 'c')], { batching: { checkpoints: true } }),
  enter: async (life) => {
    life.to('a').answer = (_batch, lines) => (lines[0] === 'line 5' ? never() : { checkpoint: `after ${lines[0]!}` });
    life.to('c').answer = (_batch, lines) => ({ checkpoint: `after ${lines[0]!}` });
    await life.apply(inFlight.deployment);
    await sendAll(life, 'LI_1', numbered(10, 'line '));
    await sendAll(life, 'LI_2', ['only']);
    const checkpointOf = (id: string) => life.version(id)?.branches['out']?.checkpoint;
    await until(() => checkpointOf('PV_1') === 'after line 4' && checkpointOf('PV_3') === 'after only');
  },
  lines: { a: numbered(10, 'line '), b: [], c: ['only'] },
  inOrder: ['a'],
};

const markedAs = (mark: string): DeployedPipeline => ({
  ...straight(1, 'LI_1', 'a', [action('mark', 'mark', { mark })], { order: 'strict' }),
  versionId: `PV_${mark}`,
});
/** A replaced version that is not done, and the next one, which stands by. */
const draining: Scene = {
  name: 'draining',
  deployment: world([markedAs('new ')]),
  enter: async (life) => {
    life.to('a').answer = down;
    await life.apply(world([markedAs('old ')]));
    await sendAll(life, 'LI_1', numbered(4, ''));
    await life.apply(draining.deployment);
    await sendAll(life, 'LI_1', numbered(4, ''));
    await until(() => Boolean(life.version('PV_old ')?.stopAt) && life.version('PV_new ')?.stopAt === null);
    await until(() => countOf(life, 'PV_new ', 'entered') === 4);
  },
  lines: { a: [...numbered(4, 'old '), ...numbered(4, 'new ')], b: [], c: [] },
  inOrder: ['a'],
};

const numbering = (versionId: string): DeployedPipeline => ({
  ...straight(1, 'LI_1', 'a', [action('number', 'number', {})], { order: 'strict' }),
  versionId,
});
/** The same with state that goes on in the next version. */
const carried: Scene = {
  name: 'carried',
  deployment: world([numbering('PV_new')]),
  enter: async (life) => {
    life.to('a').answer = down;
    await life.apply(world([numbering('PV_old')]));
    await sendAll(life, 'LI_1', ['one', 'two']);
    await life.apply(carried.deployment);
    await sendAll(life, 'LI_1', ['three']);
    await until(() => countOf(life, 'PV_old', 'entered') + countOf(life, 'PV_new', 'entered') === 3);
    await until(() => (life.version('PV_old')?.carried?.length ?? 0) > 0);
  },
  goOn: (life) => sendAll(life, 'LI_1', ['four']),
  lines: { a: ['1:one', '2:two', '3:three', '4:four'], b: [], c: [] },
  fresh: ['4:four'],
  inOrder: ['a'],
};

/** Events and frames that are to become dead letters and could not be written yet. */
const parking: Scene = {
  name: 'parking',
  deployment: world(marked),
  enter: async (life) => {
    life.journal.refuse('dl/', new JournalFailed('no letters now'));
    await life.apply(parking.deployment);
    await sendAll(life, 'LI_1', ['bad one', '!broken', 'fine']);
    await until(
      () => (life.version('PV_1')?.parking.length ?? 0) > 0 && (life.partition('li/t1/LI_1/0')?.partition?.parking.length ?? 0) > 0,
    );
    await until(() => countOf(life, 'PV_1', 'delivered') === 1);
  },
  goOn: (life) => untilLetters(life, 't1', (count) => count === 2).then(() => undefined),
  lines: { a: ['fine'], b: [], c: [] },
};

const again = straight(1, 'LI_1', 'b', [], { order: 'strict' });
/** A replay that is half done. */
const replaying: Scene = {
  name: 'replay',
  deployment: withReplays(world([straight(1, 'LI_1', 'a')]), [replay('RP_1', again, { fromMs: 0, toMs: farMs })]),
  limits: { retentionMs: 1e13 },
  enter: async (life) => {
    let answered = 0;
    life.to('b').answer = () => (answered++ < 4 ? undefined : never());
    await life.apply(world([straight(1, 'LI_1', 'a')]));
    await sendAll(life, 'LI_1', numbered(12, 'kept '));
    await until(() => countOf(life, 'PV_1', 'delivered') === 12);
    await life.apply(replaying.deployment);
    await until(() => (life.engine.status().replays[0]?.counts['delivered'] ?? 0) === 4);
    await until(() => life.engine.totals().some(({ subject, counts }) => subject.kind === 'replay' && counts['delivered'] === 4));
  },
  goOn: (life) => until(() => life.engine.status().replays[0]?.state === 'done'),
  lines: { a: numbered(12, 'kept '), b: numbered(12, 'kept '), c: [] },
  inOrder: ['b'],
};

const looking = world([straight(1, 'LI_1', 'a', [action('look', 'look', { lookup: 'LK_1' })])]);
/** Events that were taken in before a version of a lookup was put in force meet the one before. */
const epochs: Scene = {
  name: 'epochs',
  deployment: withLookup(looking, 2),
  limits: { branchMemoryBytes: 20, branchBytes: 100, lagBytes: 0 },
  enter: async (life) => {
    life.to('a').answer = never;
    await life.apply(withLookup(looking, 1));
    await sendAll(life, 'LI_1', numbered(20, 'early '));
    await until(() => life.engine.status().pipelines[0]!.branches[0]!.full);
    await life.apply(epochs.deployment);
    await sendAll(life, 'LI_1', ['late']);
    await until(() => life.disk.commits.get('e/LI_1') !== undefined && life.engine.status().pipelines[0]!.lagBlocks > 1);
  },
  lines: { a: [...numbered(20, '1 early '), '2 late'], b: [], c: [] },
};

/** A listener that has left; the server does not know its last figures. */
const left: Scene = {
  name: 'left',
  deployment: world([straight(1, 'LI_1', 'a')], { listeners: [listener()] }),
  enter: async (life) => {
    await life.apply(world([straight(1, 'LI_1', 'a'), straight(3, 'LI_2', 'c')]));
    await sendAll(life, 'LI_1', ['stays']);
    await sendAll(life, 'LI_2', ['leaves']);
    await until(() => countOf(life, 'PV_1', 'delivered') === 1 && countOf(life, 'PV_3', 'delivered') === 1);
    await life.apply(left.deployment);
    await until(() => life.engine.status().pipelines.length === 1);
    await life.apply(left.deployment);
    await until(() => life.partition('li/t2/LI_2/0')?.partition === null);
  },
  goOn: (life) => sendAll(life, 'LI_1', ['later']),
  fresh: ['later'],
  lines: { a: ['stays', 'later'], b: [], c: ['leaves'] },
};

const deadly = world([straight(1, 'LI_1', 'a', [action('mark', 'mark', { mark: '' })]), straight(3, 'LI_2', 'c')]);
async function waitAtBlock(life: Life): Promise<void> {
  life.to('a').answer = never;
  await life.apply(deadly);
  await sendAll(life, 'LI_2', ['elsewhere']);
  await until(() => countOf(life, 'PV_3', 'delivered') === 1);
  await life.journal.holdCommits();
  await life.send('LI_1', ['one', 'a deadly event', 'two']);
}
/** The last place in work, as a process leaves it that an event ended: the lanes of an earlier process left more than one. */
function writeSlot(directory: string): void {
  for (const lane of [0, 1]) {
    const path = slotPath(join(directory, 'crash'), lane);
    if (lane === 1 && !existsSync(path)) continue;
    const slot = new StepSlot(path, readBootId());
    if (lane === 1) continue;
    slot.arm(new Map([['li/t1/LI_1/0', 2]]));
    slot.enterBlock('li/t1/LI_1/0', 1, 'PV_1');
    slot.enterStep(1);
  }
}
const linesOfCrash = { a: ['one', 'two'], b: [], c: ['elsewhere'] };
/** A process that ended within a step. */
const crash: Scene = { name: 'crash', deployment: deadly, enter: waitAtBlock, cut: writeSlot, lines: linesOfCrash };

/** Between two deaths: the block that the process before ended at is being tried. */
export const trial: Scene & { readonly after: Scene } = {
  name: 'trial',
  after: crash,
  deployment: deadly,
  enter: async (life) => {
    void life.apply(deadly);
    await until(() => life.crashes().length > 0);
    await life.journal.die();
    if (life.crashes()[0]!.guilty !== null) throw new Error('the trial was over before the process died');
  },
  lines: linesOfCrash,
};

/** A clean end, with events that wait. */
const stopped: Scene = {
  name: 'stopped',
  deployment: world(three),
  enter: async (life) => {
    life.to('a').answer = down;
    await life.apply(stopped.deployment);
    await sendAll(life, 'LI_1', numbered(3, 'line '));
    await until(() => countOf(life, 'PV_2', 'delivered') === 3);
    await life.engine.stop({ deadlineMs: 1000 });
  },
  goOn: (life) => sendAll(life, 'LI_1', ['line 3']),
  fresh: ['line 3'],
  lines: { a: numbered(4, 'line '), b: numbered(4, 'line '), c: [] },
};

/** A version whose data sink is full has been left behind by another one of its listener. */
const behind: Scene = {
  name: 'behind',
  deployment: world(three),
  limits: { branchMemoryBytes: 20, branchBytes: 100, lagBytes: 0 },
  enter: async (life) => {
    life.to('a').answer = never;
    await life.apply(behind.deployment);
    await sendAll(life, 'LI_1', numbered(20, 'line '));
    await until(() => countOf(life, 'PV_2', 'delivered') === 20 && Object.keys(life.version('PV_1')?.backlog ?? {}).length > 0);
  },
  lines: { a: numbered(20, 'line '), b: numbered(20, 'line '), c: [] },
};

const overtakingLines = numbered(30, 'line ');
/** Events on disk that were delivered while one before them was not. */
const overtaken: Scene = {
  name: 'overtaken',
  deployment: world([straight(1, 'LI_1', 'a')], { batching: { order: 'none', concurrency: 4 } }),
  limits: { branchMemoryBytes: 400, lagBytes: 0 },
  enter: async (life) => {
    const it = life.to('a');
    it.answer = down;
    await life.apply(overtaken.deployment);
    await sendAll(life, 'LI_1', overtakingLines);
    await until(() => (life.outbox('PV_1')?.spill?.rows ?? 0) > 20);
    it.answer = (_batch, [line]) => (line === overtakingLines[1] ? never() : undefined);
    await life.engine.retryNow({ pipelineId: 'PL_1', node: 'out' });
    await until(() => (life.outbox('PV_1')?.spill?.done.length ?? 0) > 0 && countOf(life, 'PV_1', 'delivered') === it.lines.length);
  },
  lines: { a: overtakingLines, b: [], c: [] },
};

const hastyListeners = [listener('LI_1', { durability: 'memory' }), listener('LI_2', { durability: 'os' })];
/** Events of listeners that answer before anything is synced, some of which wait for their data sink. */
const unsynced: Scene = {
  name: 'unsynced',
  deployment: world(three, { listeners: hastyListeners }),
  enter: async (life) => {
    life.to('a').answer = down;
    await life.apply(unsynced.deployment);
    await sendAll(life, 'LI_1', numbered(20, 'line '));
    await sendAll(life, 'LI_2', numbered(20, 'line '));
    await until(() => countOf(life, 'PV_2', 'delivered') === 20 && countOf(life, 'PV_3', 'delivered') === 20);
    await until(() => (life.outbox('PV_1')?.spill?.rows ?? 0) > 0);
  },
  goOn: (life) => sendAll(life, 'LI_1', ['line 20']),
  fresh: ['line 20'],
  lines: { a: numbered(21, 'line '), b: numbered(21, 'line '), c: numbered(20, 'line ') },
};

const red = { id: 'LB_1', name: 'Red', condition: { form: 'visual', ast: { field: 'message', op: 'contains', value: 'red' } } };
const labelled = { listeners: [listener('LI_1', {}, [red]), listener('LI_2')] };
const keyedReplay = straight(2, 'LI_1', 'b', [action('once', 'once', {})]);
/** A replay that is over, and one that could not begin. */
const replayed: Scene = {
  name: 'replays over',
  deployment: withReplays(world([straight(1, 'LI_1', 'a')], labelled), [
    replay('RP_1', again, { fromMs: 0, toMs: farMs }),
    replay('RP_2', keyedReplay, { fromMs: 0, toMs: farMs }),
  ]),
  limits: { retentionMs: 1e13 },
  enter: async (life) => {
    await life.apply(world([straight(1, 'LI_1', 'a')], labelled));
    await sendAll(life, 'LI_1', ['a red line', 'a blue line']);
    await until(() => countOf(life, 'PV_1', 'delivered') === 2);
    await life.apply(replayed.deployment);
    const stateOf = (id: string) => (life.disk.commits.get(`p/${id}`) as { readonly state: string } | undefined)?.state;
    await until(() => stateOf('RP_1') === 'done' && stateOf('RP_2') === 'failed');
  },
  goOn: (life) => sendAll(life, 'LI_1', ['another line']),
  fresh: ['another line'],
  lines: { a: ['a red line', 'a blue line', 'another line'], b: ['a red line', 'a blue line'], c: [] },
};

const looksInFirst = [straight(1, 'LI_1', 'a', [action('look', 'look', { lookup: 'LK_1', version: 1 })])];
/** A version of a lookup that a step keeps to, while another one is in force. */
const keptTable: Scene = {
  name: 'kept table',
  deployment: withLookup(world(looksInFirst), 2, [1]),
  enter: async (life) => {
    life.to('a').answer = down;
    await life.apply(keptTable.deployment);
    await sendAll(life, 'LI_1', numbered(3, 'line '));
    await until(() => countOf(life, 'PV_1', 'entered') === 3);
  },
  lines: { a: numbered(3, '1 line '), b: [], c: [] },
};

const markedTwice = world([
  pipeline(
    'PL_1',
    'PV_1',
    [label('LI_1'), action('first', 'mark', { mark: '' }), action('second', 'mark', { mark: '' }), sink('out', 'a')],
    links('start > first', 'start > second', 'first > out', 'second > out'),
  ),
]);
/** Two dead letters of one event, of which one could not be written yet. */
const halfParked: Scene = {
  name: 'half parked',
  deployment: markedTwice,
  enter: async (life) => {
    life.journal.refuse('dl/', new JournalFailed('no letters now'), 1);
    await life.apply(markedTwice);
    await sendAll(life, 'LI_1', ['bad one']);
    const lettersOfListener = () => life.disk.commits.get('t/LI_1') as { readonly without: readonly unknown[] } | undefined;
    await until(() => (lettersOfListener()?.without.length ?? 0) === 1);
  },
  goOn: (life) => untilLetters(life, 't1', (count) => count === 2).then(() => undefined),
  lines: { a: [], b: [], c: [] },
};

export const scenes: readonly (Scene & { readonly after?: Scene })[] = [
  spilled,
  waiting,
  torn,
  letters,
  handedOver,
  state,
  inlineState,
  derived,
  inFlight,
  draining,
  carried,
  parking,
  replaying,
  epochs,
  left,
  crash,
  trial,
  stopped,
  behind,
  overtaken,
  unsynced,
  replayed,
  keptTable,
  halfParked,
];
