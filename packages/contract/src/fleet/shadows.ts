import { deployedLookupSchema, documentSchema } from '@acequia/pipeline';
import * as z from 'zod';
import { shadowProgressSchema, shadowResultSchema, shadowStates } from '../shadow-shapes.ts';
import { reasonSchema } from '../shapes.ts';
import { sealedSchema } from './sealed.ts';

/** The draft beside the running version, over what the listener received in a time. Answered at once; the worker goes on by itself. */
export const startShadowSchema = z.object({
  do: z.literal('start-shadow'),
  id: z.string(),
  pipelineId: z.string(),
  running: documentSchema,
  draft: documentSchema,
  listenerId: z.string(),
  fromMs: z.int(),
  toMs: z.int(),
  eventsMax: z.int(),
  /** JSON of `Record<secretId, value>` of those the documents name. */
  secrets: sealedSchema.nullable(),
  /** As for a trace. */
  lookups: z.array(deployedLookupSchema).optional(),
});

/** How far it is; `stop` ends it with what it has seen by then. */
export const lookShadowSchema = z.object({ do: z.literal('look-shadow'), id: z.string(), stop: z.boolean() });

export const shadowAnswerSchema = z.object({
  did: z.literal('shadow'),
  state: z.enum(shadowStates),
  progress: shadowProgressSchema,
  reason: reasonSchema.nullable(),
  result: shadowResultSchema.nullable(),
});

export type StartShadow = z.infer<typeof startShadowSchema>;
export type LookShadow = z.infer<typeof lookShadowSchema>;
export type ShadowAnswer = z.infer<typeof shadowAnswerSchema>;
