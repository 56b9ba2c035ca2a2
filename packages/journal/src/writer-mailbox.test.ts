import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { startWriterThread } from './start-writer.ts';
import { newFolder } from './test-journal.ts';
import type { WriterReply } from './writer-jobs.ts';
import { createWriterMemory, MailboxSender } from './writer-mailbox.ts';

const folders: { remove(): void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

test('a wake-up that comes after its job was done already: the writer goes on waiting, and does the next job', async () => {
  const folder = newFolder();
  folders.push(folder);
  const memory = createWriterMemory();
  const mailbox = new MailboxSender(memory);
  const thread = new Worker(new URL('./writer-thread.ts', import.meta.url), {
    workerData: { reserve: { path: join(folder.path, 'reserve'), bytes: 4096 }, memory },
  });
  const failed = new Promise<never>((_, reject) => thread.once('error', reject));
  const control = new Int32Array(memory);
  for (let woken = 0; woken < 3; woken += Atomics.notify(control, 0)) {
    await Promise.race([new Promise<void>((resolve) => setImmediate(resolve)), failed]);
  }
  const path = join(folder.path, 'commits');
  const reply = new Promise((resolve) => thread.once('message', resolve));
  expect(mailbox.put({ kind: 'commit', path, at: 0, bytes: Buffer.from('done') })).toBe(true);
  mailbox.given();
  await Promise.race([reply, failed]);
  expect(readFileSync(path, 'utf8')).toBe('done');
  thread.postMessage('stop');
  mailbox.given();
  await new Promise((resolve) => thread.once('exit', resolve));
});

test.each([2 ** 31, 2 ** 32])(
  'job number %s: no job is done twice, left out or given to another, with several under way',
  async (limit) => {
    const folder = newFolder();
    folders.push(folder);
    const writer = startWriterThread({ path: join(folder.path, 'reserve'), bytes: 4096 }, limit - 20);
    const path = join(folder.path, 'commits');
    const expected: string[] = [];
    let at = 0;
    for (let round = 0; round < 30; round++) {
      const replies: Promise<WriterReply>[] = [];
      const copies: string[] = [];
      for (let i = 0; i < 3; i++) {
        const bytes = Buffer.from(`round ${round} job ${i};`);
        replies.push(writer.run({ kind: 'commit', path, at, bytes }));
        expected.push(bytes.toString());
        at += bytes.length;
        // A file goes as a message, whatever its number.
        copies.push(join(folder.path, `file-${round}-${i}`));
        replies.push(writer.run({ kind: 'file', path: copies[i]!, bytes: Buffer.from(`file ${round} ${i}`), sync: false }));
      }
      expect((await Promise.all(replies)).map(({ outcome }) => outcome)).toEqual(Array<string>(6).fill('done'));
      expect(copies.map((copy) => readFileSync(copy, 'utf8'))).toEqual([0, 1, 2].map((i) => `file ${round} ${i}`));
    }
    await writer.stop();
    expect(readFileSync(path, 'utf8')).toBe(expected.join(''));
  },
);
