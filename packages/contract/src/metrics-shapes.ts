import * as z from 'zod';
import { moment } from './shapes.ts';

/** What the ledger holds of a range between two things; zero where a running version links them and nothing has gone that way. */
export const flowsSchema = z.object({
  /** Events a label of a listener took. */
  labels: z.array(z.object({ listenerId: z.string(), labelId: z.string(), events: z.number() })),
  /** What went from a label into a pipeline. */
  entries: z.array(
    z.object({ listenerId: z.string(), labelId: z.string(), pipelineId: z.string(), events: z.number(), bytes: z.number() }),
  ),
  /** What a pipeline delivered to a datasink. */
  deliveries: z.array(z.object({ pipelineId: z.string(), datasinkId: z.string(), events: z.number(), bytes: z.number() })),
});

const amount = z.object({ events: z.number(), bytes: z.number() });

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
export const usageLimitSchema = z.object({ bytesPerDay: z.int().positive().nullable() });

export type Flows = z.infer<typeof flowsSchema>;
export type Usage = z.infer<typeof usageSchema>;
