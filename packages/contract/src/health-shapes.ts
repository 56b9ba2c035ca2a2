import { partKinds, partStates } from '@acequia/domain';
import * as z from 'zod';
import { refusalCountSchema } from './refusal-shapes.ts';
import { moment, reasonSchema } from './shapes.ts';

/** A listener, a pipeline, a datasink node or a lookup, as one worker runs it. */
export const healthPartSchema = z.object({
  kind: z.enum(partKinds),
  /** Listener, pipeline, datasink or lookup id. */
  id: z.string(),
  /** Of a datasink node; empty for the others. */
  pipelineId: z.string(),
  node: z.string(),
  workerId: z.string(),
  clusterId: z.string(),
  state: z.enum(partStates),
  reason: reasonSchema.nullable(),
  /** Since when it is in this state for this reason. */
  since: moment,
  /** Stays when the part has recovered. */
  lastError: reasonSchema.nullable(),
  lastErrorAt: moment.nullable(),
  /** Of a datasink node: what waits for it. At most 10 s old. */
  waitingEvents: z.number(),
  waitingBytes: z.number(),
  /** Of a listener: what its journal keeps, what of it a running version has not committed, and from where on intake waits. */
  keptBytes: z.number(),
  /**
   * Of a listener: when the oldest event its journal keeps was written. Of a datasink node: when the oldest event that waits for it was
   * received, at most 10 s old. Absent: there is none, or its worker does not tell.
   */
  oldestAt: moment.nullish(),
  /** Of a datasink node whose last attempt failed: when the next one is made. At most 10 s old. */
  nextTryAt: moment.nullish(),
  /** Of a listener: whom it turned away within the last hour. At most 10 s old. Absent or null: nobody, or its worker does not tell. */
  refusals: z.array(refusalCountSchema).nullish(),
  /** It has run for an hour, no event passed it in that time, and none waits: it is idle. Never of a lookup. */
  quiet: z.boolean().optional(),
  undeliveredBytes: z.number(),
  limitBytes: z.number(),
});

export type HealthPart = z.infer<typeof healthPartSchema>;
