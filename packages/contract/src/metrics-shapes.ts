import { integer } from '@acequia/base/bounded';
import * as z from 'zod';
import { moment } from './shapes.ts';

const amount = z.object({ events: z.number(), bytes: z.number() });

/**
 * What the ledger holds of a range between two things, by the cluster whose workers counted it: a listener runs in its own cluster and
 * in each other one where a version that reads it does. Over all clusters the sums are those of the ledger. Zero where a running
 * version links two things in a cluster and nothing has gone that way.
 */
export const flowsSchema = z.object({
  /** What a listener received. */
  listeners: z.array(z.object({ listenerId: z.string(), clusterId: z.string(), ...amount.shape })),
  /** Events a label of a listener took. */
  labels: z.array(z.object({ listenerId: z.string(), clusterId: z.string(), labelId: z.string(), events: z.number() })),
  /** What went from a label into a pipeline. */
  entries: z.array(
    z.object({ listenerId: z.string(), clusterId: z.string(), labelId: z.string(), pipelineId: z.string(), ...amount.shape }),
  ),
  /** What a pipeline delivered to a datasink. */
  deliveries: z.array(z.object({ clusterId: z.string(), pipelineId: z.string(), datasinkId: z.string(), ...amount.shape })),
});

export const usageSchema = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      /** Null for what was removed since. */
      name: z.string().nullable(),
      ...amount.shape,
      /** In the range of the same length before. */
      previous: amount,
    }),
  ),
  /** Whole days in UTC, the first with the start of the range in it. */
  days: z.array(z.object({ at: moment, ...amount.shape })),
});

/** Bytes that may come in on a day in UTC; null is no limit. */
export const usageLimitSchema = z.object({ bytesPerDay: integer(1, Number.MAX_SAFE_INTEGER).nullable() });

export type Flows = z.infer<typeof flowsSchema>;
export type Usage = z.infer<typeof usageSchema>;
