import type { Report } from '@acequia/contract/fleet';
import { watchLimits } from '@acequia/domain';
import { expect, test } from 'vitest';
import { bringsTrouble } from './worker-troubles.ts';

type Vitals = Report['vitals'];
const well: Vitals = { memoryBytes: 1, cpuFraction: 0, journalBytes: 2 };
const refused = (part: Partial<NonNullable<Vitals['writeFault']>> = {}): Vitals => ({
  ...well,
  writeFault: { kind: 'failed', code: 'EIO', agoMs: 100, lasts: true, ...part },
});
const restarted = (agoMs = 100): Vitals => ({ ...well, memoryEnd: { how: 'heap', agoMs } });
const longAgo = watchLimits.recentMs + 1;

test.each([
  ['none', well, well, false],
  ['the disk refuses', well, refused(), true],
  ['it still refuses', refused(), refused({ agoMs: 1100 }), false],
  ['it refuses again after a long time', refused({ agoMs: longAgo, lasts: false }), refused(), true],
  ['it goes on', refused(), refused({ lasts: false }), false],
  ['there is no space any more', refused(), refused({ kind: 'full' }), true],
  ['an end for want of memory', well, restarted(), true],
  ['another one in between', restarted(60_000), restarted(), false],
  ['one of long ago', well, restarted(longAgo), false],
])('trouble that is new: %s', (_what, before, now, expected) => {
  expect(bringsTrouble(before, now)).toBe(expected);
});
