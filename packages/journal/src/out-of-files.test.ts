import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog, systemClock, type Clock, type Log } from '@acequia/base';
import { describe, expect, it } from 'vitest';
import { textBlock, textsOf } from './conformance-blocks.ts';
import { JournalFailed } from './errors.ts';
import { nodeFileCalls, type FileCalls } from './file-calls.ts';
import { streamStart, type Journal } from './journal.ts';
import { openInline, testFolder } from './test-journal.ts';

/** A machine on which no further file can be opened while `code` says so. */
function machine() {
  const state: { code: 'EMFILE' | 'ENFILE' | undefined; opened: number } = { code: undefined, opened: 0 };
  const calls: FileCalls = {
    ...nodeFileCalls,
    open: (path, flags) => {
      state.opened++;
      if (state.code !== undefined)
        throw Object.assign(new Error(`${state.code}: too many open files, open '${path}'`), { code: state.code });
      return nodeFileCalls.open(path, flags);
    },
  };
  return { state, calls };
}

/** Timers run when a test says so. */
function handClock(): Clock & { pass(ms: number): void } {
  let now = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    ...systemClock,
    monotonic: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
    pass: (ms) => {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
  };
}

function lines(): { readonly log: Log; readonly said: { readonly text: string; readonly fields: Readonly<Record<string, unknown>> }[] } {
  const said: { text: string; fields: Readonly<Record<string, unknown>> }[] = [];
  const note: Log['error'] = (fields, text) => said.push({ text, fields });
  const log: Log = { ...silentLog, error: note, warn: note, info: note, child: () => log };
  return { log, said };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const append = (journal: Journal, text: string) => journal.append({ blocks: [textBlock('s', [text])], durability: 'fsync' });
const segments = (directory: string) => readdirSync(directory).filter((name) => name.startsWith('segment-')).length;
const large = 'x'.repeat(100_000);

describe.each(['EMFILE', 'ENFILE'] as const)('a machine that opens no more files for now (%s)', (code) => {
  it('is no broken disk: appends are refused as for now, and taken again by itself, with nothing sealed or lost', async () => {
    const directory = testFolder();
    const { state, calls } = machine();
    const clock = handClock();
    const { log, said } = lines();
    const journal = await openInline(directory, { clock, log, segmentBytes: 64 * 1024 }, calls);
    await append(journal, large);
    const before = segments(directory);
    state.code = code;
    for (let n = 0; n < 200; n++) {
      await expect(append(journal, `refused ${n}`)).rejects.toBeInstanceOf(JournalFailed);
      clock.pass(100);
    }
    expect(journal.writeFault()).toMatchObject({ kind: 'full', code, lasts: true });
    expect(journal.space().full).toBe(true);
    expect(existsSync(join(directory, 'reserve'))).toBe(true);
    expect(said.filter(({ text }) => text.includes('refused'))).toMatchObject([{ fields: { code } }]);
    expect(said.length).toBeLessThanOrEqual(2);
    state.code = undefined;
    clock.pass(1000);
    await settle();
    expect(journal.space().full).toBe(false);
    expect(segments(directory)).toBeLessThanOrEqual(before + 1);
    await append(journal, 'taken');
    clock.pass(60_000);
    await append(journal, 'taken, later');
    expect(said.filter(({ text }) => text.includes('taken again'))).toMatchObject([{ fields: { times: 200 } }]);
    const read = (await journal.read('s', streamStart, Number.MAX_SAFE_INTEGER)).flatMap(textsOf);
    expect(read.slice(-3)).toEqual([large, 'taken', 'taken, later']);
    await journal.close();
  });

  it('costs large appends to an open file nothing', async () => {
    const { state, calls } = machine();
    const journal = await openInline(testFolder(), {}, calls);
    await append(journal, 'opens the segment');
    state.code = code;
    await append(journal, large);
    state.code = undefined;
    await append(journal, large);
    expect(await journal.read('s', streamStart, Number.MAX_SAFE_INTEGER)).toHaveLength(3);
    await journal.close();
  });

  it('leaves the reserve for a full disk when a commit cannot be written', async () => {
    const directory = testFolder();
    const { state, calls } = machine();
    const removed: string[] = [];
    const journal = await openInline(
      directory,
      {},
      { ...calls, remove: (path) => (removed.push(path), nodeFileCalls.remove(path)), write: failing(calls, state) },
    );
    await journal.commits.commit(new Map([['a', 1]]));
    state.code = code;
    await expect(journal.commits.commit(new Map([['a', 2]]))).rejects.toBeInstanceOf(JournalFailed);
    expect(removed.filter((path) => path.endsWith('reserve'))).toEqual([]);
    state.code = undefined;
    await journal.commits.commit(new Map([['a', 3]]));
    expect(journal.commits.get('a')).toBe(3);
    await journal.close();
  });
});

/** Writes that fail at the hand of a broken disk while no file can be opened: the commit goes to a new file, which cannot be opened. */
const failing =
  (calls: FileCalls, state: { readonly code: string | undefined }): FileCalls['write'] =>
  (fd, parts) => {
    if (state.code !== undefined) throw Object.assign(new Error('EIO: made by the test'), { code: 'EIO' });
    return calls.write(fd, parts);
  };

it('a disk that fails each write is told once, and once that it works again, with the number of times', async () => {
  const clock = handClock();
  const { log, said } = lines();
  let broken = false;
  const calls: FileCalls = {
    ...nodeFileCalls,
    sync: (fd) => {
      if (broken) throw Object.assign(new Error('EIO: made by the test'), { code: 'EIO' });
      nodeFileCalls.sync(fd);
    },
  };
  const journal = await openInline(testFolder(), { clock, log }, calls);
  await append(journal, 'first');
  broken = true;
  for (let n = 0; n < 50; n++) {
    await expect(append(journal, `refused ${n}`)).rejects.toThrow('EIO');
    clock.pass(1000);
  }
  broken = false;
  await append(journal, 'again');
  clock.pass(60_000);
  await append(journal, 'and again');
  expect(said.map(({ text }) => text)).toEqual([
    expect.stringContaining('the file is sealed'),
    expect.stringContaining('appends are refused'),
    expect.stringContaining('writes succeed again'),
    expect.stringContaining('taken again'),
  ]);
  expect(said[3]?.fields).toMatchObject({ times: 50 });
  await journal.close();
});
