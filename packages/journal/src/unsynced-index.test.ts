import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { textBlock, textsOf } from './conformance-blocks.ts';
import { JournalFailed } from './errors.ts';
import { nodeFileCalls, type FileCalls } from './file-calls.ts';
import { streamStart, type Journal } from './journal.ts';
import { testFolder, openInline } from './test-journal.ts';

let broken: Set<'sync' | 'truncate'>;
beforeEach(() => void (broken = new Set()));

/** Calls for segment files fail with EIO while they are in `broken`; those for other files never. */
function segmentsBreak(): FileCalls {
  const segments = new Set<number>();
  const check = (call: 'sync' | 'truncate', fd: number): void => {
    if (broken.has(call) && segments.has(fd)) throw Object.assign(new Error('EIO: made by the test'), { code: 'EIO' });
  };
  return {
    ...nodeFileCalls,
    open(path, flags) {
      const fd = nodeFileCalls.open(path, flags);
      if (/segment-\d+\.log$/.test(path)) segments.add(fd);
      return fd;
    },
    sync(fd) {
      check('sync', fd);
      nodeFileCalls.sync(fd);
    },
    truncate(fd, length) {
      check('truncate', fd);
      nodeFileCalls.truncate(fd, length);
    },
    close(fd) {
      segments.delete(fd);
      nodeFileCalls.close(fd);
    },
  };
}

/** Two blocks of two streams that no reader may see one without the other; each longer than a few sectors of a disk. */
const pair = (text: string) => [textBlock('s', [text.padEnd(2000, '.')]), textBlock('t', [text.padEnd(2000, '.')])];
const read = async (journal: Journal, stream: string): Promise<string[]> =>
  (await journal.read(stream, streamStart, Number.MAX_SAFE_INTEGER)).flatMap(textsOf).map((text) => text?.replace(/\.+$/, '') ?? 'damaged');

/** What is there when the program is killed now. */
function killed(directory: string): string {
  const copy = testFolder();
  cpSync(directory, copy, { recursive: true });
  rmSync(join(copy, 'lock'), { force: true });
  return copy;
}

/** The power goes: the sector in which `text` stands for the first time, in the last segment, never reached the disk. */
function loseSectorOf(directory: string, text: string): void {
  const name = readdirSync(directory)
    .filter((one) => /^segment-\d+\.log$/.test(one))
    .toSorted()
    .at(-1)!;
  const file = readFileSync(join(directory, name));
  const sector = (Math.floor(file.indexOf(text) / 512) + 1) * 512;
  file.fill(0, sector, sector + 512);
  writeFileSync(join(directory, name), file);
}

test('the power goes at an opening, before what a killed program wrote was synced: of a group there is all or nothing', async () => {
  const directory = testFolder();
  const journal = await openInline(directory);
  await journal.append({ blocks: pair('before'), durability: 'fsync' });
  await journal.append({ blocks: pair('unsynced'), durability: 'fsync' });
  const left = killed(directory);
  await journal.close();
  broken.add('sync');
  await expect(openInline(left, {}, segmentsBreak())).rejects.toBeInstanceOf(JournalFailed);
  loseSectorOf(left, 'unsynced');
  const reopened = await openInline(left);
  expect([await read(reopened, 's'), await read(reopened, 't')]).toEqual([['before'], ['before']]);
  expect(reopened.damage()).toEqual({ frames: 0, blocks: 0 });
  await reopened.close();
});

test.each(['os', 'fsync'] as const)(
  'a segment whose sync failed is sealed (%s): nothing says that what it holds is on the disk',
  async (next) => {
    const directory = testFolder();
    const journal = await openInline(directory, {}, segmentsBreak());
    await journal.append({ blocks: pair('before'), durability: 'fsync' });
    await journal.append({ blocks: pair('unsynced'), durability: 'os' });
    broken.add('sync');
    if (next === 'fsync')
      await expect(journal.append({ blocks: pair('refused'), durability: 'fsync' })).rejects.toBeInstanceOf(JournalFailed);
    else await journal.close();
    broken.clear();
    const left = killed(directory);
    await journal.close();
    const segments = readdirSync(left).filter((name) => name.endsWith('1.log'));
    expect(segments.filter((name) => existsSync(join(left, `${name}.index`)))).toEqual([]);
    loseSectorOf(left, 'unsynced');
    const reopened = await openInline(left);
    expect([await read(reopened, 's'), await read(reopened, 't')]).toEqual([['before'], ['before']]);
    await reopened.close();
  },
);

test('an opening that cannot cut what was refused is refused itself: the next one still knows where the segment ends', async () => {
  const directory = testFolder();
  const journal = await openInline(directory, {}, segmentsBreak());
  await journal.append({ blocks: pair('before'), durability: 'fsync' });
  broken.add('sync').add('truncate');
  await expect(journal.append({ blocks: pair('refused'), durability: 'fsync' })).rejects.toBeInstanceOf(JournalFailed);
  broken.clear();
  await journal.append({ blocks: [textBlock('s', ['accepted'])], durability: 'fsync' });
  const left = killed(directory);
  await journal.close();
  broken.add('truncate');
  await expect(openInline(left, {}, segmentsBreak())).rejects.toBeInstanceOf(JournalFailed);
  broken.clear();
  for (let openings = 0; openings < 2; openings++) {
    const reopened = await openInline(left);
    expect([await read(reopened, 's'), await read(reopened, 't')]).toEqual([['before', 'accepted'], ['before']]);
    await reopened.close();
  }
});
