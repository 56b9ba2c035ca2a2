import { Disconnected } from '@acequia/component-sdk/runtime';
import { createMemoryJournal } from '@acequia/journal';
import { describe, expect, test } from 'vitest';
import { createCrashJournal, seeded } from '../../test/crash-journal.ts';
import { action, deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, laneCount, startHarness, totalsOf, until, type Harness } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';

const straight = (version = 'PV_1') => pipeline('PL_1', version, [label(), sink('out', 'a')], links('start > out'));
const marked = (version = 'PV_1') =>
  pipeline('PL_1', version, [label(), action('mark', 'mark', { mark: '>' }), sink('out', 'a')], links('start > mark', 'mark > out'));

/** Refuses what holds `no`, until it is told otherwise. */
function refusing(harness: Harness): { mended: boolean } {
  const state = { mended: false };
  harness.toys.destination('a').answer = (_batch, lines) => {
    if (state.mended) return undefined;
    const rejected = lines.flatMap((line, record) =>
      line.includes('no') ? [{ record, code: 'HTTP_400', detail: { status: 400, response: 'bad field', message: 'refused' } }] : [],
    );
    return { rejected };
  };
  return state;
}

async function lettersOf({ engine }: Harness, count: number) {
  for (;;) {
    const { letters } = await engine.deadLetters.list('t1', {}, undefined, 1000);
    if (letters.length === count) return letters;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const ana = { id: 'US_1', name: 'Ana' };

const all = { filter: {}, from: undefined, limit: 1000 };

async function end({ engine }: Harness): Promise<void> {
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
}

describe('re-drive', () => {
  test('into the node that refused: delivered with the same id, counted, closed', async () => {
    const harness = startHarness();
    const { engine, toys } = harness;
    const state = refusing(harness);
    await engine.apply(deployment([marked()]));
    await submitLines(toys.peer('LI_1'), ['yes;', 'no 1;', 'no 2;']);
    const letters = await lettersOf(harness, 2);
    expect(letters[0]).toMatchObject({
      code: 'HTTP_400',
      message: 'refused',
      status: 400,
      response: 'bad field',
      pipelineId: 'PL_1',
      versionId: 'PV_1',
      node: 'out',
      attempts: 1,
      state: 'open',
    });
    state.mended = true;
    expect(await engine.deadLetters.redrive('t1', all, 'node')).toEqual({ done: 2, refused: [] });
    expect(await lettersOf(harness, 0)).toEqual([]);
    const closed = await engine.deadLetters.list('t1', { state: 'redriven' }, undefined, 10);
    expect(closed.letters.map(({ eventId }) => eventId)).toEqual(letters.map(({ eventId }) => eventId));
    await end(harness);
    expect(toys.destination('a').lines.sort()).toEqual(['>no 1;', '>no 2;', '>yes;']);
    expect(totalsOf(engine, 'PV_1')).toMatchObject({ entered: 5, redriven: 2, delivered: 3, rejected: 2 });
    expectBalance(engine, 'LI_1', ['PV_1']);
  });

  test('a letter keeps what the step expected as a code', async () => {
    const harness = startHarness();
    const { engine, toys } = harness;
    await engine.apply(deployment([marked()]));
    await submitLines(toys.peer('LI_1'), ['bad digits;', 'bad;']);
    const letters = await lettersOf(harness, 2);
    expect(letters.map(({ code, message, expected }) => ({ code, message, expected }))).toEqual(
      expect.arrayContaining([
        { code: 'TOY_BAD', message: 'TOY_BAD', expected: { code: 'EXPECTED_DIGITS', fields: {} } },
        { code: 'TOY_BAD', message: 'TOY_BAD', expected: undefined },
      ]),
    );
    await end(harness);
  });

  test('from the start: every action sees the event again', async () => {
    const harness = startHarness();
    const { engine, toys } = harness;
    const state = refusing(harness);
    await engine.apply(deployment([marked()]));
    await submitLines(toys.peer('LI_1'), ['no;']);
    await lettersOf(harness, 1);
    state.mended = true;
    expect(await engine.deadLetters.redrive('t1', all, 'start')).toEqual({ done: 1, refused: [] });
    await end(harness);
    expect(toys.destination('a').lines).toEqual(['>>no;']);
    expectBalance(engine, 'LI_1', ['PV_1']);
  });

  test('refused again: a new letter of the same event, and a group has an end', async () => {
    const harness = startHarness();
    const { engine, toys } = harness;
    refusing(harness);
    await engine.apply(deployment([straight()]));
    await submitLines(toys.peer('LI_1'), ['no;']);
    const [before] = await lettersOf(harness, 1);
    const selection = { filter: { toMs: before!.atMs }, from: undefined, limit: 10 };
    expect(await engine.deadLetters.redrive('t1', selection, 'node')).toMatchObject({ done: 1 });
    const [after] = await lettersOf(harness, 1);
    expect(after).toMatchObject({ eventId: before!.eventId, code: 'HTTP_400' });
    expect(after!.id).not.toBe(before!.id);
    await end(harness);
    expectBalance(engine, 'LI_1', ['PV_1']);
  });

  test('into the version that runs now; a node it does not have, a pipeline that is gone', async () => {
    const harness = startHarness();
    const { engine, toys } = harness;
    const state = refusing(harness);
    await engine.apply(deployment([marked()]));
    await submitLines(toys.peer('LI_1'), ['no;', 'bad;']);
    await lettersOf(harness, 2);
    state.mended = true;
    await engine.apply(deployment([straight('PV_2')]));
    expect(await engine.deadLetters.redrive('t1', all, 'node')).toEqual({ done: 1, refused: [{ code: 'NODE_MISSING', count: 1 }] });
    await engine.apply(deployment([]));
    expect(await engine.deadLetters.redrive('t1', all, 'start')).toEqual({
      done: 0,
      refused: [{ code: 'PIPELINE_NOT_RUNNING', count: 1 }],
    });
    expect(await lettersOf(harness, 1)).toMatchObject([{ node: 'mark', code: 'TOY_BAD' }]);
    await engine.apply(deployment([straight('PV_3')]));
    expect(await engine.deadLetters.redrive('t1', all, 'start')).toEqual({ done: 1, refused: [] });
    await end(harness);
    expect(toys.destination('a').lines.sort()).toEqual(['>no;', 'bad;']);
    expectBalance(engine, 'LI_1', ['PV_1', 'PV_2', 'PV_3']);
  });

  test('a letter is not taken twice, not even at once', async () => {
    const harness = startHarness();
    const { engine, toys } = harness;
    const state = refusing(harness);
    await engine.apply(deployment([straight()]));
    await submitLines(toys.peer('LI_1'), ['no;']);
    const [letter] = await lettersOf(harness, 1);
    state.mended = true;
    const selection = { ids: [letter!.id, letter!.id, '7.7.7.x'] };
    const reports = await Promise.all([
      engine.deadLetters.redrive('t1', selection, 'node'),
      engine.deadLetters.redrive('t1', selection, 'node'),
      engine.deadLetters.discard('t1', selection),
    ]);
    expect(reports).toEqual([
      { done: 1, refused: [{ code: 'LETTER_GONE', count: 1 }] },
      {
        done: 0,
        refused: [
          { code: 'LETTER_GONE', count: 1 },
          { code: 'LETTER_CLOSED', count: 1 },
        ],
      },
      {
        done: 0,
        refused: [
          { code: 'LETTER_GONE', count: 1 },
          { code: 'LETTER_CLOSED', count: 1 },
        ],
      },
    ]);
    await end(harness);
    expect(toys.destination('a').lines).toEqual(['no;']);
  });

  test('does not end before events that come in once more are delivered', async () => {
    const disk = createMemoryJournal();
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const journal = new Proxy(disk, {
      get: (target, name) => {
        if (name === 'read')
          return async (...[stream, from, bytes]: Parameters<typeof disk.read>) => {
            if (stream.startsWith('rd/')) await gate;
            return target.read(stream, from, bytes);
          };
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const harness = startHarness({ journal });
    const { engine, toys } = harness;
    const state = refusing(harness);
    await engine.apply(deployment([straight()]));
    await submitLines(toys.peer('LI_1'), ['no;']);
    await lettersOf(harness, 1);
    state.mended = true;
    const redriven = engine.deadLetters.redrive('t1', all, 'node');
    await until(() => journal.head('rd/t1/PL_1').block > 1);
    expect(await engine.drain({ deadlineMs: 100 })).toBe(false);
    open();
    expect(await redriven).toMatchObject({ done: 1 });
    await end(harness);
    expect(toys.destination('a').lines).toEqual(['no;']);
  });

  test('through a node with state: the state knows it after a restart', async () => {
    const journal = createMemoryJournal();
    const toys = createToys();
    const once = pipeline('PL_1', 'PV_1', [label(), action('o', 'once', {}), sink('out', 'a')], links('start > o', 'o > out'));
    const first = startHarness({ journal, toys });
    const state = refusing(first);
    await first.engine.apply(deployment([once]));
    await submitLines(toys.peer('LI_1'), ['no#1']);
    const [letter] = await lettersOf(first, 1);
    state.mended = true;
    const edited = await first.engine.deadLetters.edit('t1', letter!.id, '{"message":"k#1"}', ana);
    expect(edited.ok).toBe(true);
    expect(await first.engine.deadLetters.redrive('t1', all, 'start')).toMatchObject({ done: 1 });
    await end(first);
    const second = startHarness({ journal, toys });
    await second.engine.apply(deployment([once]));
    await submitLines(toys.peer('LI_1'), ['k#2']);
    await end(second);
    expect(toys.destination('a').lines).toEqual(['k#1']);
    expectBalance(second.engine, 'LI_1', ['PV_1']);
  });

  test('a frame that could not be decoded is decoded again as new', async () => {
    const harness = startHarness();
    const { engine, toys } = harness;
    await engine.apply(deployment([straight()]));
    await submitLines(toys.peer('LI_1'), ['!broken']);
    const [letter] = await lettersOf(harness, 1);
    expect(letter).toMatchObject({ pipelineId: '', node: '', listenerId: 'LI_1', code: 'DECODE_TOY' });
    expect(await engine.deadLetters.redrive('t1', { ids: [letter!.id] }, 'start')).toEqual({ done: 1, refused: [] });
    const [again] = await lettersOf(harness, 1);
    expect(again!.eventId).not.toBe(letter!.eventId);
    expect(again!.fields).toContainEqual({ name: '_raw', type: 'string', value: '!broken' });
    await end(harness);
    expect(totalsOf(engine, 'LI_1')).toMatchObject({ received: 2, rejected: 2 });
    expectBalance(engine, 'LI_1', ['PV_1']);
  });
});

/** Threads take long to begin. */
const seeds = laneCount() === 0 ? 12 : 2;

test.each(Array.from({ length: seeds }, (_, seed) => seed))(
  'killed while letters are re-driven: none is lost, none comes in twice, the sums hold (seed %i)',
  async (seed) => {
    const random = seeded(seed);
    const disk = createMemoryJournal();
    const toys = createToys();
    const lines = Array.from({ length: 30 }, (_, n) => `no ${n};`);
    const first = startHarness({ journal: disk, toys });
    const state = refusing(first);
    await first.engine.apply(deployment([straight()]));
    await submitLines(toys.peer('LI_1'), lines);
    await lettersOf(first, 30);
    await end(first);
    state.mended = true;
    for (let life = 0; life < 4; life++) {
      const journal = createCrashJournal(disk, random);
      const { engine } = startHarness({ journal, toys, limits: { commitIntervalMs: 3, branchMemoryBytes: 100 } });
      await engine.apply(deployment([straight(`PV_${life}`)]));
      void engine.deadLetters
        .redrive('t1', { filter: {}, from: undefined, limit: 10 }, random() < 0.5 ? 'node' : 'start')
        .catch(() => undefined);
      for (let turn = Math.floor(random() * 60); turn > 0; turn--) await new Promise<void>((resolve) => setImmediate(resolve));
      journal.crash();
      void engine.deadLetters.close();
    }
    const last = startHarness({ journal: disk, toys });
    await last.engine.apply(deployment([straight('PV_last')]));
    const { letters } = await last.engine.deadLetters.list('t1', {}, undefined, 100);
    const { done, refused } = await last.engine.deadLetters.redrive('t1', all, 'node');
    expect(refused.filter(({ code }) => code !== 'REDRIVE_WAITING')).toEqual([]);
    expect(done + refused.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(letters.length);
    await lettersOf(last, 0);
    expect((await last.engine.deadLetters.summary('t1')).causes).toEqual([]);
    await end(last);
    const versions = [...new Set(last.engine.totals().flatMap(({ subject }) => (subject.kind === 'version' ? [subject.versionId] : [])))];
    expect(versions.reduce((sum, version) => sum + (totalsOf(last.engine, version)['redriven'] ?? 0), 0)).toBe(30);
    expect(new Set(toys.destination('a').lines)).toEqual(new Set(lines));
    expectBalance(
      last.engine,
      'LI_1',
      disk.commits.keys('v/').map((key) => key.slice(2)),
    );
  },
);

describe('edit', () => {
  test('keeps types and exact numbers, closes the letter before it, refuses what is no object of fields', async () => {
    const harness = startHarness();
    const { engine, toys } = harness;
    refusing(harness);
    await engine.apply(deployment([straight()]));
    await submitLines(toys.peer('LI_1'), ['no;']);
    const [letter] = await lettersOf(harness, 1);
    const desk = engine.deadLetters;
    for (const [json, code] of [
      ['{', 'JSON_SYNTAX'],
      ['[1]', 'JSON_NOT_OBJECT'],
      ['{"_id":"x"}', 'FIELD_NAME'],
      ['{"a b":1}', 'FIELD_NAME'],
    ])
      expect(await desk.edit('t1', letter!.id, json!, ana)).toMatchObject({ ok: false, error: { code } });
    const edited = await desk.edit('t1', letter!.id, '{"message":"no 2;","big":9223372036854775807,"deep":{"a":[1.50,null]}}', ana);
    expect(edited.ok).toBe(true);
    const [now] = await lettersOf(harness, 1);
    expect(now).toMatchObject({ eventId: letter!.eventId, edited: true, code: 'HTTP_400', atMs: letter!.atMs, edit: { by: ana } });
    expect(now!.edit!.atMs).toBeGreaterThanOrEqual(letter!.atMs);
    expect(await desk.find('t1', now!.id)).toMatchObject({
      json: '{"message":"no 2;","big":9223372036854775807,"deep":{"a":[1.5,null]}}',
    });
    expect(await desk.edit('t1', letter!.id, '{}', ana)).toEqual({ ok: false, error: { code: 'LETTER_CLOSED' } });
    expect((await desk.summary('t1')).causes).toMatchObject([{ code: 'HTTP_400', count: 1, lastMs: letter!.atMs }]);
    await end(harness);
    const again = startHarness({ journal: harness.journal, toys });
    expect(await lettersOf(again, 1)).toMatchObject([{ id: now!.id, edited: true, edit: { by: ana } }]);
  });

  test('makes a letter young again: it falls out that long after it was edited', async () => {
    const harness = startHarness();
    refusing(harness);
    await harness.engine.apply(deployment([straight()]));
    await submitLines(harness.toys.peer('LI_1'), ['no 1;', 'no 2;']);
    const [letter] = await lettersOf(harness, 2);
    await end(harness);
    const dayMs = 86_400_000;
    let nowMs = letter!.atMs + 6 * dayMs;
    const later = startHarness({ journal: harness.journal, toys: harness.toys, limits: { deadLetterMs: 7 * dayMs }, now: () => nowMs });
    const desk = later.engine.deadLetters;
    const edited = await desk.edit('t1', letter!.id, '{"message":"mended"}', ana);
    nowMs += 2 * dayMs;
    await desk.keepLimits();
    const { letters } = await desk.list('t1', {}, undefined, 10);
    expect(letters).toMatchObject([{ id: edited.ok && edited.value, atMs: letter!.atMs }]);
    expect((await desk.summary('t1')).lost).toEqual({ limit: 0, age: 1 });
    nowMs += 6 * dayMs;
    await desk.keepLimits();
    expect((await desk.summary('t1')).lost).toEqual({ limit: 0, age: 2 });
  });
});

describe('the inbox', () => {
  test('groups, searches, filters and pages; another tenant sees nothing of it', async () => {
    const harness = startHarness();
    const { engine, toys } = harness;
    refusing(harness);
    await engine.apply(deployment([marked()]));
    await submitLines(
      toys.peer('LI_1'),
      Array.from({ length: 25 }, (_, n) => (n % 5 === 0 ? `bad ${n};` : `no ${n};`)),
    );
    const letters = await lettersOf(harness, 25);
    const desk = engine.deadLetters;
    const { causes } = await desk.summary('t1');
    expect(causes.map(({ node, code, count }) => [node, code, count]).sort()).toEqual([
      ['mark', 'TOY_BAD', 5],
      ['out', 'HTTP_400', 20],
    ]);
    expect((await desk.list('t1', { node: 'mark' }, undefined, 100)).letters).toHaveLength(5);
    expect((await desk.list('t1', { code: 'HTTP_400', text: 'NO 7;' }, undefined, 100)).letters).toMatchObject([{ code: 'HTTP_400' }]);
    expect((await desk.list('t1', { toMs: letters.at(-1)!.atMs - 1 }, undefined, 100)).letters).toEqual([]);
    const paged: string[] = [];
    let next: string | undefined;
    do {
      const page = await desk.list('t1', {}, next, 4);
      paged.push(...page.letters.map(({ id }) => id));
      next = page.next;
    } while (next !== undefined);
    expect(paged).toEqual(letters.map(({ id }) => id));
    expect((await desk.summary('t2')).causes).toEqual([]);
    expect(await desk.find('t2', letters[0]!.id)).toBeUndefined();
    expect(await desk.redrive('t2', { ids: [letters[0]!.id] }, 'node')).toEqual({ done: 0, refused: [{ code: 'LETTER_GONE', count: 1 }] });
    expect(await desk.discard('t2', { ids: [letters[0]!.id] })).toMatchObject({ done: 0 });
    await end(harness);
  });

  test('what was discarded stays so after a restart, piece by piece, the oldest first', async () => {
    const harness = startHarness();
    const { engine, toys } = harness;
    refusing(harness);
    await engine.apply(deployment([marked()]));
    await submitLines(toys.peer('LI_1'), ['no 1;', 'no 2;', 'no 3;', 'bad;']);
    await lettersOf(harness, 4);
    const filter = { node: 'out' };
    const piece = await engine.deadLetters.discard('t1', { filter, from: undefined, limit: 2 });
    expect(piece).toMatchObject({ done: 2, refused: [] });
    await end(harness);
    const again = startHarness({ journal: harness.journal, toys });
    const desk = again.engine.deadLetters;
    expect((await desk.summary('t1')).causes.map(({ node, count }) => [node, count]).sort()).toEqual([
      ['mark', 1],
      ['out', 1],
    ]);
    expect(await desk.discard('t1', { filter, from: piece.next, limit: 2 })).toEqual({ done: 1, refused: [] });
    expect((await desk.list('t1', { state: 'discarded' }, undefined, 10)).letters).toHaveLength(3);
    expect((await desk.list('t1', {}, undefined, 10)).letters).toMatchObject([{ code: 'TOY_BAD' }]);
  });

  test('the oldest fall out above the limits, counted unless somebody had closed them', async () => {
    const harness = startHarness({ limits: { deadLetterBytes: 3000 } });
    const { engine, toys } = harness;
    refusing(harness);
    await engine.apply(deployment([straight()]));
    for (let n = 0; n < 12; n++) {
      await submitLines(toys.peer('LI_1'), [`no ${n};`]);
      await lettersOf(harness, n + 1);
    }
    const letters = await lettersOf(harness, 12);
    await engine.deadLetters.discard('t1', { ids: [letters.at(-1)!.id] });
    await engine.deadLetters.keepLimits();
    const { bytes, causes, lost } = await engine.deadLetters.summary('t1');
    expect(bytes).toBeLessThanOrEqual(3000);
    expect(bytes).toBeGreaterThan(0);
    expect(lost).toEqual({ limit: 11 - causes[0]!.count, age: 0 });
    expect(await engine.deadLetters.find('t1', letters.at(-2)!.id)).toBeUndefined();
    expect((await engine.deadLetters.list('t1', {}, undefined, 100)).letters.map(({ id }) => id)).toEqual(
      letters.slice(0, causes[0]!.count).map(({ id }) => id),
    );
    await end(harness);
    const old = startHarness({ journal: harness.journal, toys, limits: { deadLetterMs: -1 } });
    await old.engine.deadLetters.keepLimits();
    expect(await old.engine.deadLetters.summary('t1')).toMatchObject({ bytes: 0, causes: [], lost: { age: causes[0]!.count } });
    expect(old.engine.deadLetters.lost).toBe(11);
    await until(() => harness.journal.usage('dl/t1').blocks === 0);
  });

  test('a full destination is not filled further', async () => {
    const harness = startHarness({ limits: { branchBytes: 1, branchMemoryBytes: 10, lagBytes: 0 } });
    const { engine, toys } = harness;
    let dead = true;
    toys.destination('a').answer = () => {
      if (dead) throw new Disconnected('DELIVERY_REFUSED');
      return undefined;
    };
    await engine.apply(deployment([marked()]));
    await submitLines(toys.peer('LI_1'), ['bad;', 'waits;']);
    await lettersOf(harness, 1);
    await until(() => engine.status().pipelines[0]!.branches[0]!.full);
    expect(await engine.deadLetters.redrive('t1', all, 'node')).toEqual({ done: 0, refused: [{ code: 'BRANCH_FULL', count: 1 }] });
    dead = false;
    await end(harness);
    expect(toys.destination('a').lines).toEqual(['>waits;']);
  });
});
