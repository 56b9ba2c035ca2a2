import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { systemClock, type Clock } from '@acequia/base';
import { FakeIntake } from '@acequia/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodeFrames, listenerHarness } from '../../testing/listener-harness.ts';
import { fileConfig } from './config.ts';
import { fileListenerRuntime } from './runtime.ts';

/** Fifty times as fast, so that the five seconds of silence pass in a tenth of one. */
const fast: Clock = {
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic() * 50,
  sleep: (ms, signal) => systemClock.sleep(ms / 50, signal),
  after: (ms, run) => systemClock.after(ms / 50, run),
};

const nobody = 65_534;
let dir = '';
const stops: (() => Promise<void> | void)[] = [];
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'acequia-file-')));
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  rmSync(dir, { recursive: true, force: true });
});

const at = (name: string) => join(dir, name);
/** As events and reasons have it: by the name of the folder that is open, `dir`. */
const named = (name: string) => `${basename(dir)}/${name}`;

/** Until the end of the test: root may read whatever its mode says, nobody may not. */
function withoutRoot() {
  if (process.getuid!() !== 0) return;
  chownSync(dir, nobody, nobody);
  process.seteuid!(nobody);
  stops.unshift(() => process.seteuid!(0));
}
const parsed = (config: object) => fileConfig.parse({ include: [`${dir}/*.log`], startAt: 'beginning', ...config });

async function follow(config: object = {}, options: { intake?: FakeIntake; roots?: readonly string[] } = {}) {
  const { ctx, intake, abort } = listenerHarness({
    clock: fast,
    readRoots: options.roots ?? [dir],
    ...(options.intake ? { intake: options.intake } : {}),
  });
  const running = await fileListenerRuntime.start(parsed(config), ctx);
  stops.push(() => running.stop());
  return { intake, running, abort };
}

const texts = (intake: FakeIntake) => intake.frames.map((frame) => frame.text);
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index} ${'x'.repeat(40)}`);
const body = (list: readonly string[]) => list.map((line) => `${line}\n`).join('');
/** What came too little or too often, a few of each. */
function difference(intake: { readonly frames: FakeIntake['frames'] } | readonly string[], all: readonly string[]) {
  const seen = 'frames' in intake ? intake.frames.map((frame) => frame.text) : intake;
  const counts = new Map<string, number>();
  for (const text of seen) counts.set(text, (counts.get(text) ?? 0) + 1);
  const wanted = new Set(all);
  return {
    lost: all.filter((text) => !counts.has(text)).slice(0, 3),
    twice: all.filter((text) => (counts.get(text) ?? 0) > 1).slice(0, 3),
    invented: seen.filter((text) => !wanted.has(text)).slice(0, 3),
  };
}
const none = { lost: [], twice: [], invented: [] };

/** Kept over a restart: what the journal holds of the source. */
const restarted = (intake: FakeIntake) => new FakeIntake({ sourceState: intake.sourceState });

describe('reading', () => {
  test('lines as they grow, with path, name and offset; a line without an end waits', async () => {
    writeFileSync(at('a.log'), 'one\ntwo\nthr');
    const { intake } = await follow();
    await intake.atLeast(2);
    appendFileSync(at('a.log'), 'ee\r\n\nfour\n');
    await intake.atLeast(4);
    const { events } = decodeFrames((slots) => fileListenerRuntime.decoder(parsed({}), { slots }), intake.frames);
    expect(events.map(({ fields }) => [fields['message'], Number(fields['file_offset'])])).toEqual([
      ['one', 0],
      ['two', 4],
      ['three', 8],
      ['four', 16],
    ]);
    expect(events[0]!.fields).toMatchObject({ file_path: named('a.log'), file_name: 'a.log' });
    expect(intake.empty).toBe(1);
  });

  test('files that are there begin at the end, at the start of their unfinished line; later ones at the beginning', async () => {
    writeFileSync(at('old.log'), 'old\nhalf');
    const { intake } = await follow({ startAt: 'end' });
    appendFileSync(at('old.log'), ' done\n');
    await intake.atLeast(1);
    writeFileSync(at('new.log'), 'new\n');
    await intake.atLeast(2);
    expect(texts(intake)).toEqual(['half done', 'new']);
  });

  test('folders, braces, sets and exclusions; folders that appear later', async () => {
    mkdirSync(at('x/deep'), { recursive: true });
    writeFileSync(at('x/a1.log'), 'a1\n');
    writeFileSync(at('x/a9.log'), 'a9\n');
    writeFileSync(at('x/deep/b.txt'), 'b\n');
    writeFileSync(at('x/deep/.hidden.log'), 'hidden\n');
    writeFileSync(at('x/deep/no.log'), 'no\n');
    const { intake } = await follow({
      include: [`${dir}/**/*.{log,txt}`, `${dir}/x/a[0-4].log`],
      exclude: [`${dir}/**/no.log`, `${dir}/x/a9.*`],
    });
    await intake.atLeast(2);
    mkdirSync(at('later'));
    writeFileSync(at('later/c.log'), 'c\n');
    await intake.atLeast(3);
    expect(texts(intake).sort()).toEqual(['a1', 'b', 'c']);
  });

  test('more files than may be open at once: every line arrives once', async () => {
    for (let index = 0; index < 40; index++) writeFileSync(at(`f${index}.log`), `${index} first\n`);
    const { intake } = await follow({ maxOpen: 4 });
    await intake.atLeast(40);
    for (let index = 0; index < 40; index++) appendFileSync(at(`f${index}.log`), `${index} second\n`);
    await intake.atLeast(80);
    expect(new Set(texts(intake)).size).toBe(80);
    expect(intake.frames.length).toBe(80);
  });

  test('a line far over the limit is cut and counted whole, the next one stands at its place', async () => {
    const long = 'y'.repeat(900_000);
    writeFileSync(at('a.log'), `${long}\nnext\n`);
    const { intake } = await follow({}, { intake: new FakeIntake({ maxEventBytes: 1000 }) });
    await intake.atLeast(2);
    expect(intake.frames[0]!.wireBytes).toBe(900_000);
    expect(intake.frames[1]).toMatchObject({ text: 'next', meta: { position: 900_001 } });
  });

  test('stack traces are joined, also when the next line is not there yet', async () => {
    writeFileSync(at('a.log'), 'a\n  at b\nc\n  at d\n');
    const { intake } = await follow({ multiLine: { mode: 'continues', pattern: '^\\s' } });
    await intake.atLeast(2);
    expect(intake.frames.map(({ text, meta }) => [text, meta.position])).toEqual([
      ['a\n  at b', 0],
      ['c\n  at d', 9],
    ]);
    const again = await follow({ multiLine: { mode: 'continues', pattern: '^\\s' } }, { intake: restarted(intake) });
    appendFileSync(at('a.log'), 'e\n');
    await again.intake.atLeast(1);
    expect(texts(again.intake)).toEqual(['e']);
  });

  test('CSV: the first row names the columns, also for who begins later', async () => {
    writeFileSync(at('a.log'), 'id;name\n1;"A ""x"""\n');
    const config = { format: 'csv', csvSeparator: ';' };
    const { intake } = await follow(config);
    await intake.atLeast(1);
    const again = await follow(config, { intake: restarted(intake) });
    appendFileSync(at('a.log'), '2;B\n3;C;D\n');
    await again.intake.atLeast(2);
    const decode = (frames: FakeIntake['frames']) =>
      decodeFrames((slots) => fileListenerRuntime.decoder(parsed(config), { slots }), frames);
    expect(decode(intake.frames).events[0]!.fields).toMatchObject({ id: '1', name: 'A "x"', file_offset: 8 });
    const second = decode(again.intake.frames);
    expect(second.events[0]!.fields).toMatchObject({ id: '2', name: 'B' });
    expect(second.rejected[0]!.fields['_error']).toBe('DECODE_CSV_COLUMNS');
  });
});

describe('rotation', () => {
  test('by renaming: the old file is read to its end, the new one from its beginning; nothing twice', async () => {
    const { intake } = await follow({ include: [`${dir}/a.log*`] });
    const all: string[] = [];
    for (let turn = 0; turn < 20; turn++) {
      const these = lines(turn * 100, turn * 100 + 100);
      all.push(...these);
      appendFileSync(at('a.log'), body(these.slice(0, 60)));
      if (turn % 3 === 0) await intake.atLeast(all.length - 40);
      appendFileSync(at('a.log'), body(these.slice(60)));
      for (let n = 5; n > 0; n--) {
        try {
          renameSync(at(`a.log.${n}`), at(`a.log.${n + 1}`));
        } catch {
          continue;
        }
      }
      renameSync(at('a.log'), at('a.log.1'));
    }
    await intake.atLeast(all.length);
    expect(difference(intake, all)).toEqual(none);
  });

  test('renamed out of sight while a writer still holds it: what is written in the next moment is read, an unfinished line too', async () => {
    writeFileSync(at('a.log'), 'one\n');
    const { intake } = await follow();
    await intake.atLeast(1);
    renameSync(at('a.log'), at('gone'));
    appendFileSync(at('gone'), 'two\nthree');
    await intake.atLeast(3);
    expect(texts(intake)).toEqual(['one', 'two', 'three']);
  });

  test('deleted while open: read to its end', async () => {
    writeFileSync(at('a.log'), body(lines(0, 50_000)));
    const { intake } = await follow();
    await intake.atLeast(1);
    unlinkSync(at('a.log'));
    await intake.atLeast(50_000);
    expect(difference(intake, lines(0, 50_000))).toEqual(none);
  });

  test('copytruncate: what only the copy holds is read from the copy, nothing twice', async () => {
    const all = lines(0, 1000);
    writeFileSync(at('a.log'), body(all.slice(0, 700)));
    const { intake } = await follow({ include: [`${dir}/a.log*`] });
    await intake.atLeast(700);
    intake.hold();
    appendFileSync(at('a.log'), body(all.slice(700)));
    copyFileSync(at('a.log'), at('a.log.1'));
    truncateSync(at('a.log'), 0);
    appendFileSync(at('a.log'), body(lines(1000, 1010)));
    intake.release();
    await intake.atLeast(1010);
    expect(difference(intake, lines(0, 1010))).toEqual(none);
  });

  test('emptied and filled past the old place between two looks: read from the beginning', async () => {
    writeFileSync(at('a.log'), body(lines(0, 10)));
    const { intake, running } = await follow();
    await intake.atLeast(10);
    await running.stop();
    writeFileSync(at('a.log'), body(lines(500, 600)));
    const again = await follow({}, { intake: restarted(intake) });
    await again.intake.atLeast(100);
    expect(texts(again.intake)).toEqual(lines(500, 600));
  });

  test('replaced by another file of the same name during start', async () => {
    writeFileSync(at('a.log'), body(lines(0, 10)));
    const { intake, running } = await follow();
    await intake.atLeast(10);
    await running.stop();
    writeFileSync(at('b'), body(lines(10, 20)));
    const again = restarted(intake);
    const starting = follow({}, { intake: again });
    renameSync(at('b'), at('a.log'));
    await starting;
    await again.atLeast(10);
    expect(texts(again)).toEqual(lines(10, 20));
  });

  test('the compressed rest of a rotation is not read again, but for what was missed', async () => {
    const all = lines(0, 400);
    writeFileSync(at('a.log'), body(all.slice(0, 300)));
    const { intake, running } = await follow({ include: [`${dir}/a.log*`] });
    await intake.atLeast(300);
    await running.stop();
    appendFileSync(at('a.log'), body(all.slice(300)));
    execFileSync('gzip', ['-S', '.1.gz', at('a.log')]);
    const old = new Date(Date.now() - 60_000);
    utimesSync(at('a.log.1.gz'), old, old);
    const again = await follow({ include: [`${dir}/a.log*`] }, { intake: restarted(intake) });
    await again.intake.atLeast(100);
    expect(texts(again.intake)).toEqual(all.slice(300));
  });

  test('two files that begin alike are two files', async () => {
    const banner = `${'#'.repeat(400)}\n`;
    writeFileSync(at('a.log'), `${banner}a\n`);
    const { intake } = await follow();
    await intake.atLeast(2);
    writeFileSync(at('b.log'), `${banner}b\nb2\nb3\n`);
    writeFileSync(at('c.log'), `${banner}\n`);
    await intake.atLeast(7);
    expect(
      texts(intake)
        .filter((text) => text.length < 10)
        .sort(),
    ).toEqual(['a', 'b', 'b2', 'b3']);
  });
});

describe('compressed', () => {
  test.each([
    ['gz', gzipSync],
    ['zst', zstdCompressSync],
  ] as const)('.%s is read once, whole, over restarts too', async (ending, pack) => {
    const all = lines(0, 20_000);
    writeFileSync(at(`a.${ending}`), pack(Buffer.from(body(all).slice(0, -1))));
    const config = { include: [`${dir}/*.${ending}`] };
    const { intake, running } = await follow(config);
    await intake.atLeast(all.length);
    await running.stop();
    expect(difference(intake, all)).toEqual(none);
    expect(intake.frames[1]!.meta.position).toBe(all[0]!.length + 1);
    const again = await follow(config, { intake: restarted(intake) });
    writeFileSync(at(`b.${ending}`), pack(Buffer.from('b\n')));
    await again.intake.atLeast(1);
    expect(texts(again.intake)).toEqual(['b']);
  });

  test('a damaged one is read up to the damage and named', async () => {
    const packed = gzipSync(Buffer.from(body(lines(0, 50_000))));
    writeFileSync(at('a.gz'), packed.subarray(0, packed.length >> 1));
    const { intake, running } = await follow({ include: [`${dir}/*.gz`] });
    await expect.poll(() => running.problem?.()?.code, { timeout: 20_000 }).toBe('FILE_DAMAGED');
    expect(texts(intake).slice(0, 3)).toEqual(lines(0, 3));
  });
});

describe('what may be read', () => {
  test('no folder opened, a pattern outside of the folders', async () => {
    await expect(follow({}, { roots: [] })).rejects.toMatchObject({ outcome: 'misconfigured', code: 'FILE_ROOTS_NONE' });
    await expect(follow({ include: ['/etc/*'] })).rejects.toMatchObject({ outcome: 'misconfigured', code: 'FILE_ROOT_OUTSIDE' });
    await expect(follow({ include: [`${dir}x/*`] })).rejects.toMatchObject({ code: 'FILE_ROOT_OUTSIDE' });
  });

  test('a link that leads outside is not read, one that stays inside is', async () => {
    mkdirSync(at('root'));
    writeFileSync(at('secret.log'), 'secret\n');
    symlinkSync(at('secret.log'), at('root/s.log'));
    symlinkSync(dir, at('root/up'));
    writeFileSync(at('root/real'), 'real\n');
    symlinkSync(at('root/real'), at('root/r.log'));
    const { intake, running } = await follow({ include: [`${dir}/root/**/*.log`] }, { roots: [at('root')] });
    await intake.atLeast(1);
    await running.stop();
    expect(texts(intake)).toEqual(['real']);
    expect(running.problem?.()).toMatchObject({ code: 'FILE_ROOT_OUTSIDE', message: 'root/s.log' });
  });

  test('an event or a reason that tells where on the machine the folder lies', async () => {
    mkdirSync(at('opened/in'), { recursive: true });
    mkdirSync(at('kept'));
    symlinkSync(at('opened'), at('kept/linked'));
    writeFileSync(at('opened/in/a.log'), 'a\n');
    writeFileSync(at('opened/in/a.log.gz'), gzipSync('b\n'));
    for (const [include, roots] of [
      [`${dir}/opened/in/a.log*`, [at('opened')]],
      ['opened/in/a.log*', [at('opened')]],
      ['linked/in/a.log*', [at('kept/linked')]],
      [`${dir}/opened/in/a.log*`, [at('kept/linked')]],
    ] as const) {
      const followed = await follow({ include: [include] }, { roots });
      await followed.intake.atLeast(2);
      const found = followed.intake.frames.map(({ meta }) => meta.attributes?.['file_path']).toSorted();
      const name = basename(roots[0]!);
      expect(found).toEqual([`${name}/in/a.log`, `${name}/in/a.log.gz`]);
    }
    for (const include of [`${dir}/kept/*.log`, 'elsewhere/*.log'])
      await expect(follow({ include: [include] }, { roots: [at('opened')] })).rejects.toMatchObject({
        code: 'FILE_ROOT_OUTSIDE',
        detail: { message: include.startsWith('/') ? '*.log' : include },
      });
    await expect(follow({ exclude: ['elsewhere/a'] })).rejects.toMatchObject({ code: 'FILE_ROOT_OUTSIDE' });
  });

  test('folders of one name, which would give two files the same path', async () => {
    for (const folder of ['a/logs', 'b/logs']) {
      mkdirSync(at(folder), { recursive: true });
      writeFileSync(at(`${folder}/x`), `${folder}\n`);
    }
    const { intake } = await follow({ include: ['logs/x', 'logs-2/*'], exclude: ['logs/y'] }, { roots: [at('a/logs'), at('b/logs')] });
    await intake.atLeast(2);
    expect(intake.frames.map(({ text, meta }) => [text, meta.attributes?.['file_path']]).toSorted()).toEqual([
      ['a/logs', 'logs/x'],
      ['b/logs', 'logs-2/x'],
    ]);
  });

  test('patterns with .. or without a beginning at the root or a folder by its name are refused', () => {
    for (const include of [
      '/var/log/../../etc/passwd',
      '*.log',
      '*/a.log',
      'a.log',
      'logs/../a',
      './a',
      'logs/',
      '/var/[a',
      '/var/{a',
      '/var/',
    ])
      expect(fileConfig.safeParse({ include: [include] }).success, include).toBe(false);
  });

  test('a pattern that no file has ever matched says so, until one does', async () => {
    const { intake, running } = await follow();
    expect(running.problem?.()).toEqual({ code: 'FILE_NONE', message: named('*.log') });
    writeFileSync(at('a.log'), 'a\n');
    await intake.atLeast(1);
    expect(running.problem?.()).toBeUndefined();
    await running.stop();
    rmSync(at('a.log'));
    const next = await follow({}, { intake: restarted(intake) });
    expect(next.running.problem?.()?.code).not.toBe('FILE_NONE');
  });

  test('a file without the right to read is named, and read once it may be', async () => {
    withoutRoot();
    writeFileSync(at('a.log'), 'a\n');
    writeFileSync(at('b.log'), 'b\n');
    chmodSync(at('a.log'), 0o000);
    const { intake, running } = await follow();
    await intake.atLeast(1);
    expect(running.problem?.()).toEqual({ code: 'FILE_DENIED', message: named('a.log') });
    chmodSync(at('a.log'), 0o600);
    await intake.atLeast(2);
    await expect.poll(() => running.problem?.(), { timeout: 20_000 }).toBeUndefined();
  });
});

describe('over restarts', () => {
  test('stopped at any moment: no line is lost or repeated, whatever was committed', async () => {
    const all = lines(0, 30_000);
    writeFileSync(at('a.log'), body(all.slice(0, 15_000)));
    writeFileSync(at('b.log'), body(all.slice(15_000)));
    const seen: string[] = [];
    let state: Uint8Array | undefined;
    for (let turn = 0; seen.length < all.length; turn++) {
      const { intake, running } = await follow({}, { intake: new FakeIntake({ sourceState: state }) });
      await intake.atLeast(1);
      await running.stop();
      seen.push(...texts(intake));
      state = intake.sourceState;
      expect(turn).toBeLessThan(100);
    }
    expect(difference(seen, all)).toEqual(none);
  });

  test('while the journal does not take more, no more than a few pieces are read', async () => {
    writeFileSync(at('a.log'), body(lines(0, 200_000)));
    const intake = new FakeIntake();
    intake.hold();
    await follow({}, { intake });
    await new Promise((resolve) => setImmediate(resolve));
    expect(intake.frames.length).toBe(0);
    intake.release();
    await intake.atLeast(200_000);
    expect(intake.opened).toBe(1);
  });
});

test('stop while the journal is stuck: it ends, and what was not taken is read the next time', async () => {
  writeFileSync(at('a.log'), body(lines(0, 100_000)));
  writeFileSync(at('b.gz'), gzipSync(Buffer.from(body(lines(100_000, 200_000)))));
  const intake = new FakeIntake();
  intake.hold();
  const { running } = await follow({ include: [`${dir}/*`] }, { intake });
  await new Promise((resolve) => setImmediate(resolve));
  await running.stop();
  const again = await follow({ include: [`${dir}/*`] }, { intake: restarted(intake) });
  await again.intake.atLeast(200_000);
  expect(difference(again.intake, lines(0, 200_000))).toEqual(none);
});

test('stop leaves no stream open; abort too', async () => {
  writeFileSync(at('a.log'), body(lines(0, 10)));
  const { intake, running, abort } = await follow();
  abort.abort(new Error('now'));
  await Promise.all([running.stop(), running.stop()]);
  expect(intake.opened).toBe(intake.closed);
});

test('a shell that writes, rotates and removes at its own pace: every line once', async () => {
  const { intake } = await follow({ include: [`${dir}/w.log*`] });
  const script = `
    n=0
    for turn in 1 2 3 4 5 6 7 8 9 10; do
      for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do n=$((n+1)); echo "message $n of the shell, long enough to matter for fingerprints of small files" >> w.log; done
      mv w.log w.log.$turn
    done`;
  await new Promise((resolve) => spawn('sh', ['-c', script], { cwd: dir, stdio: 'ignore' }).on('exit', resolve));
  await intake.atLeast(200);
  const numbers = texts(intake).map((text) => Number(/message (\d+)/.exec(text)?.[1]));
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
});
