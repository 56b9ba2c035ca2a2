import { silentLog, systemClock } from '@acequia/base';
import { createSlotTable } from '@acequia/batch';
import { createMemoryJournal } from '@acequia/journal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { viewOf } from '../../test/spill-rig.ts';
import { imagesFor } from '../apply/version-factory.ts';
import { DeadLetters, type WrittenLetters } from '../outcomes/dead-letters.ts';
import { LetterBox } from './letter-box.ts';
import { RepeatedLetters } from './repeated-letters.ts';

const listeners = ['one', 'two', 'three'] as const;
type Listener = (typeof listeners)[number];
const tenantOf = (listener: Listener) => (listener === 'three' ? 't2' : 't1');

interface Written {
  readonly listener: Listener;
  readonly letters: WrittenLetters;
  stands: boolean;
  committed: boolean;
}

/** A journal, and processes and lanes that write letters into it and die. */
class Rig {
  readonly journal = createMemoryJournal();
  #boxes = new Map<string, LetterBox>();
  #repeated = this.#begin();
  #lanes: readonly DeadLetters[] = [];
  readonly #laneOf = new Map<Listener, number>();
  written: Written[] = [];

  #begin(): RepeatedLetters {
    this.#boxes = new Map();
    return new RepeatedLetters({
      journal: this.journal,
      close: (tenantId, from, isRepeated) => this.#boxOf(tenantId).closeRepeated(from, isRepeated),
    });
  }

  #boxOf(tenantId: string): LetterBox {
    const box = this.#boxes.get(tenantId) ?? new LetterBox(this.journal, tenantId);
    this.#boxes.set(tenantId, box);
    return box;
  }

  async write(listener: Listener, count: number): Promise<void> {
    const origin = { pipelineId: 'p', versionId: 'v', node: 'n', listenerId: listener, outcome: 'rejected' } as const;
    for (let i = 0; i < count; i++) {
      const letters = await this.#lanes[this.#laneOf.get(listener)!]!.append(viewOf([1, 2]), { ...origin, tenantId: tenantOf(listener) });
      this.written.push({ listener, letters: letters!, stands: false, committed: false });
    }
  }

  stand(nth: number): void {
    const waiting = this.written.filter(({ stands }) => !stands);
    const one = waiting[nth % Math.max(1, waiting.length)];
    if (!one) return;
    one.letters.stand();
    one.stands = true;
  }

  async commit(): Promise<void> {
    await this.journal.commits.commit(new Map(this.#lanes.flatMap((lane) => [...lane.records()])));
    for (const one of this.written) one.committed ||= one.stands;
  }

  async startProcess(): Promise<void> {
    this.written = this.written.filter(({ committed }) => committed);
    this.#repeated = this.#begin();
    await this.#repeated.afterStart();
    this.#lanes = [this.#beginLane(), this.#beginLane()];
    for (const [at, id] of listeners.entries()) this.#laneOf.set(id, at % 2);
    await this.#repeated.beforeTakingUp(listeners);
  }

  async killLane(lane: number): Promise<void> {
    const ids = listeners.filter((id) => this.#laneOf.get(id) === lane);
    this.written = this.written.filter(({ committed, listener }) => committed || !ids.includes(listener));
    await this.#repeated.beforeTakingUp(ids);
    this.#lanes = this.#lanes.map((one, at) => (at === lane ? this.#beginLane() : one));
  }

  /** Its lane lets go of it after a commit; what has no outcome then runs again in the other one. */
  async move(listener: Listener): Promise<void> {
    const from = this.#laneOf.get(listener)!;
    await this.commit();
    this.#lanes[from]!.forget([listener]);
    this.written = this.written.filter((one) => one.committed || one.listener !== listener);
    await this.#repeated.beforeTakingUp([listener]);
    this.#laneOf.set(listener, 1 - from);
  }

  #beginLane(): DeadLetters {
    return new DeadLetters({ journal: this.journal, clock: systemClock, log: silentLog, images: imagesFor(createSlotTable()) });
  }

  async look(tenantId: string): Promise<void> {
    await this.#boxOf(tenantId).catchUp();
  }

  async open(): Promise<Record<string, number>> {
    const open: Record<string, number> = {};
    for (const tenantId of ['t1', 't2']) {
      const box = this.#boxOf(tenantId);
      await box.catchUp();
      const all = () => true;
      await box.walk({}, 'oldest', undefined, all, ({ frame }) => {
        const { listenerId } = frame.meta.origin;
        open[listenerId] = (open[listenerId] ?? 0) + 1;
        return true;
      });
      const ofTenant = Object.entries(open).filter(([id]) => tenantOf(id as Listener) === tenantId);
      const counted = box.causes().reduce((sum, { count }) => sum + count, 0);
      expect(counted).toBe(ofTenant.reduce((sum, [, count]) => sum + count, 0));
    }
    return open;
  }
}

type Step = (rig: Rig) => Promise<void> | void;
const listener = fc.constantFrom(...listeners);
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(listener, fc.integer({ min: 1, max: 3 })).map(
      ([id, count]): Step =>
        (rig) =>
          rig.write(id, count),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.nat(20).map(
      (nth): Step =>
        (rig) =>
          rig.stand(nth),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Step>((rig) => rig.commit()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('t1', 't2').map(
      (id): Step =>
        (rig) =>
          rig.look(id),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(1).map(
      (lane): Step =>
        (rig) =>
          rig.killLane(lane),
    ),
  },
  {
    weight: 1,
    arbitrary: listener.map(
      (id): Step =>
        (rig) =>
          rig.move(id),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((rig) => rig.startProcess()) },
);

test('a lane or process that dies leaves no letter of an event without an outcome, and takes none of the others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 40 }), async (walk) => {
      const rig = new Rig();
      await rig.startProcess();
      for (const step of walk) {
        await step(rig);
        const expected = Map.groupBy(rig.written, ({ listener: id }) => id);
        const counts = Object.fromEntries([...expected].map(([id, written]) => [id, written.length * 2]));
        expect(await rig.open()).toEqual(counts);
      }
    }),
    { numRuns: 300 },
  );
});

test('a lane that has let go of a listener writes nothing of it over what the next one has written', async () => {
  const rig = new Rig();
  await rig.startProcess();
  await rig.write('two', 1);
  rig.stand(0);
  await rig.move('two');
  await rig.write('two', 1);
  rig.stand(0);
  await rig.commit();
  await rig.startProcess();
  expect(await rig.open()).toEqual({ two: 4 });
});

test('letters of a release that kept no record of them stay open', async () => {
  const rig = new Rig();
  await rig.startProcess();
  const { journal } = rig;
  await rig.write('one', 1);
  rig.stand(0);
  await rig.commit();
  const [block] = await journal.read('dl/t1', { block: 1, frame: 0 }, 1);
  const { recorded, ...meta } = JSON.parse(block!.meta[0]!) as Record<string, unknown>;
  expect(recorded).toBe(true);
  const { codec, frames, frameCount, bytes } = block!;
  await journal.append({
    blocks: [{ stream: 'dl/t1', codec, meta: [JSON.stringify(meta)], frames, frameCount, bytes }],
    durability: 'fsync',
  });
  await rig.startProcess();
  expect(await rig.open()).toEqual({ one: 4 });
});
