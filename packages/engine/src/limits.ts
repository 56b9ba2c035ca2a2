import { GiB, KiB, MiB, dayMs, minuteMs, secondMs } from '@acequia/base';
import type { EngineLimits } from './options.ts';

export const defaultLimits: EngineLimits = {
  branchMemoryBytes: 8 * MiB,
  gatherBytes: 256 * MiB,
  branchBytes: 10 * GiB,
  lagBytes: 10 * GiB,
  listenerBytes: 20 * GiB,
  deadLetterBytes: 1 * GiB,
  deadLetterMs: 7 * dayMs,
  ringBytes: 8 * MiB,
  sinkFiles: 512,
  sinkOpenMs: 10 * secondMs,
  retentionMs: dayMs,
  retentionBytes: 20 * GiB,
  madeBytes: 256 * MiB,
  commitIntervalMs: secondMs,
  commitAfterBatches: 2,
  checkpointIntervalMs: 10 * secondMs,
  checkpointBytes: 64 * MiB,
  stateBytes: 256 * MiB,
  laneStateBytes: 1 * GiB,
  quantumMs: 2,
  probeIntervalMs: 5 * minuteMs,
  ackDeliveredTimeoutMs: 30 * secondMs,
  listenerStartMs: 5 * secondMs,
  listenerRetryFirstMs: secondMs,
  listenerRetryMaxMs: 30 * secondMs,
};

/** Of `gatherBytes`, for each lane at least so that one batch of the largest policy fills. */
export const gatherBytesMin = 128 * MiB;
/** Batches up to this fill within a queue's own memory. */
export const gatherFromBytes = 2 * MiB;
/** Memory a queue with larger batches may use, in batches: what is in memory is larger than what is encoded of it. */
export const gatherBatches = 4;
/** A block's payload (engine decision 1); one larger frame may stand alone. */
export const blockBytes = 256 * KiB;
/**
 * What a block's payload is until it is known how long a version takes over one, and at least when it takes long: an event or two, since
 * the budgets of steps let one cost 15 ms. See `BlockSize`.
 */
export const blockBytesFirst = 2 * KiB;
export const blockBytesMin = KiB / 2;
/** What one version over one block should take: for so long nobody else on the lane has a turn (ADR 23). */
export const unitMs = 20;
/** Frames of a block, so that a block of tiny frames stays one batch of usual size. */
export const blockFrames = 8192;
/** Bytes of a refused frame that are kept. */
export const rejectedBytes = 64 * KiB;
/** Bytes of a partition, unappended or waiting for its lane, from which on a stream is asked to stop reading. */
export const pendingSoftBytes = 4 * MiB;
/** Unappended bytes from which on bodies are refused. */
export const pendingHardBytes = 64 * MiB;
/** Least time between two commits made early. */
export const earlyCommitGapMs = 100;
/** Least time between two commits of which the later one is waited for: each looks at every version. */
export const awaitedCommitGapMs = 5;
/** Part of a tenant's time on a lane that its stragglers may use while its riders have work (engine decision 14, ADR 23). */
export const stragglerShare = 0.25;
/** Versions that only their own destinations stop are waited for so long before the rider goes on without them (engine decision 14). */
export const riderHoldMs = secondMs;
/** A lane that has run nothing for so long is held up by more than its processor or a destination that pauses. */
export const laneStuckMs = riderHoldMs + 250;
/** Minutes of a ledger that are shown at a time. The server keeps the newest 60 of each where a repetition finds them (`minutesRepeated`). */
export const ledgerMinutesKept = 15;
/** Pieces of a ledger that wait until the server has those: half an hour by minutes, then a day by hours. */
export const ledgerPiecesWaiting = 30;
/** A replay that has ended is told of for this long after nobody asks for it any more. */
export const endedReplayKeptMs = 15 * minuteMs;
/** Part of a listener's limit from which on replays keep no blocks from being removed. */
export const replayHoldShare = 0.75;
/** A data sink that must be closed: sends under way may end for so long before they are aborted. */
export const sinkSendsMs = 10 * secondMs;
/** A send that was aborted, or a data sink's `close`, that has not ended for so long is shown as stuck, and no longer waited for at the end. */
export const sinkAbortedMs = 2 * secondMs;
export const samplesMax = 50;
export const samplesIdleMs = 30_000;
/** Between two looks at the limits of dead letters. */
export const deadLetterCheckMs = 30_000;
/** A re-drive is answered after this time even when the pipeline has not taken it yet. */
export const redriveWaitMs = 10_000;
/** Senders that wait for a delivery when their listener stops are asked to try again after this time, while their connections are open. */
export const stoppingWaitMs = secondMs;
/** A lane on a thread of its own tells its figures at most this often. */
export const lookEveryMs = 100;
/** Deaths at one block after which all of it is set aside, whatever a trial found. */
export const placeDeathsMax = 3;
/** Waits before a lane's thread that died of an unknown cause is started again, by how often it has; the last one goes on. */
export const laneRestartMs = [0, secondMs, 4 * secondMs, 15 * secondMs, minuteMs] as const;
/** So long after such a death, the next one has nothing to do with it. */
export const laneHealthyMs = 5 * minuteMs;
