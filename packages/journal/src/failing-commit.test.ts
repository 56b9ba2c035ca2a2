import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textBlock, textsOf } from './conformance-blocks.ts';
import { JournalFailed } from './errors.ts';
import { nodeFileCalls, type FileCalls } from './file-calls.ts';
import { streamStart } from './journal.ts';
import { testFolder, openInline } from './test-journal.ts';

/** Calls that fail with EIO while they are in `broken`. */
function breakable(): { readonly broken: Set<keyof FileCalls>; readonly calls: FileCalls } {
  const broken = new Set<keyof FileCalls>();
  const wrap =
    <A extends unknown[], R>(name: keyof FileCalls, call: (...args: A) => R) =>
    (...args: A): R => {
      if (broken.has(name)) throw Object.assign(new Error('EIO: made by the test'), { code: 'EIO' });
      return call(...args);
    };
  return {
    broken,
    calls: {
      ...nodeFileCalls,
      write: wrap('write', nodeFileCalls.write),
      sync: wrap('sync', nodeFileCalls.sync),
      truncate: wrap('truncate', nodeFileCalls.truncate),
      rename: wrap('rename', nodeFileCalls.rename),
      syncFolder: wrap('syncFolder', nodeFileCalls.syncFolder),
    },
  };
}

const commit = (key: string, value: number) => new Map([[key, value]]);

/** What a crash now leaves, opened. */
async function afterCrash(directory: string) {
  const copy = testFolder();
  cpSync(directory, copy, { recursive: true });
  rmSync(join(copy, 'lock'), { force: true });
  return openInline(copy);
}

test.each<[string, (keyof FileCalls)[]]>([
  ['its sync', ['sync']],
  ['its sync and the cut after it', ['sync', 'truncate']],
  ['its write and the cut after it', ['write', 'truncate']],
  ['its sync, and then the name of the new file', ['sync', 'rename']],
])('a commit that fails in %s: refused, and no later one is lost', async (_where, calls) => {
  const directory = testFolder();
  const disk = breakable();
  const journal = await openInline(directory, {}, disk.calls);
  await journal.commits.commit(commit('before', 1));
  for (const call of calls) disk.broken.add(call);
  await expect(journal.commits.commit(commit('during', 2))).rejects.toBeInstanceOf(JournalFailed);
  disk.broken.clear();
  for (let n = 0; n < 3; n++) await journal.commits.commit(commit(`after ${n}`, n));
  disk.broken.add('write');
  await expect(journal.commits.commit(commit('refused', 4))).rejects.toBeInstanceOf(JournalFailed);
  disk.broken.clear();
  const crashed = await afterCrash(directory);
  expect(crashed.commits.keys('').filter((key) => key !== 'during' && key !== 'refused')).toEqual([
    'before',
    'after 0',
    'after 1',
    'after 2',
  ]);
  await crashed.close();
  await journal.close();
});

test('the folder fails after the new file has its name: the next commit goes to a file that counts', async () => {
  const directory = testFolder();
  const disk = breakable();
  const journal = await openInline(directory, {}, disk.calls);
  for (const call of ['sync', 'syncFolder'] as const) disk.broken.add(call);
  await expect(journal.commits.commit(commit('during', 1))).rejects.toBeInstanceOf(JournalFailed);
  disk.broken.delete('sync');
  await expect(journal.commits.commit(commit('still', 2))).rejects.toBeInstanceOf(JournalFailed);
  disk.broken.clear();
  await journal.commits.commit(commit('after', 3));
  const crashed = await afterCrash(directory);
  expect(crashed.commits.get('after')).toBe(3);
  await crashed.close();
  await journal.close();
});

test('a new segment whose folder cannot be synced is not appended to as if it were', async () => {
  const directory = testFolder();
  const disk = breakable();
  const journal = await openInline(directory, {}, disk.calls);
  const append = (text: string) => journal.append({ blocks: [textBlock('s', [text])], durability: 'fsync' });
  disk.broken.add('syncFolder');
  await expect(append('refused')).rejects.toBeInstanceOf(JournalFailed);
  disk.broken.clear();
  await append('accepted');
  expect((await journal.read('s', streamStart, 1e6)).flatMap(textsOf)).toEqual(['accepted']);
  await journal.close();
});

test('closing on a disk that fails still gives the directory back', async () => {
  const directory = testFolder();
  const disk = breakable();
  const journal = await openInline(directory, {}, disk.calls);
  for (let i = 0; i < 3; i++) await journal.append({ blocks: [textBlock('s', [`${i}`])], durability: 'fsync' });
  journal.trim('s', { block: 3, frame: 0 });
  disk.broken.add('write').add('sync');
  await journal.close();
  expect(readdirSync(directory)).not.toContain('lock');
  const reopened = await openInline(directory);
  expect((await reopened.read('s', { block: 3, frame: 0 }, 1e6)).flatMap(textsOf)).toEqual(['2']);
  await reopened.close();
});
