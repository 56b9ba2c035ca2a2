import { MiB, systemClock } from '@acequia/base';
import type { IntakeStream } from '@acequia/component-sdk/runtime';
import { heldBytes } from '@acequia/testkit';
import { expect, test } from 'vitest';
import { CommitWindow } from './commit-window.ts';
import type { FileRecords } from './file-records.ts';

/** A journal that acknowledges the oldest commit when it is told to. */
function windowOver() {
  const commits: (() => void)[] = [];
  const abort = new AbortController();
  const stream = {
    commit: () => new Promise<void>((resolve) => commits.push(resolve)),
    ready: () => Promise.resolve(),
  } as unknown as IntakeStream;
  const records = { bytes: () => new Uint8Array(0) } as unknown as FileRecords;
  const window = new CommitWindow({ stream, records, clock: systemClock, signal: abort.signal });
  return { window, abort, acknowledge: () => commits.shift()?.() };
}

test('a file that is followed for long does not hold memory for each wait on the journal', async () => {
  const { window, acknowledge } = windowOver();
  const held = await heldBytes(async () => {
    for (let each = 0; each < 8; each++) window.commit();
    for (let each = 0; each < 60_000; each++) {
      const ready = window.ready();
      await Promise.resolve();
      acknowledge();
      await ready;
      window.commit();
    }
  });
  expect(window.waiting).toBe(0);
  expect(held).toBeLessThan(6 * MiB);
});

test('the signal ends a wait for the journal', async () => {
  const { window, abort } = windowOver();
  for (let each = 0; each < 8; each++) window.commit();
  const ready = window.ready();
  abort.abort();
  await ready;
  expect(window.waiting).toBe(0);
});
