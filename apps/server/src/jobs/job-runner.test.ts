import { silentLog, type Clock } from '@acequia/base';
import { afterEach, expect, test } from 'vitest';
import { startJobs, type RunningJobs } from './job-runner.ts';

let jobs: RunningJobs | undefined;
afterEach(() => jobs?.stop());

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A job whose turns are ended by hand, and a clock whose pauses are. */
function start() {
  const pauses: { readonly ms: number; readonly end: () => void; cancelled: boolean }[] = [];
  const turns: (() => void)[] = [];
  const clock: Clock = {
    now: () => 1000,
    monotonic: () => 0,
    sleep: () => Promise.resolve(),
    after: (ms, end) => {
      const pause = { ms, end, cancelled: false };
      pauses.push(pause);
      return () => (pause.cancelled = true);
    },
  };
  const run = () => new Promise<void>((resolve) => turns.push(resolve));
  jobs = startJobs([{ name: 'look', everyMs: 10_000, run }], clock, silentLog);
  return { jobs, pauses, turns };
}

test('a job that is woken does not wait for the end of its pause, nor has two turns for it', async () => {
  const { jobs, pauses, turns } = start();
  turns[0]!();
  await settle();
  expect(pauses).toMatchObject([{ ms: 10_000, cancelled: false }]);
  jobs.wake('look');
  expect(turns).toHaveLength(2);
  expect(pauses[0]!.cancelled).toBe(true);
  turns[1]!();
  await settle();
  expect(pauses).toHaveLength(2);
  turns.forEach((end) => end());
});

test('what happens while a turn is under way is not missed: another follows at once, however often it was woken', async () => {
  const { jobs, pauses, turns } = start();
  jobs.wake('look');
  jobs.wake('look');
  expect(turns).toHaveLength(1);
  turns[0]!();
  await settle();
  expect(turns).toHaveLength(2);
  expect(pauses).toEqual([]);
  turns[1]!();
  await settle();
  expect(turns).toHaveLength(2);
  expect(pauses).toHaveLength(1);
});

test('a job nobody knows, and one that was stopped, stay asleep', async () => {
  const { jobs, turns } = start();
  jobs.wake('another');
  turns[0]!();
  await jobs.stop();
  jobs.wake('look');
  expect(turns).toHaveLength(1);
});
