import { GiB, KiB, MiB, dayMs, minuteMs, secondMs } from '@acequia/base';
import type { EngineLimits } from './options.ts';

export const defaultLimits: EngineLimits = {
  branchMemoryBytes: 8 * MiB,
  branchBytes: 10 * GiB,
  lagBytes: 10 * GiB,
  listenerBytes: 20 * GiB,
  deadLetterBytes: 1 * GiB,
  ringBytes: 16 * MiB,
  retentionMs: dayMs,
  retentionBytes: 20 * GiB,
  commitIntervalMs: secondMs,
  commitAfterBatches: 2,
  checkpointIntervalMs: 10 * secondMs,
  checkpointBytes: 64 * MiB,
  quantumMs: 2,
  probeIntervalMs: 5 * minuteMs,
  ackDeliveredTimeoutMs: 30 * secondMs,
};

/** A block's payload (engine decision 1); one larger frame may stand alone. */
export const blockBytes = 256 * KiB;
/** Frames of a block, so that a block of tiny frames stays one batch of usual size. */
export const blockFrames = 8192;
/** Bytes of a refused frame that are kept. */
export const rejectedBytes = 64 * KiB;
/** Unappended bytes of a partition from which on a stream is asked to stop reading. */
export const pendingSoftBytes = 4 * MiB;
/** Unappended bytes from which on bodies are refused. */
export const pendingHardBytes = 64 * MiB;
/** Least time between two commits made early. */
export const earlyCommitGapMs = 100;
/** Least time between two commits of which the later one is waited for: each looks at every version. */
export const awaitedCommitGapMs = 5;
/** Part of a lane's time stragglers may use while riders have work (engine decision 14). */
export const stragglerShare = 0.25;
export const ledgerMinutesKept = 15;
export const samplesMax = 50;
export const samplesIdleMs = 30_000;
