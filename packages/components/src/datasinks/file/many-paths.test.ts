import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import fs, { open, type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@acequia/base';
import { FileShare } from '@acequia/component-sdk/runtime';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { FileStore, type FileStoreOptions } from './file-store.ts';

/**
 * What was done to the file system: calls, calls that read a hold, calls that opened a log, bytes that were read of files, calls
 * that took a hold away and how many of these were under way at once.
 */
const none = { calls: 0, holds: 0, logs: 0, bytes: 0, removals: 0, removing: 0 };
const done = { ...none };
let removing = 0;
let restore = (): void => undefined;

beforeAll(async () => {
  const calls = fs as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const before = { ...calls };
  for (const name of ['lstat', 'mkdir', 'open', 'readdir', 'readFile', 'readlink', 'realpath', 'rename', 'rm', 'symlink', 'unlink'])
    calls[name] = async (...args) => {
      const path = String(args[0]);
      done.calls += 1;
      if (name === 'readlink' && path.includes('/held/')) done.holds += 1;
      if (['open', 'readFile'].includes(name) && path.endsWith('.opened')) done.logs += 1;
      const removes = ['rm', 'unlink'].includes(name) && /\/(held|holders)\//.test(path) ? 1 : 0;
      removing += removes;
      done.removals += removes;
      done.removing = Math.max(done.removing, removing);
      const result = await Reflect.apply(before[name]!, fs, args).finally(() => (removing -= removes));
      if (name === 'readFile') done.bytes += (result as string | Buffer).length;
      return result;
    };
  syncBuiltinESMExports();
  const handle = await open(tmpdir(), 'r');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { read, readFile } = prototype;
  prototype.read = async function (this: FileHandle, ...args: never[]) {
    const result = (await Reflect.apply(read, this, args)) as { bytesRead: number };
    done.calls += 1;
    done.bytes += result.bytesRead;
    return result;
  } as never;
  prototype.readFile = async function (this: FileHandle, ...args: never[]) {
    const result = (await Reflect.apply(readFile, this, args)) as Buffer;
    done.calls += 1;
    done.bytes += result.length;
    return result;
  } as never;
  restore = () => {
    Object.assign(calls, before);
    syncBuiltinESMExports();
    Object.assign(prototype, { read, readFile });
  };
});
afterAll(() => restore());

const optionsOf = (root: string, run: string): FileStoreOptions => ({
  root,
  roots: [root],
  tenantId: 'one',
  mode: 0o640,
  sync: false,
  limits: { maxBytes: 0, everyMs: 0, keepFiles: undefined, keepDays: undefined },
  openFiles: 4,
  share: new FileShare(1000),
  tail: new Uint8Array(),
  now: () => 1,
  pause: async () => undefined,
  run,
  pipelineId: 'pipeline',
  mayName: () => true,
  log: silentLog,
});

interface Died {
  /** The operator's folder as the process has left it. */
  readonly root: string;
  /** By run. */
  readonly committed: Map<string, string | undefined>;
}

/** The files themselves, and logs as they are now. */
function keep(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) keep(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name.endsWith('.opened')) copyFileSync(source, target);
    else linkSync(source, target);
  }
}

/** The folder is as it was when the process died. */
async function kill(root: string, stores: readonly FileStore[]): Promise<void> {
  keep(root, `${root}.kept`);
  for (const store of stores) await store.close();
  rmSync(root, { recursive: true });
  renameSync(`${root}.kept`, root);
}

/** A process dies while it delivers to many paths by several data sinks; half of what each one wrote is committed. */
async function dies(sinks: number, files: number): Promise<Died> {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-many-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const root = join(folder, 'root');
  mkdirSync(root);
  const committed = new Map<string, string | undefined>();
  const stores: FileStore[] = [];
  for (let sink = 0; sink < sinks; sink += 1) {
    const store = await FileStore.open(optionsOf(root, `run${sink}`), undefined);
    stores.push(store);
    for (let file = 0; file < files; file += 1) {
      const text = Buffer.from(`${file}\n`);
      const { checkpoint } = await store.append(
        `${sink}/${file}`,
        text.length,
        () => [0],
        async () => text,
      );
      if (file === files / 2 - 1) committed.set(`run${sink}`, checkpoint);
    }
  }
  await kill(root, stores);
  return { root, committed };
}

/** What it costs to open all data sinks after that. */
async function opening({ root, committed }: Died): Promise<{ readonly stores: readonly FileStore[]; readonly cost: typeof done }> {
  Object.assign(done, none);
  const stores: FileStore[] = [];
  for (const [run, checkpoint] of committed) stores.push(await FileStore.open(optionsOf(root, run), checkpoint));
  return { stores, cost: { ...done } };
}

async function end({ committed }: Died, stores: readonly FileStore[]): Promise<void> {
  for (const [index, checkpoint] of [...committed.values()].entries()) {
    stores[index]!.committed(checkpoint);
    await stores[index]!.close();
  }
}

async function costOf(sinks: number, files: number): Promise<typeof done> {
  const died = await dies(sinks, files);
  const { stores, cost } = await opening(died);
  await end(died, stores);
  return cost;
}

test('after a crash in delivery to many paths, what it costs to open a data sink does not grow with the other ones', async () => {
  const [one, six] = [await costOf(1, 20), await costOf(6, 20)];
  expect({ holds: six.holds, logs: six.logs }).toEqual({ holds: one.holds * 6, logs: one.logs * 6 });
  expect(six.bytes).toBeLessThanOrEqual(one.bytes * 6.5);
  expect(six.calls).toBeLessThanOrEqual(one.calls * 6);
});

test('after a crash, what it costs to open a data sink grows with its files as they do, no faster', async () => {
  const [few, many] = [await costOf(1, 20), await costOf(1, 200)];
  expect(many.calls).toBeLessThanOrEqual(few.calls * 10);
});

test('a process that dies again after a commit with nothing new has nothing to settle once more', async () => {
  const costs: number[] = [];
  for (const files of [20, 200]) {
    const died = await dies(1, files);
    const first = (await opening(died)).stores;
    for (const store of first) store.committed(died.committed.get('run0'));
    while (readdirSync(join(died.root, '.acequia/one/holders/run0')).length > 0) await new Promise((resolve) => setImmediate(resolve));
    await kill(died.root, first);
    const { stores, cost } = await opening(died);
    costs.push(cost.calls);
    await end(died, stores);
  }
  expect(costs[1]).toBe(costs[0]);
});

test('what was committed long ago is not read again: opening reads the end of a log that has grown for months', async () => {
  const died = await dies(1, 20);
  const log = join(died.root, '.acequia/one/run0.opened');
  const old = Array.from({ length: 40_000 }, (_, n) =>
    JSON.stringify({ n: n + 1, do: 'open', path: `old/${n}`, ino: `${10 ** 12 + n}`, body: 0, atMs: 1 }),
  );
  const later = readFileSync(log, 'utf8').replaceAll(/"n":(\d+)/g, (_, n: string) => `"n":${old.length + Number(n)}`);
  writeFileSync(log, `${old.join('\n')}\n${later}`);
  for (const [run, text] of died.committed) {
    const known = JSON.parse(text!) as { n: number };
    died.committed.set(run, JSON.stringify({ ...known, n: old.length + known.n }));
  }
  const { stores, cost } = await opening(died);
  await end(died, stores);
  expect(cost.bytes).toBeLessThanOrEqual(3 * 64 * 1024);
  for (let file = 0; file < 20; file += 1)
    expect(readFileSync(join(died.root, 'one/0', `${file}`), 'utf8')).toBe(file < 10 ? `${file}\n` : '');
});

test('what was committed is there and nothing else, and no file stays held once the data sinks are closed', async () => {
  const died = await dies(2, 20);
  const { stores } = await opening(died);
  const at = (path: string) => join(died.root, 'one', path);
  for (let file = 0; file < 20; file += 1) expect(readFileSync(at(`0/${file}`), 'utf8')).toBe(file < 10 ? `${file}\n` : '');
  await end(died, stores);
  for (const folder of ['held', 'holders/run0', 'holders/run1']) expect(readdirSync(join(died.root, '.acequia/one', folder))).toEqual([]);
});

test('a run of before its holds were listed finds them all the same', async () => {
  const died = await dies(2, 20);
  const logs = join(died.root, '.acequia/one');
  rmSync(join(logs, 'holders'), { recursive: true });
  const { stores } = await opening(died);
  expect(readdirSync(join(logs, 'holders/run0')).length).toBe(20);
  await end(died, stores);
  expect(readdirSync(join(logs, 'held'))).toEqual([]);
  expect(existsSync(join(logs, 'holders/run0'))).toBe(true);
});

test('a run of which an older version has held files without listing them waits for no file of its own', async () => {
  const died = await dies(1, 20);
  const listed = join(died.root, '.acequia/one/holders/run0');
  for (const name of readdirSync(listed)) rmSync(join(listed, name));
  const { stores } = await opening(died);
  for (let file = 0; file < 20; file += 1) {
    const text = Buffer.from('again\n');
    await stores[0]!.append(
      `0/${file}`,
      text.length,
      () => [0],
      async () => text,
    );
    expect(readFileSync(join(died.root, 'one/0', `${file}`), 'utf8')).toBe(file < 10 ? `${file}\nagain\n` : 'again\n');
  }
  await end(died, stores);
});

/** A data sink that has written to so many paths; the time it goes by, and appends of it. */
async function wrote(files: number) {
  const root = mkdtempSync(join(tmpdir(), 'acequia-many-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const time = { nowMs: 1 };
  const store = await FileStore.open({ ...optionsOf(root, 'run0'), now: () => time.nowMs }, undefined);
  const append = (path: string) =>
    store.append(
      path,
      2,
      () => [0],
      async () => Buffer.from('x\n'),
    );
  let last = '';
  for (let file = 0; file < files; file += 1) last = (await append(`${file}`)).checkpoint;
  const names = (folder: string) => readdirSync(join(root, '.acequia/one', folder));
  /** A commit of all that was written; what is held once the store has looked and appended to one path. */
  const look = async (): Promise<number> => {
    store.committed(last);
    last = (await append('live')).checkpoint;
    expect(names('holders/run0').length).toBe(names('held').length);
    return names('held').length;
  };
  const heldAtEnd = async (): Promise<string[]> => {
    store.committed(last);
    Object.assign(done, none);
    await store.close();
    return [...names('held'), ...names('holders/run0')];
  };
  return { time, look, heldAtEnd };
}

test('files that nobody has written to for a while are given back some at a time, so that none of them is left for the end', async () => {
  const { time, look, heldAtEnd } = await wrote(500);
  expect(await look()).toBe(501);
  time.nowMs += 10_000;
  const held = [await look(), await look(), await look()];
  expect(held).toEqual([501 - 256, 4, 4]);
  expect(await heldAtEnd()).toEqual([]);
  expect(done.removals).toBe(2 * 4);
});

test('what is held at the end is not given back one file after the other', async () => {
  const { look, heldAtEnd } = await wrote(900);
  expect(await look()).toBe(512 + 1);
  expect(await heldAtEnd()).toEqual([]);
  expect(done.removals).toBe(2 * 513);
  expect(done.removing).toBe(16);
});
