import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WorkerHold } from './worker-hold.ts';

let folder: string;
let nowMs: number;
const now = (): number => nowMs;
const others: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-hold-'));
  nowMs = Date.now();
});
afterEach(async () => {
  for (const other of others.splice(0)) await end(other);
  rmSync(folder, { recursive: true });
});

async function end(other: ChildProcess): Promise<void> {
  if (other.exitCode !== null || other.signalCode !== null) return;
  other.kill('SIGKILL');
  await once(other, 'exit');
}

/** Another process that holds the folder, or says that it may not. */
async function startOther(): Promise<{ readonly other: ChildProcess; readonly holds: boolean }> {
  const module = new URL('./worker-hold.ts', import.meta.url).href;
  const source = `import { WorkerHold } from ${JSON.stringify(module)};
    const hold = await WorkerHold.take(${JSON.stringify(folder)}, () => Date.now());
    process.send(hold !== undefined);
    process.on('message', async () => { await hold.release(); process.send('released'); });`;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  others.push(other);
  const [holds] = (await once(other, 'message')) as [boolean];
  return { other, holds };
}

const take = () => WorkerHold.take(folder, now);
const path = () => join(folder, 'worker');

test('a folder is one process’s: another one gets it when it is given back, and at once when its holder is killed', async () => {
  const own = (await take())!;
  expect((await startOther()).holds).toBe(false);
  await own.release();
  const { other, holds } = await startOther();
  expect([holds, await take()]).toEqual([true, undefined]);
  other.send('release');
  await once(other, 'message');
  const again = (await take())!;
  await again.release();
  const last = await startOther();
  await end(last.other);
  const after = (await take())!;
  expect([last.holds, await after.isKept()]).toEqual([true, true]);
  await after.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('stores of one process share the folder; it is free when the last of them has ended', async () => {
  const [first, second] = [(await take())!, (await take())!];
  await first.release();
  expect((await startOther()).holds).toBe(false);
  await second.release();
  expect((await startOther()).holds).toBe(true);
});

test('a holder of another machine that is gone holds nothing after a silence; one that gives signs keeps the folder', async () => {
  writeFileSync(path(), '1 2 another boot');
  const sign = (atMs: number) => utimesSync(path(), atMs / 1000, atMs / 1000);
  for (let n = 0; n < 10; n += 1) {
    sign(1_000_000 + n * 5000);
    expect(await take()).toBeUndefined();
    nowMs += 29_000;
  }
  expect(await take()).toBeUndefined();
  nowMs += 30_000;
  const own = (await take())!;
  expect(await own.isKept()).toBe(true);
  await own.release();
});

test('who was silent for long finds that another one has the folder, before it writes', async () => {
  const own = (await take())!;
  nowMs += 4000;
  expect(await own.isKept()).toBe(true);
  rmSync(path());
  writeFileSync(path(), '1 2 another boot');
  nowMs += 5000;
  expect(await own.isKept()).toBe(false);
  await own.release();
  expect(readFileSync(path(), 'utf8')).toBe('1 2 another boot');
});

test('a name that was cut short while it was written is nobody’s after a silence', async () => {
  writeFileSync(path(), '');
  expect(await take()).toBeUndefined();
  nowMs += 30_000;
  await (await take())!.release();
  expect(readdirSync(folder)).toEqual([]);
});
