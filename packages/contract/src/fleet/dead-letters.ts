import * as z from 'zod';
import {
  letterCauseSchema,
  letterDetailSchema,
  letterEditorSchema,
  letterFilterSchema,
  letterReportSchema,
  letterSchema,
} from '../dead-letter-shapes.ts';

const filter = letterFilterSchema;
const named = z.object({ ids: z.array(z.string()) });
const piece = z.object({ filter: filter.omit({ state: true }), from: z.string().nullable(), limit: z.int() });
const letters = z.union([named, piece]);

/** What the server asks one worker about a tenant's dead letters. Ids and places are the worker's own. */
export const letterQuestionSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('causes') }),
  /** `whole`: with all fields. */
  z.object({ do: z.literal('list'), filter, from: z.string().nullable(), limit: z.int(), whole: z.boolean() }),
  z.object({ do: z.literal('find'), id: z.string() }),
  /** `by` is absent from servers of earlier versions. */
  z.object({ do: z.literal('edit'), id: z.string(), json: z.string(), by: letterEditorSchema.optional() }),
  z.object({ do: z.literal('redrive'), letters, into: z.enum(['node', 'start']) }),
  z.object({ do: z.literal('discard'), letters }),
]);

/** What it answers. */
export const letterAnswerSchema = z.discriminatedUnion('did', [
  z.object({
    did: z.literal('causes'),
    causes: z.array(letterCauseSchema),
    bytes: z.number(),
    limitBytes: z.number(),
    ageMs: z.number(),
    lost: z.object({ limit: z.int(), age: z.int() }),
  }),
  z.object({
    did: z.literal('list'),
    letters: z.array(z.union([letterDetailSchema, letterSchema])),
    /** Where the worker's next page begins. */
    next: z.string().nullable(),
  }),
  z.object({ did: z.literal('find'), letter: letterDetailSchema.nullable() }),
  z.object({
    did: z.literal('edit'),
    id: z.string().nullable(),
    fault: z.object({ code: z.string(), offset: z.int().optional(), field: z.string().optional() }).nullable(),
  }),
  z.object({ did: z.literal('change'), report: letterReportSchema, next: z.string().nullable() }),
  /** It could not be done; the worker's log says why. */
  z.object({ did: z.literal('fail') }),
]);

export type LetterQuestion = z.infer<typeof letterQuestionSchema>;
export type LetterAnswer = z.infer<typeof letterAnswerSchema>;
