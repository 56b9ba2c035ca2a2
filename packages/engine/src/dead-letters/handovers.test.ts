import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { createMemoryJournal, openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { startHarness } from '../../test/harness.ts';
import { submitLines } from '../../test/toy-components.ts';
import { readVersion } from '../commit/records.ts';
import { fateOf, handoverBlock, Handovers, type Handover } from './handovers.ts';

const to = 'rd/t1/PL_1';
const handover: Handover = { block: 1, to, pipelineId: 'PL_1', last: 5, places: [{ block: 1, frame: 0, row: 0 }] };

interface Run {
  readonly position: number;
  readonly from?: number;
  readonly stopAt?: number;
  readonly ended?: true;
}

test.each<[string, readonly Run[], string]>([
  ['no version runs', [], 'refused'],
  ['a version has not read it', [{ position: 5, from: 1 }], 'waiting'],
  ['a version has read it', [{ position: 6, from: 1 }], 'counted'],
  ['the record is one of a release that kept no beginning', [{ position: 6 }], 'counted'],
  ['a version that began behind it is further on', [{ position: 9, from: 6 }], 'refused'],
  ['a version stopped before it', [{ position: 4, from: 1, stopAt: 5 }], 'refused'],
  ['a version that is stopped will still read it', [{ position: 4, from: 1, stopAt: 6 }], 'waiting'],
  ['a version has read it and ended', [{ position: 6, from: 1, stopAt: 6, ended: true }], 'counted'],
  ['a version ended before it', [{ position: 5, from: 1, stopAt: 5, ended: true }], 'refused'],
  [
    'the next version has not read it',
    [
      { position: 4, from: 1, stopAt: 4 },
      { position: 4, from: 1 },
    ],
    'waiting',
  ],
  ['the next version is further on, and the one before is gone', [{ position: 9, from: 1 }], 'counted'],
  [
    'a version stopped before it, and another one began behind it',
    [
      { position: 5, from: 1, stopAt: 5 },
      { position: 7, from: 6 },
    ],
    'refused',
  ],
])('what became of a handover when %s', async (_when, runs, fate) => {
  const journal = createMemoryJournal();
  for (const [at, { position, from, stopAt, ended }] of runs.entries()) {
    const record = { positions: { [to]: position }, cursors: {}, stopAt: stopAt === undefined ? null : { [to]: stopAt } };
    await journal.commits.commit(new Map([[`v/PV_${at}`, from === undefined ? record : { ...record, redrivenFrom: from }]]));
    if (!ended) await journal.commits.commit(new Map([[`d/PV_${at}`, {}]]));
  }
  expect(fateOf(journal, handover)).toBe(fate);
});

test('a next version answers for what those before it have read, and one that begins after a stop does not', async () => {
  const { engine, journal, toys } = startHarness();
  const version = (id: string) => deployment([pipeline('PL_1', id, [label(), sink('out', 'a')], links('start > out'))]);
  toys.destination('a').answer = (_batch, lines) => ({ rejected: lines.map((_, record) => ({ record, code: 'HTTP_400' })) });
  await engine.apply(version('PV_1'));
  await submitLines(toys.peer('LI_1'), ['no;']);
  const open = async () => (await engine.deadLetters.list('t1', {}, undefined, 1)).letters.length;
  while ((await open()) === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await engine.deadLetters.redrive('t1', { filter: {}, from: undefined, limit: 1 }, 'node')).toMatchObject({ done: 1 });
  await engine.apply(version('PV_2'));
  expect(readVersion(journal, 'PV_2')).toMatchObject({ positions: { [to]: 2 }, redrivenFrom: 1 });
  await engine.apply(deployment([]));
  await engine.apply(version('PV_3'));
  expect(readVersion(journal, 'PV_3')).toMatchObject({ positions: { [to]: 2 }, redrivenFrom: 2 });
  await engine.stop({ deadlineMs: 1000 });
});

/** What is done with the handovers of a tenant; a number: the nth that may be settled. */
type Step = 'append' | 'answer' | 'kill' | number;
const steps = fc.oneof(fc.constantFrom<Step>('append', 'append', 'answer', 'answer', 'kill'), fc.nat(5));

test('a later process finds every handover that was not settled, whatever is settled before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (walk) => {
      const journal = createMemoryJournal();
      let handovers = new Handovers(journal, 't1');
      /** Appended; those not answered yet, the process does not know. */
      const unsettled = new Set<number>();
      let unanswered: Handover[] = [];
      let known: Handover[] = [];
      for (const step of walk) {
        if (step === 'append') {
          const block = handoverBlock('t1', handover);
          const receipt = await journal.append({ blocks: [block], durability: 'fsync' });
          unanswered.push({ ...handover, block: receipt.blocks[0]!.block });
          unsettled.add(receipt.blocks[0]!.block);
        } else if (step === 'answer') {
          const answered = unanswered.shift();
          if (answered) handovers.add(answered);
          if (answered) known.push(answered);
        } else if (step === 'kill') {
          handovers = new Handovers(journal, 't1');
          unanswered = [];
          known = [...(await handovers.load())];
          const found = known.map(({ block }) => block);
          expect([...unsettled].filter((block) => !found.includes(block))).toEqual([]);
          expect(known.every((one) => JSON.stringify({ ...one, block: 1 }) === JSON.stringify(handover))).toBe(true);
        } else {
          const one = known[step % Math.max(1, known.length)];
          if (!one) continue;
          await journal.commits.commit(handovers.settling(one));
          handovers.settled(one);
          known = known.filter((other) => other !== one);
          unsettled.delete(one.block);
        }
      }
      for (const one of [...known, ...unanswered]) handovers.add(one);
      for (const one of [...known, ...unanswered].sort((a, b) => a.block - b.block)) {
        await journal.commits.commit(handovers.settling(one));
        handovers.settled(one);
      }
      expect(journal.usage('rl/t1').blocks).toBe(0);
    }),
    { numRuns: 200 },
  );
});

test('handovers keep their numbers on a disk where none was left', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'acequia-handovers-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const start = () => openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog });
  for (let life = 1; life <= 3; life++) {
    const journal = await start();
    const handovers = new Handovers(journal, 't1');
    const left = await handovers.load();
    expect(left.map(({ block }) => block)).toEqual(life === 1 ? [] : [2 * life - 2]);
    for (const one of left) {
      await journal.commits.commit(handovers.settling(one));
      handovers.settled(one);
    }
    for (const settles of [true, false]) {
      const receipt = await journal.append({ blocks: [handoverBlock('t1', handover)], durability: 'fsync' });
      const one = { ...handover, block: receipt.blocks[0]!.block };
      handovers.add(one);
      if (!settles) continue;
      await journal.commits.commit(handovers.settling(one));
      handovers.settled(one);
    }
    await journal.close();
  }
});
