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

test('a job has one turn at a time, and the next after its pause; a failure is logged and the next turn comes', async () => {
  const { pauses, turns } = start();
  expect(turns).toHaveLength(1);
  turns[0]!();
  await settle();
  expect(pauses).toMatchObject([{ ms: 10_000 }]);
  pauses[0]!.end();
  expect(turns).toHaveLength(2);
  turns[1]!();
});

test('a job that was stopped has no turn any more', async () => {
  const { jobs, turns, pauses } = start();
  turns[0]!();
  await settle();
  await jobs.stop();
  expect(pauses[0]!.cancelled).toBe(true);
  expect(turns).toHaveLength(1);
});
