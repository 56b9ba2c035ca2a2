import { deployedListenerSchema, deployedLookupSchema, documentSchema } from '@acequia/pipeline';
import * as z from 'zod';
import { attemptSchema } from '../attempt-shapes.ts';
import { searchPlaceSchema, traceEventsMax, traceInputSchema, traceResultSchema } from '../trace-shapes.ts';
import { sealedSchema } from './sealed.ts';
import { lookShadowSchema, shadowAnswerSchema, startShadowSchema } from './shadows.ts';

/** The newest events of the label among what the listener keeps, received before `beforeMs` (ms since 1970; null: up to now), and from `sinceMs` on. */
export const retainedSourceSchema = z.object({
  kind: z.literal('retained'),
  count: z.int().min(1).max(traceEventsMax),
  beforeMs: z.int().nullable(),
  sinceMs: z.int().optional(),
});

/** One event by its id, received at that time (ms since 1970), out of what the listener keeps. */
export const eventSourceSchema = z.object({ kind: z.literal('event'), id: z.string().max(512), receivedMs: z.int() });

/** All events of the label that the listener keeps, received from `sinceMs` on and before `beforeMs` (ms since 1970), the newest first; from where an earlier search ended. */
export const searchSourceSchema = z.object({
  kind: z.literal('search'),
  count: z.int().min(1).max(traceEventsMax),
  sinceMs: z.int(),
  beforeMs: z.int(),
  from: searchPlaceSchema.optional(),
});

/** What the server asks one worker about what documents do to events, and about what became of them at their destination. */
export const traceQuestionSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('trace'),
    pipelineId: z.string(),
    document: documentSchema,
    /** Of the document's label; null: it names none of the tenant. */
    listener: deployedListenerSchema.nullable(),
    source: z.union([traceInputSchema, retainedSourceSchema, eventSourceSchema, searchSourceSchema]),
    /** Only what leads to this node runs, and only its steps are told; null: all. */
    upTo: z.string().nullable(),
    /** Time the steps see; null: the worker's. */
    frozenMs: z.int().nullable(),
    /** JSON of `Record<secretId, value>` of those the document names. */
    secrets: sealedSchema.nullable(),
    /** Those the document searches, with the versions it needs; the worker fetches what it does not have. Absent: none. */
    lookups: z.array(deployedLookupSchema).optional(),
  }),
  /** The last attempts of a data sink node to deliver. */
  z.object({ do: z.literal('attempts'), pipelineId: z.string(), node: z.string() }),
  startShadowSchema,
  lookShadowSchema,
]);

/** What it answers. */
export const traceAnswerSchema = z.discriminatedUnion('did', [
  z.object({ did: z.literal('trace'), result: traceResultSchema }),
  /** The newest first. */
  z.object({ did: z.literal('attempts'), attempts: z.array(attemptSchema) }),
  shadowAnswerSchema,
  /** The listener or the pipeline is not the tenant's here, or not here. */
  z.object({ did: z.literal('absent') }),
  /** Too many wait already. */
  z.object({ did: z.literal('busy') }),
  /** It could not be done; the worker's log says why. */
  z.object({ did: z.literal('fail') }),
]);

export type TraceQuestion = z.infer<typeof traceQuestionSchema>;
export type TraceAnswer = z.infer<typeof traceAnswerSchema>;
