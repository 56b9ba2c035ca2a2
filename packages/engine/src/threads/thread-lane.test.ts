import { EventEmitter, once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { silentLog } from '@acequia/base';
import { createMemoryJournal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import type { LaneLook, LaneShare } from '../apply/lane-link.ts';
import { BlockPool } from '../intake/block-pool.ts';
import { defaultLimits, laneHealthyMs, placeDeathsMax } from '../limits.ts';
import type { Place } from '../poison/step-slot.ts';
import type { Guilty, TrialCase } from '../poison/trial-protocol.ts';
import type { LaneThread } from './begin-thread.ts';
import type { LaneOrder } from './messages.ts';
import { ThreadLane } from './thread-lane.ts';

type Call = Extract<LaneOrder, { call: number }>;

const nothing: LaneLook = { pipelines: [], listeners: {}, counters: {}, replays: [] };

/** A thread that does all it is told at once, but for what it refuses. */
class Thread extends EventEmitter implements LaneThread {
  readonly orders: LaneOrder[] = [];
  readonly refused = new Set<string>();
  isSlow = false;
  look = nothing;
  hung: MessagePort | undefined;
  readonly journal = Object.assign(new EventEmitter(), { postMessage: () => undefined, unref: () => undefined });

  postMessage(order: LaneOrder): void {
    this.orders.push(order);
    if (!('call' in order) || this.isSlow) return;
    const answer = this.refused.has(order.kind) ? { kind: 'failed', message: 'no' } : { kind: 'done', result: [] };
    setImmediate(() => this.emit('message', { ...answer, call: order.call, look: this.look }));
  }

  async terminate(): Promise<number> {
    this.die();
    return 1;
  }

  die(): void {
    this.journal.emit('close');
    this.emit('exit', 1);
  }

  ref(): void {}
  unref(): void {}
}

const crashes = { directory: '', componentsModule: '', stepMsMax: 10_000, suspectMs: 750, lane: 0, lastEnd: undefined };

const reading = (id: string, listenerId: string) => pipeline(id, `PV_${id}`, [label(listenerId), sink('out', 'a')], links('start > out'));
const shareOf = (listenerIds: readonly string[], adopted = listenerIds): LaneShare => ({
  deployment: deployment(
    listenerIds.map((id) => reading(`PL_${id}`, id)),
    { listeners: listenerIds.map((id) => listener(id)) },
  ),
  egress: { mode: 'open', allowed: [] },
  fileRoots: {},
  readRoots: [],
  adopted,
});

const running = { id: 'PL_LI_1', versionId: 'PV_PL_LI_1', state: 'running', lagBlocks: 0, straggler: false, branches: [] } as const;

function laneOf() {
  const threads: Thread[] = [];
  const next = { isSlow: false };
  const trials: { readonly signal: AbortSignal; resolve(guilty: Guilty): void }[] = [];
  const clock = new VirtualClock();
  const lane = new ThreadLane({
    start: { componentsModule: '', worker: 'w1', limits: defaultLimits, kernels: 'script', crashes },
    values: { secret: () => undefined },
    journal: createMemoryJournal(),
    clock,
    log: silentLog,
    blocks: new BlockPool(0),
    begin: ({ hung }) => {
      const thread = Object.assign(new Thread(), next, { hung });
      threads.push(thread);
      return { thread, journal: thread.journal };
    },
    tryBlock: (_trial, signal) => new Promise((resolve) => trials.push({ signal, resolve })),
    events: { onStatus: () => undefined, onCommitted: () => undefined },
    beforeTakingUp: async () => undefined,
  });
  return { lane, threads, next, clock, trials };
}

test('a lane that dies after it has let go of a listener does not run that one, nor its versions, when it begins again', async () => {
  const { lane, threads, clock } = laneOf();
  await lane.apply(shareOf(['LI_1', 'LI_2']));
  await lane.release(['LI_1'], []);
  threads[0]!.die();
  await clock.pass(1000);
  await settle();
  const [again] = threads[1]!.orders as Extract<Call, { kind: 'apply' }>[];
  expect(again!.share.adopted).toEqual(['LI_2']);
  expect(again!.share.deployment.listeners.map(({ id }) => id)).toEqual(['LI_2']);
  expect(again!.share.deployment.pipelines.map(({ id }) => id)).toEqual(['PL_LI_2']);
});

test('nobody knows of attempts of a thread that has ended, nor waits for it', async () => {
  const { lane, threads } = laneOf();
  expect(await lane.attempts('PL_LI_1', 'out')).toEqual([]);
  await lane.apply(shareOf(['LI_1']));
  threads[0]!.isSlow = true;
  const asked = lane.attempts('PL_LI_1', 'out');
  threads[0]!.die();
  expect(await asked).toEqual([]);
});

test('nothing is shown of a lane that was ended because it did not let go, once its listeners are in another one', async () => {
  const { lane, threads } = laneOf();
  await lane.apply(shareOf(['LI_1']));
  const heard = { decoded: 1, rejected: 0, empty: 0, decodeCalls: 1, blockBytes: 65_536 };
  threads[0]!.look = { ...nothing, pipelines: [running], listeners: { LI_1: heard } };
  threads[0]!.refused.add('release');
  await lane.release(['LI_1'], []);
  await lane.apply(shareOf([], []));
  expect(threads).toHaveLength(1);
  expect(lane.look()).toEqual(nothing);
});

test('a lane that begins again does not show what it ran before as running until it has taken it up', async () => {
  const { lane, threads, next, clock } = laneOf();
  await lane.apply(shareOf(['LI_1']));
  threads[0]!.emit('message', { kind: 'look', look: { ...nothing, pipelines: [running] } });
  expect(lane.look().pipelines).toEqual([running]);
  next.isSlow = true;
  threads[0]!.die();
  await clock.pass(1000);
  expect(threads[1]!.orders.map(({ kind }) => kind)).toEqual(['apply']);
  expect(lane.look().pipelines).toMatchObject([{ versionId: 'PV_PL_LI_1', state: 'error', error: { code: 'LANE_DIED' } }]);
  threads[1]!.emit('message', { kind: 'done', call: 1, result: [], look: { ...nothing, pipelines: [running] } });
  await settle();
  expect(lane.look().pipelines).toEqual([running]);
});

test('no trial goes on that nobody waits for: its lane has died, or does not want it any more', async () => {
  const { lane, threads, trials } = laneOf();
  await lane.apply(shareOf(['LI_1']));
  const thread = threads[0]!;
  for (const trial of [1, 2, 3]) thread.emit('message', { kind: 'try', trial, case: {} as TrialCase });
  trials[0]!.resolve(['id']);
  await settle();
  expect(thread.orders.at(-1)).toEqual({ kind: 'tried', trial: 1, guilty: ['id'] });
  thread.emit('message', { kind: 'try-no-longer', trial: 2 });
  expect(trials.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  thread.die();
  expect(trials.map(({ signal }) => signal.aborted)).toEqual([false, true, true]);
});

const place: Place = { stream: 'li/t1/LI_1/0', block: 1, versionId: 'PV_1', node: 1 };

/** A lane at work of which each thread dies when a test says so; what comes back are the threads that were begun, after some time. */
async function dying() {
  const { lane, threads, clock } = laneOf();
  await lane.apply(shareOf(['LI_1']));
  const begunWithin = async (ms: number): Promise<number> => {
    await settle();
    await clock.pass(ms);
    return threads.length;
  };
  return {
    begunWithin,
    die: async (): Promise<number> => {
      threads.at(-1)!.die();
      return begunWithin(0);
    },
    hang: async (at: Place | undefined): Promise<number> => {
      const thread = threads.at(-1)!;
      const ended = once(thread, 'exit');
      thread.hung!.postMessage(at);
      await ended;
      return begunWithin(0);
    },
  };
}

test('steps that hang do not keep their lane, and all who share it, from beginning again at once, however many they are', async () => {
  const { hang } = await dying();
  for (let block = 1; block <= 10; block++) expect(await hang({ ...place, block })).toBe(block + 1);
});

test('a lane that goes on hanging at a place that should have been set aside, or at no known one, waits before it begins again', async () => {
  const { hang, begunWithin } = await dying();
  for (let time = 1; time <= placeDeathsMax + 1; time++) expect(await hang(place)).toBe(time + 1);
  expect(await hang(place)).toBe(5);
  expect(await begunWithin(1000)).toBe(6);
  expect(await hang(undefined)).toBe(6);
  expect(await begunWithin(4000)).toBe(7);
});

test('a lane that dies of unknown causes waits longer each time, steps that hang in between or not, and no longer after five good minutes', async () => {
  const { die, hang, begunWithin } = await dying();
  expect(await die()).toBe(2);
  expect(await die()).toBe(2);
  expect(await begunWithin(1000)).toBe(3);
  expect(await hang(place)).toBe(4);
  expect(await die()).toBe(4);
  expect(await begunWithin(3999)).toBe(4);
  expect(await begunWithin(1)).toBe(5);
  await begunWithin(laneHealthyMs / 2);
  expect(await hang({ ...place, block: 2 })).toBe(6);
  await begunWithin(laneHealthyMs / 2);
  expect(await die()).toBe(7);
});
