import * as z from 'zod';
import { moment, reasonSchema } from './shapes.ts';

export const replayStates = ['running', 'done', 'stopped', 'failed'] as const;
/** Events a second on each worker. */
export const replayRates = { min: 1, max: 1_000_000, usual: 5_000 } as const;
/** Under way at a time in an organization. */
export const replaysMax = 5;

/** How far a replay is: on one worker, or on all of them together. */
export const replayProgressSchema = z.object({
  /** Blocks of the journal. */
  blocks: z.int(),
  blocksDone: z.int(),
  /** Blocks that were removed or damaged before their turn came. */
  missedBlocks: z.int(),
  eventsPerSecond: z.number(),
  /** Wait for their destination. */
  waitingEvents: z.int(),
  /** Events by what has become of them; reasons after a colon are added up. */
  entered: z.int(),
  created: z.int(),
  delivered: z.int(),
  filtered: z.int(),
  merged: z.int(),
  rejected: z.int(),
  dropped: z.int(),
  expired: z.int(),
});

/** What a worker reports of a replay. */
export const replayReportSchema = z.object({
  id: z.string(),
  tenantId: z.string(),
  state: z.enum(replayStates),
  /** Why it failed, or what it waits for. */
  reason: reasonSchema.nullable(),
  progress: replayProgressSchema,
});

export const replaySchema = z.object({
  id: z.string(),
  listener: z.object({ id: z.string(), name: z.string() }),
  pipeline: z.object({ id: z.string(), name: z.string(), version: z.string() }),
  /** Events received from here on and before `to`. */
  from: moment,
  to: moment,
  decode: z.enum(['current', 'received']),
  keys: z.enum(['same', 'new']),
  eventsPerSecond: z.int(),
  state: z.enum(replayStates),
  reason: reasonSchema.nullable(),
  createdAt: moment,
  createdBy: z.string(),
  endedAt: moment.nullable(),
  progress: replayProgressSchema,
  /** Those of the listener's cluster; one that has not been heard of yet has no state. */
  workers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      online: z.boolean(),
      state: z.enum(replayStates).nullable(),
      blocks: z.int(),
      blocksDone: z.int(),
    }),
  ),
});

export const replayEstimateSchema = z.object({
  /** Records as they arrived; most hold one event. */
  records: z.number(),
  bytes: z.number(),
  /** The oldest that is still kept, if the range reaches back to it: older ones may be gone. */
  keptFrom: moment.nullable(),
  /** Workers of the cluster, and those of them that answered. */
  workers: z.int(),
  answered: z.int(),
});

export type Replay = z.infer<typeof replaySchema>;
export type ReplayProgress = z.infer<typeof replayProgressSchema>;
export type ReplayReport = z.infer<typeof replayReportSchema>;
export type ReplayEstimate = z.infer<typeof replayEstimateSchema>;
