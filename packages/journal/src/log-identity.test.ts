import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textBlock, textsOf } from './conformance-blocks.ts';
import type { DiskJournal } from './disk-journal.ts';
import { exportFrames, skipBlocks } from './doctor.ts';
import { JournalForeign } from './errors.ts';
import { nodeFileCalls } from './file-calls.ts';
import { inspectJournal } from './inspect-journal.ts';
import { streamStart } from './journal.ts';
import { oldJournalStates, putOldJournal } from './old-journals.ts';
import { newFolder, openInline, standingClock, testFolder } from './test-journal.ts';
import { testLog } from './test-log.ts';

const append = (journal: DiskJournal, text = 'x', stream = 's') =>
  journal.append({ blocks: [textBlock(stream, [text])], durability: 'fsync' }).then(({ blocks }) => blocks[0]!.origin);

/** Names and bytes of all that lies in a folder. */
const contentOf = (directory: string) =>
  Object.fromEntries(
    readdirSync(directory).map((name) => [name, name === 'lock' ? '' : readFileSync(join(directory, name)).toString('base64')]),
  );

async function originsOf(journal: DiskJournal): Promise<string[]> {
  const origins: string[] = [];
  for (const stream of journal.streams())
    for (const { block, origin } of await journal.read(stream, streamStart, Number.MAX_SAFE_INTEGER))
      origins.push(`${stream} ${block} ${origin}`);
  return origins;
}

async function refusalOf(directory: string, more: Parameters<typeof openInline>[1]): Promise<JournalForeign> {
  const before = contentOf(directory);
  const error = await openInline(directory, more).then(
    async (journal) => {
      await journal.close();
      return undefined;
    },
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(JournalForeign);
  expect(contentOf(directory)).toEqual(before);
  return error as JournalForeign;
}

/** An opening whose process ends at its write number `writes`: what it would still do to the folder does not happen. */
async function openKilledAt(directory: string, writes: number, more: Parameters<typeof openInline>[1]): Promise<DiskJournal | undefined> {
  let left = writes;
  const dying = () => {
    if (left-- <= 0) throw Object.assign(new Error('EIO: made by the test'), { code: 'EIO' });
  };
  const calls = { ...nodeFileCalls, write: (fd: number, parts: readonly Uint8Array[]) => (dying(), nodeFileCalls.write(fd, parts)) };
  const opened = await openInline(directory, more, calls).catch(() => undefined);
  rmSync(join(directory, 'lock'), { force: true });
  return opened;
}

test('killed at any write of its first opening: the next start opens the journal all the same', async () => {
  for (let writes = 0; ; writes++) {
    const directory = join(testFolder(), 'journal');
    const first = await openKilledAt(directory, writes, {});
    const journal = await openInline(directory);
    expect(await append(journal)).toBe(`2-${journal.generation}-1`);
    await journal.close();
    if (first !== undefined) return;
  }
});

describe('a journal of another log', () => {
  const others = {
    'another worker’s': testLog(3),
    'one with the same id and another number': { ...testLog(), number: 3 },
    'another installation’s': { ...testLog(), installation: 'elsewhere' },
  };
  test.each(Object.entries(others))('%s is refused, and nothing in the folder changes', async (_name, identity) => {
    const directory = testFolder();
    const own = await openInline(directory);
    await append(own);
    await own.close();
    const { found, wanted } = await refusalOf(directory, { identity, adopts: true, openings: 9 });
    expect([found, wanted]).toEqual([expect.objectContaining(testLog()), identity]);
    const again = await openInline(directory);
    expect(await append(again)).toBe('2-2-1');
    await again.close();
  });

  test('is refused also where journal.json is damaged or gone: the commit log says whose it is', async () => {
    for (const damage of [rmSync, (path: string) => writeFileSync(path, '{"version":')]) {
      const directory = testFolder();
      const own = await openInline(directory);
      await append(own);
      await own.close();
      damage(join(directory, 'journal.json'));
      expect((await refusalOf(directory, { identity: testLog(3) })).found).toMatchObject({ id: 'LG_2' });
      const again = await openInline(directory);
      expect(await originsOf(again)).toEqual(['s 1 2-1-1']);
      await again.close();
    }
  });

  test('may be any when damage took every word of it: only who has opened a log before may take it for its own', async () => {
    const directory = testFolder();
    const own = await openInline(directory);
    await append(own);
    await own.close();
    for (const name of readdirSync(directory)) if (name === 'journal.json' || name.startsWith('commits-')) rmSync(join(directory, name));
    expect((await refusalOf(directory, {})).found).toBe('unreadable');
    await exportFrames(directory, { stream: 's' }, standingClock(), () => undefined);
    expect((await refusalOf(directory, {})).found).toBe('unreadable');
    const again = await openInline(directory, { openings: 1 });
    expect(await originsOf(again)).toEqual(['s 1 2-1-1']);
    expect(await append(again)).toBe('2-3-1');
    await again.close();
  });
});

describe('a journal of before logs had identities', () => {
  test.each(oldJournalStates)('%s: taken over once by its owner; old birth names stay, new ones carry the log’s number', async (state) => {
    const directory = join(testFolder(), 'journal');
    const old = putOldJournal(state, directory);
    expect((await refusalOf(directory, {})).found).toBe('unnumbered');
    const journal = await openInline(directory, { adopts: true });
    expect(await originsOf(journal)).toEqual(old.origins);
    expect(journal.damage()).toEqual({ blocks: 0, frames: 0 });
    const { generation } = journal;
    expect(await append(journal)).toBe(`2-${generation}-1`);
    await journal.close();
    await refusalOf(directory, { identity: testLog(3), adopts: true });
    const again = await openInline(directory, { openings: generation });
    expect(await originsOf(again)).toEqual([...old.origins, `s 1 2-${generation}-1`]);
    expect(await append(again)).toBe(`2-${generation + 1}-1`);
    await again.close();
    expect(inspectJournal(directory)).toMatchObject({ version: 2, log: testLog() });
  });

  test('killed at any write of the taking over: the next start takes it over all the same', async () => {
    for (let writes = 0; ; writes++) {
      const directory = join(testFolder(), 'journal');
      const old = putOldJournal('blocks', directory);
      const first = await openKilledAt(directory, writes, { adopts: true });
      const journal = await openInline(directory, { adopts: true });
      expect(await originsOf(journal)).toEqual(old.origins);
      expect(await append(journal)).toBe(`2-${journal.generation}-1`);
      await journal.close();
      if (first !== undefined) return;
    }
  });

  test('seen by the doctor it stays what it is, and is taken over afterwards', async () => {
    const directory = join(testFolder(), 'journal');
    const old = putOldJournal('undelivered', directory);
    const stream = 'li/t1/LI_1/0';
    await skipBlocks(directory, { stream, from: 2, to: 2, who: 'ana', why: 'test' }, standingClock());
    expect(inspectJournal(directory).version).toBe(1);
    expect((await refusalOf(directory, {})).found).toBe('unnumbered');
    const journal = await openInline(directory, { adopts: true });
    expect(await originsOf(journal)).toEqual(old.origins.filter((one) => !one.startsWith(`${stream} 2 `)));
    await journal.close();
  });
});

test('a new data folder for a log that was opened before: no birth name is given twice', async () => {
  const directory = testFolder();
  const first = await openInline(directory);
  const given = [await append(first), await append(first)];
  await first.close();
  rmSync(directory, { recursive: true });
  mkdirSync(directory);
  const second = await openInline(directory, { openings: first.generation });
  given.push(await append(second));
  await second.close();
  expect(given).toEqual(['2-1-1', '2-1-2', '2-2-1']);
});

/** What happens to the folder of a log, and what its worker remembers of it. */
type Event = 'append' | 'reopen' | 'new folder' | 'older copy' | 'keep a copy';
const events = fc.array(
  fc.record({
    log: fc.integer({ min: 0, max: 2 }),
    event: fc.constantFrom<Event>('append', 'append', 'reopen', 'new folder', 'older copy', 'keep a copy'),
  }),
  { minLength: 5, maxLength: 60, size: 'max' },
);

test('whatever happens to their folders, no two logs and no two moments of one give a birth name twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), events, async (wereOld, sequence) => {
      const folder = newFolder();
      const given = new Map<string, string>();
      const logs = await Promise.all(
        wereOld.map(async (old, index) => {
          const directory = join(folder.path, String(index));
          if (old) putOldJournal('blocks', directory);
          return {
            directory,
            identity: testLog(index + 2),
            openings: 0,
            adopts: old,
            copy: undefined as Record<string, string> | undefined,
          };
        }),
      );
      const open = async (log: (typeof logs)[number]) => {
        const journal = await openInline(log.directory, log);
        [log.openings, log.adopts] = [journal.generation, false];
        return journal;
      };
      const put = (log: (typeof logs)[number], files: Record<string, string>) => {
        rmSync(log.directory, { recursive: true });
        mkdirSync(log.directory);
        for (const [name, bytes] of Object.entries(files)) writeFileSync(join(log.directory, name), Buffer.from(bytes, 'base64'));
      };
      const running = await Promise.all(logs.map(open));
      let count = 0;
      for (const { log: index, event } of sequence) {
        const log = logs[index]!;
        if (event === 'append') {
          const text = `event ${count++}`;
          const origin = await append(running[index]!, text);
          expect(given.get(origin)).toBeUndefined();
          given.set(origin, text);
          continue;
        }
        await running[index]!.close();
        if (event === 'keep a copy') log.copy = contentOf(log.directory);
        if (event === 'new folder') put(log, {});
        if (event === 'older copy' && log.copy) put(log, log.copy);
        running[index] = await open(log);
      }
      for (const journal of running) {
        for (const block of await journal.read('s', streamStart, Number.MAX_SAFE_INTEGER))
          expect([given.get(block.origin)]).toEqual(textsOf(block));
        await journal.close();
      }
      for (const origin of given.keys()) expect(origin.startsWith('1-')).toBe(false);
      folder.remove();
    }),
    { numRuns: 15 },
  );
}, 120_000);
