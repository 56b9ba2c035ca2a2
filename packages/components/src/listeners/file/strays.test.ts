import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { systemClock, type Clock } from '@acequia/base';
import { FakeIntake } from '@acequia/testkit';
import { seededRandom } from '@acequia/testkit/oracle';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listenerHarness } from '../../testing/listener-harness.ts';
import { fileConfig } from './config.ts';
import { FileRecords, nameToKeep, unreadOf, type FileRecord } from './file-records.ts';
import { digestOf, nothing } from './fingerprint.ts';
import { fileListenerRuntime } from './runtime.ts';

/** Fifty times as fast, so that the five seconds of silence pass in a tenth of one. */
const fast: Clock = {
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic() * 50,
  sleep: (ms, signal) => systemClock.sleep(ms / 50, signal),
  after: (ms, run) => systemClock.after(ms / 50, run),
};

let dir = '';
const stops: (() => Promise<void>)[] = [];
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'acequia-strays-')));
  mkdirSync(at(''));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(dir, { recursive: true });
});

const at = (name: string) => join(dir, 'app', name);
const named = (name: string) => `${basename(dir)}/app/${name}`;
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index} ${'x'.repeat(40)}`);
const body = (list: readonly string[]) => list.map((line) => `${line}\n`).join('');

/** One life after the other over the same files, with what each left behind. */
function lives(config: object = {}) {
  const taken: string[] = [];
  let state: Uint8Array | undefined;
  let markers = 0;
  let life: { readonly intake: FakeIntake; readonly running: Awaited<ReturnType<typeof fileListenerRuntime.start>> } | undefined;
  const listener = {
    taken: () => [...taken, ...(life?.intake.frames ?? []).map(({ text }) => text)].filter((text) => !text.startsWith('marker')),
    problem: () => life!.running.problem?.(),
    async start(more: object = {}) {
      const intake = new FakeIntake({ sourceState: state });
      const { ctx } = listenerHarness({ clock: fast, intake, readRoots: [dir] });
      const parsed = fileConfig.parse({ include: [`${dir}/app/*.log`], startAt: 'beginning', ...config, ...more });
      life = { intake, running: await fileListenerRuntime.start(parsed, ctx) };
      stops.push(life.running.stop);
    },
    /** All that was there before is read once the line of a file that came later is. */
    async looked() {
      const { intake } = life!;
      const marker = `marker ${markers++}`;
      writeFileSync(at(`${marker}.log`), `${marker}\n`);
      while (!intake.frames.some(({ text }) => text === marker)) await intake.atLeast(intake.frames.length + 1);
    },
    /** `kill`: nothing that it does from now on is kept. */
    async end(how: string) {
      const { intake, running } = life!;
      if (how === 'kill') taken.push(...intake.frames.map(({ text }) => text));
      if (how === 'kill') state = intake.sourceState;
      life = undefined;
      await running.stop();
      if (how === 'stop') taken.push(...intake.frames.map(({ text }) => text));
      if (how === 'stop') state = intake.sourceState;
    },
  };
  return listener;
}

describe.each(['kill', 'stop'])('renamed out of the pattern while it was down (%s)', (how) => {
  test('the rest of the file is lost without a word', async () => {
    const listener = lives();
    writeFileSync(at('b.log'), body(lines(0, 20)));
    await listener.start();
    await listener.looked();
    await listener.end(how);
    appendFileSync(at('b.log'), body(lines(20, 40)));
    renameSync(at('b.log'), at('b.log.1'));
    writeFileSync(at('b.log'), body(lines(40, 60)));
    await listener.start();
    await listener.looked();
    expect(listener.taken().toSorted()).toEqual(lines(0, 60).toSorted());
    expect(listener.problem()).toBeUndefined();
    // Nor is it read again by a third life, however the second one ended.
    await listener.end(how);
    await listener.start();
    await listener.looked();
    expect(listener.taken().length).toBe(60);
  });

  test.each([0, 1])('twice rotated, of a file with %d lines before: the rest is lost', async (count) => {
    const listener = lives();
    writeFileSync(at('b.log'), body(lines(0, count)));
    await listener.start();
    await listener.looked();
    await listener.end(how);
    appendFileSync(at('b.log'), body(lines(count, 40)));
    renameSync(at('b.log'), at('b.log.1'));
    renameSync(at('b.log.1'), at('b.log.2'));
    writeFileSync(at('b.log.1'), body(['not matched by any pattern, nor known']));
    writeFileSync(at('b.log'), body(lines(40, 60)));
    await listener.start();
    await listener.looked();
    expect(listener.taken().toSorted()).toEqual(lines(0, 60).toSorted());
  });

  test.each([
    ['removed', () => unlinkSync(at('b.log'))],
    [
      'compressed',
      () => {
        writeFileSync(at('b.log.1.gz'), gzipSync(readFileSync(at('b.log'))));
        unlinkSync(at('b.log'));
      },
    ],
    [
      'moved elsewhere',
      () => {
        mkdirSync(join(dir, 'old'));
        renameSync(at('b.log'), join(dir, 'old/b.log'));
      },
    ],
  ])('%s: nothing tells it, or something does after each start', async (_, go) => {
    const listener = lives();
    writeFileSync(at('b.log'), body(lines(0, 20)));
    await listener.start();
    await listener.looked();
    await listener.end(how);
    appendFileSync(at('b.log'), body(lines(20, 40)));
    go();
    await listener.start();
    expect(listener.problem()).toEqual({ code: 'FILE_REST_LOST', message: named('b.log') });
    await listener.end(how);
    await listener.start();
    expect(listener.problem()).toBeUndefined();
    expect(listener.taken()).toEqual(lines(0, 20));
  });
});

test('what was known to be unread of a file that was removed is not told with its size', async () => {
  const listener = lives();
  const unfinished = 'no end '.repeat(500);
  writeFileSync(at('b.log'), body(lines(0, 20)) + unfinished);
  await listener.start();
  await listener.looked();
  await listener.end('kill');
  unlinkSync(at('b.log'));
  await listener.start();
  const { code, message } = listener.problem()!;
  const told = Number(/ \(≥ (\d+) B\)$/.exec(message ?? '')?.[1]);
  expect([code, told <= unfinished.length && told > unfinished.length * 0.88]).toEqual(['FILE_REST_LOST', true]);
});

test('the last line of a renamed file has no end: it is lost', async () => {
  const listener = lives();
  writeFileSync(at('b.log'), 'first\nsec');
  await listener.start();
  await listener.looked();
  await listener.end('kill');
  appendFileSync(at('b.log'), 'ond\nthird');
  renameSync(at('b.log'), at('b.log.1'));
  await listener.start();
  while (listener.taken().length < 3) await listener.looked();
  expect(listener.taken()).toEqual(['first', 'second', 'third']);
});

describe('another file is read as the rest of one', () => {
  test.each([
    ['with other content', body(lines(500, 700))],
    ['with the same short beginning', body(lines(0, 1)) + body(lines(500, 700))],
  ])('it got its inode, %s', async (_, content) => {
    const listener = lives();
    writeFileSync(at('b.log'), body(lines(0, 1)));
    await listener.start();
    await listener.looked();
    await listener.end('kill');
    // Made until the file system gives the inode anew; where it never does, the file with its content is another anyway.
    const { ino } = statSync(at('b.log'));
    unlinkSync(at('b.log'));
    for (let made = 0; made < 200; made++) {
      writeFileSync(at(`b.log.${made}`), content);
      if (statSync(at(`b.log.${made}`)).ino === ino) break;
    }
    await listener.start();
    await listener.looked();
    expect(listener.taken()).toEqual(lines(0, 1));
    expect(listener.problem()?.code).toBe('FILE_REST_LOST');
  });

  test('a link that leads out of the folder, or a folder below it', async () => {
    const listener = lives();
    writeFileSync(at('b.log'), body(lines(0, 20)));
    await listener.start();
    await listener.looked();
    await listener.end('kill');
    appendFileSync(at('b.log'), body(lines(20, 40)));
    mkdirSync(at('below'));
    renameSync(at('b.log'), at('below/b.log'));
    symlinkSync(at('below/b.log'), at('b.log.1'));
    await listener.start();
    await listener.looked();
    expect(listener.taken()).toEqual(lines(0, 20));
  });
});

test('patterns that were changed: a file left out on purpose is read on, or told as lost', async () => {
  const listener = lives();
  writeFileSync(at('a.log'), body(lines(0, 20)));
  writeFileSync(at('b.log'), body(lines(20, 40)));
  await listener.start();
  await listener.looked();
  await listener.end('stop');
  appendFileSync(at('b.log'), body(lines(40, 60)));
  await listener.start({ exclude: [`${dir}/app/b.log`] });
  await listener.looked();
  expect([listener.taken().length, listener.problem()]).toEqual([40, undefined]);
});

test('while it runs: a file that was closed is renamed out of the pattern with lines that were not read', async () => {
  const listener = lives({ maxOpen: 1 });
  writeFileSync(at('b.log'), body(lines(0, 20)));
  writeFileSync(at('c.log'), body(lines(20, 40)));
  await listener.start();
  await listener.looked();
  for (let turn = 0; turn < 5; turn++) {
    appendFileSync(at('b.log'), body(lines(100 + turn * 10, 105 + turn * 10)));
    appendFileSync(at('c.log'), body(lines(105 + turn * 10, 110 + turn * 10)));
    renameSync(at('b.log'), at(`b.log.${turn}`));
    renameSync(at('c.log'), at(`c.log.${turn}`));
    writeFileSync(at('b.log'), '');
    writeFileSync(at('c.log'), '');
    await listener.looked();
  }
  while (listener.taken().length < 90) await listener.looked();
  expect(listener.taken().toSorted()).toEqual([...lines(0, 40), ...lines(100, 150)].toSorted());
});

test.each([3101, 3102, 3103, 3104, 3105, 3106])(
  'a random walk: a line of a file that is still there is lost or doubled (seed %d)',
  async (seed) => {
    const random = seededRandom(seed);
    const below = (count: number) => random.below(count);
    const listener = lives(below(2) ? { maxOpen: 2 } : {});
    const held = new Map<number, string[]>();
    const known = new Set<number>();
    const gone: string[] = [];
    const inode = (name: string) => statSync(at(name)).ino;
    let next = 0;
    let isUp = false;
    const append = () => {
      const fresh = lines(next, (next += below(60)));
      appendFileSync(at('b.log'), body(fresh));
      held.set(inode('b.log'), [...(held.get(inode('b.log')) ?? []), ...fresh]);
    };
    /** Only what a look has seen: nobody knows of a file that came and went out of the pattern unseen. */
    const rotate = () => {
      if (existsSync(at('b.log')) && !known.has(inode('b.log'))) return;
      for (let number = 9; number >= 0; number--) {
        const from = number === 0 ? 'b.log' : `b.log.${number}`;
        if (existsSync(at(from)) && !existsSync(at(`b.log.${number + 1}`))) renameSync(at(from), at(`b.log.${number + 1}`));
      }
    };
    const remove = () => {
      const name = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => `b.log.${number}`).find((one) => existsSync(at(one)));
      if (name === undefined) return;
      gone.push(...held.get(inode(name))!);
      held.delete(inode(name));
      known.delete(inode(name));
      unlinkSync(at(name));
    };
    const look = async () => {
      await listener.looked();
      if (existsSync(at('b.log'))) known.add(inode('b.log'));
    };
    for (let step = 0; step < 120; step++) {
      const what = below(12);
      if (what < 4) append();
      else if (what < 6) rotate();
      else if (what === 6) {
        if (below(3) === 0) remove();
      } else if (!isUp) {
        await listener.start();
        isUp = true;
        if (below(2)) await look();
      } else if (what < 9) await look();
      else {
        await listener.end(below(2) ? 'kill' : 'stop');
        isUp = false;
      }
    }
    if (!isUp) await listener.start();
    await look();
    await look();
    const counts = new Map<string, number>();
    for (const line of listener.taken()) counts.set(line, (counts.get(line) ?? 0) + 1);
    const all = [...held.values()].flat();
    expect(all.filter((line) => counts.get(line) !== 1)).toEqual([]);
    expect(gone.filter((line) => (counts.get(line) ?? 0) > 1)).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  },
);

describe('what is kept of a file', () => {
  const recordOf = (more: Partial<FileRecord>): FileRecord => ({
    key: '0102030405ff',
    head: digestOf(Buffer.from('head')),
    headBytes: 4,
    offset: 100,
    tail: nothing,
    seenMs: 60_000,
    gone: false,
    whole: false,
    ...more,
  });
  const kept = (records: readonly FileRecord[]) => {
    const table = new FileRecords(undefined);
    for (const record of records) table.add(record);
    return new FileRecords(table.bytes(1_000_000)).notIn(new Set());
  };

  test.each(['b.log', 'a name of 26 bytes ........', `app/${'año '.repeat(24)}`, 'x'.repeat(300)])(
    'a name is cut or mixed up: %s',
    (name) => {
      const names = kept([recordOf({ name: nameToKeep(name) }), recordOf({ key: '000000000001' }), recordOf({ name: 'other' })]);
      expect(names.map((record) => record.name)).toEqual([nameToKeep(name), undefined, 'other']);
      expect(name.endsWith(nameToKeep(name).replace(/^…/, ''))).toBe(true);
    },
  );

  test('more is told as unread than was, or far less', () => {
    for (let unread = 0; unread < 2 ** 33; unread = Math.floor(unread * 1.3) + 1) {
      const [record] = kept([recordOf({ size: 100 + unread })]);
      expect(unreadOf(record!)).toBeLessThanOrEqual(unread);
      expect(unreadOf(record!)).toBeGreaterThanOrEqual(unread * 0.88);
    }
  });
});
