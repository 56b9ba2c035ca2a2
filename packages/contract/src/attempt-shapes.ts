import * as z from 'zod';
import { moment } from './shapes.ts';

/** What came of an attempt. `rejected`: the destination will never take these events. `failed`: they are sent again, or expire. */
export const attemptOutcomes = ['delivered', 'rejected', 'failed'] as const;

/** One attempt of a worker to deliver a batch to a data sink, or to connect to it. */
export const attemptSchema = z.object({
  /** When it ended, by the worker's clock. */
  at: moment,
  tookMs: z.int(),
  outcome: z.enum(attemptOutcomes),
  /** 0: it was to connect only. */
  events: z.int(),
  /** Why, of all that was not delivered. */
  code: z.string().nullable(),
  /** That an HTTP server answered. */
  status: z.int().nullable(),
});

export type Attempt = z.infer<typeof attemptSchema>;
