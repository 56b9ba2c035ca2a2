import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { silentLog, systemClock } from '@acequia/base';
import { createMemoryJournal, openJournal, streamStart, type Journal } from '@acequia/journal';
import { putOldJournal, testLog } from '@acequia/journal/testing';
import { expect, onTestFinished, test } from 'vitest';
import { action, deployment, label, links, pipeline, sink } from '../test/deployments.ts';
import { startHarness, until } from '../test/harness.ts';
import { submitLines } from '../test/toy-components.ts';

const straight = deployment([pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'))]);

/** One event to a batch, so that each has an idempotency key of its own. */
function startSingly(journal: Journal, branchMemoryBytes = 8 * 1024 * 1024) {
  const harness = startHarness({ journal, limits: { branchMemoryBytes } });
  const keys: Record<string, string> = {};
  const destination = harness.toys.destination('a');
  destination.batching = { ...destination.batching, maxEvents: 1 };
  destination.answer = (batch, lines) => {
    keys[lines.join('|')] = batch.idempotencyKey;
    return undefined;
  };
  return { ...harness, keys };
}

test.each(['blocks', 'undelivered', 'spilled', 'letters'] as const)(
  'an upgrade with %s: what was left is delivered under the keys it would have had, new events under the log’s',
  async (state) => {
    const folder = mkdtempSync(join(tmpdir(), 'acequia-old-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const old = putOldJournal(state, join(folder, 'journal'));
    const open = () =>
      openJournal({ directory: join(folder, 'journal'), identity: testLog(), adopts: true, clock: systemClock, log: silentLog });
    const journal = await open();
    const { engine, toys, keys } = startSingly(journal, state === 'spilled' ? 400 : undefined);
    await engine.apply(straight);
    if (state === 'letters') {
      const { letters } = await engine.deadLetters.list('t1', {}, undefined, 100);
      expect(letters.map(({ eventId }) => eventId)).toEqual(old.letters);
      await engine.deadLetters.redrive('t1', { filter: {}, from: undefined, limit: 100 }, 'node');
    }
    await until(() => Object.keys(keys).length === Object.keys(old.keysAfter).length);
    expect(keys).toEqual(old.keysAfter);
    await submitLines(toys.peer('LI_1'), ['new;']);
    const [block] = await journal.read('li/t1/LI_1/0', { block: journal.head('li/t1/LI_1/0').block - 1, frame: 0 }, 1e6);
    expect(block!.origin).toBe(`2-${journal.generation}-${block!.origin.split('-')[2]}`);
    await until(() => keys['new;'] !== undefined);
    await engine.stop({ deadlineMs: 5000 });
    await journal.close();
  },
);

test('two fresh workers with different events: not one id and not one idempotency key in common, of window results neither', async () => {
  const nodes = [label(), action('group', 'tally', { everyMs: 10 }), sink('results', 'a'), sink('events', 'b')];
  const grouped = deployment([pipeline('PL_1', 'PV_1', nodes, links('start > group', 'group > results', 'start > events'))]);
  const seen = await Promise.all(
    [2, 3].map(async (logNumber) => {
      const journal = createMemoryJournal({ logNumber });
      const { engine, toys } = startHarness({ journal });
      for (const name of ['a', 'b']) toys.destination(name).batching = { ...toys.destination(name).batching, maxEvents: 1 };
      await engine.apply(grouped);
      // The same keys in the same windows, so that results would overwrite one another.
      for (let i = 0; i < 20; i++) await submitLines(toys.peer('LI_1'), [`key ${i % 3}#${logNumber}-${i}`], undefined, 1000 + i);
      const origins = (await journal.read('li/t1/LI_1/0', streamStart, 1e9)).map(({ origin }) => origin);
      await until(() => toys.destination('a').keys.length >= 6 && toys.destination('b').keys.length >= 20);
      await engine.stop({ deadlineMs: 1000 });
      return [...origins, ...toys.destination('a').keys, ...toys.destination('b').keys];
    }),
  );
  expect(seen.map((ids) => new Set(ids).size)).toEqual(seen.map((ids) => ids.length));
  expect(seen[0]!.filter((id) => seen[1]!.includes(id))).toEqual([]);
});
