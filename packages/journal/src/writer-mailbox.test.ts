import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { newFolder } from './test-journal.ts';
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
