import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { systemClock, type Clock } from '@acequia/base';
import { FakeIntake } from '@acequia/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listenerHarness } from '../../testing/listener-harness.ts';
import { fileConfig } from './config.ts';
import { fileListenerRuntime } from './runtime.ts';

/** Fifty times as fast, so that the five seconds of silence pass in a tenth of one. */
const fast: Clock = {
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic() * 50,
  sleep: (ms, signal) => systemClock.sleep(ms / 50, signal),
  after: (ms, run) => systemClock.after(ms / 50, run),
};

/** Stands still but for `step`: no time passes while a copy is under way, however busy the machine is. */
function steppedClock() {
  let nowMs = 0;
  return { ...fast, monotonic: () => nowMs, step: (ms: number) => (nowMs += ms) };
}

let dir = '';
const stops: (() => Promise<void>)[] = [];
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'acequia-copies-')));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(dir, { recursive: true });
});

const at = (name: string) => join(dir, name);
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index} ${'x'.repeat(40)}`);
const body = (list: readonly string[]) => list.map((line) => `${line}\n`).join('');

async function follow(clock: Clock & { step?(ms: number): void } = fast, intake = new FakeIntake()) {
  const { ctx } = listenerHarness({ clock, intake, readRoots: [dir] });
  const running = await fileListenerRuntime.start(fileConfig.parse({ include: [`${dir}/*`], startAt: 'beginning' }), ctx);
  stops.push(() => running.stop());
  let markers = 0;
  return {
    intake,
    running,
    taken: () => intake.frames.map(({ text }) => text).filter((text) => !text.startsWith('marker')),
    /** Everything that was there before is seen by a look once the line of a file that came later arrives. */
    async looked() {
      const marker = `marker ${markers++}`;
      writeFileSync(at(marker), `${marker}\n`);
      clock.step?.(2000);
      const arrived = () => intake.frames.some(({ text }) => text === marker);
      while (!arrived()) await intake.atLeast(intake.frames.length + 1);
    },
  };
}

test.each([0, 20, 255, 300, 5000])('a copy that is seen when %d bytes of it are written is not a new file', async (first) => {
  const all = lines(0, 300);
  writeFileSync(at('a.log'), body(all));
  const { intake, taken, looked } = await follow(steppedClock());
  await intake.atLeast(all.length);
  const copy = readFileSync(at('a.log'));
  writeFileSync(at('a.log.1'), copy.subarray(0, first));
  await looked();
  appendFileSync(at('a.log.1'), copy.subarray(first));
  truncateSync(at('a.log'), 0);
  appendFileSync(at('a.log'), body(lines(300, 310)));
  await looked();
  await looked();
  expect(taken().toSorted()).toEqual(lines(0, 310).toSorted());
});

test('a copy that ended before what was read last is not read again, compressed neither', async () => {
  writeFileSync(at('a.log'), body(lines(0, 300)));
  const { intake, taken, looked } = await follow();
  await intake.atLeast(300);
  copyFileSync(at('a.log'), at('a.log.1'));
  await looked();
  appendFileSync(at('a.log'), body(lines(300, 320)));
  while (taken().length < 320) await intake.atLeast(intake.frames.length + 1);
  truncateSync(at('a.log'), 0);
  appendFileSync(at('a.log'), body(lines(320, 330)));
  while (taken().length < 330) await intake.atLeast(intake.frames.length + 1);
  await looked();
  writeFileSync(at('a.log.1.gz'), gzipSync(readFileSync(at('a.log.1'))));
  unlinkSync(at('a.log.1'));
  writeFileSync(at('z.gz'), gzipSync('last\n'));
  while (!taken().includes('last')) await intake.atLeast(intake.frames.length + 1);
  expect(taken().toSorted()).toEqual([...lines(0, 330), 'last'].toSorted());
});

test('a copy of what was not read yet is read once, from one of the two', async () => {
  const clock = steppedClock();
  writeFileSync(at('a.log'), body(lines(0, 100)));
  const { intake, taken, looked } = await follow(clock);
  await intake.atLeast(100);
  intake.hold();
  truncateSync(at('a.log'), 0);
  appendFileSync(at('a.log'), body(lines(100, 200)));
  copyFileSync(at('a.log'), at('a.log.1'));
  const released = looked();
  intake.release();
  await released;
  await looked();
  truncateSync(at('a.log'), 0);
  await looked();
  await looked();
  expect(taken().toSorted()).toEqual(lines(0, 200).toSorted());
});

test('an emptied file whose content is only in the copy: the copy is read', async () => {
  const heading = `${'#'.repeat(400)}\n`;
  writeFileSync(at('a.log'), heading + body(lines(0, 100)));
  const { intake, taken, looked } = await follow(steppedClock());
  await intake.atLeast(101);
  intake.hold();
  appendFileSync(at('a.log'), body(lines(100, 200)));
  copyFileSync(at('a.log'), at('a.log.1'));
  writeFileSync(at('a.log'), heading + body(lines(200, 300)));
  const released = looked();
  intake.release();
  await released;
  await looked();
  await looked();
  expect(
    taken()
      .filter((text) => !text.startsWith('#'))
      .toSorted(),
  ).toEqual(lines(0, 300).toSorted());
});

test.each(['stays', 'goes'])('a file with the same long heading as one that %s is read while it grows', async (what) => {
  const heading = `${'#'.repeat(400)}\n`;
  writeFileSync(at('a.log'), heading + body(lines(0, 1000)));
  const { intake, taken, looked } = await follow();
  await intake.atLeast(1001);
  if (what === 'stays') renameSync(at('a.log'), at('a.log.1'));
  else truncateSync(at('a.log'), 0);
  writeFileSync(at('b.log'), heading);
  await looked();
  appendFileSync(at('b.log'), body(lines(1000, 1003)));
  // It never falls silent: each look finds it longer.
  let next = 1003;
  while (!taken().includes(lines(1002, 1003)[0]!)) {
    appendFileSync(at('b.log'), body(lines(next, ++next)));
    await looked();
    expect(next).toBeLessThan(1500);
  }
});

test('a small compressed file that got the inode of a longer one that was read and removed', async () => {
  writeFileSync(at('a.log'), body(lines(0, 300)));
  const { intake, taken, running } = await follow();
  await intake.atLeast(300);
  await running.stop();
  const state = intake.sourceState;
  writeFileSync(at('a.log'), gzipSync('small\n'));
  renameSync(at('a.log'), at('a.gz'));
  const again = await follow(fast, new FakeIntake({ sourceState: state }));
  await again.intake.atLeast(1);
  expect([taken().length, again.taken()]).toEqual([300, ['small']]);
});

test('a compressed file that stood still half-written is read on when it grows', async () => {
  const all = lines(0, 50_000);
  const packed = gzipSync(body(all));
  writeFileSync(at('a.gz'), packed.subarray(0, packed.length >> 1));
  const { intake, running, taken } = await follow();
  await expect.poll(() => running.problem?.()?.code, { timeout: 20_000 }).toBe('FILE_DAMAGED');
  appendFileSync(at('a.gz'), packed.subarray(packed.length >> 1));
  await intake.atLeast(all.length);
  await running.stop();
  expect(taken()).toEqual(all);
});
