import { KiB } from '@acequia/base';
import { dateMsParameter, id, line } from '@acequia/base/bounded';
import * as z from 'zod';
import { eventContent } from './event-content.ts';
import { expectedSchema, moment } from './shapes.ts';

/** Longest JSON text of an event that is shown whole and may be changed. */
export const letterJsonCharsMax = 512 * KiB;
/** Letters that one call names, and that one call for a group takes at most. */
export const letterIdsMax = 500;

export const letterStates = ['open', 'redriven', 'discarded', 'edited'] as const;
export type LetterStateName = (typeof letterStates)[number];

/** Which letters; what is left out is not asked for. */
export const letterFilterSchema = z.object({
  /** Empty: frames that no listener could decode. */
  pipelineId: id.optional(),
  node: id.optional(),
  listenerId: id.optional(),
  code: line(128).optional(),
  from: dateMsParameter.optional(),
  to: dateMsParameter.optional(),
  /** Found in any field, capitals do not matter. */
  text: line(200).optional(),
  state: z.enum(['open', 'redriven', 'discarded']).optional(),
});
export type LetterFilter = z.infer<typeof letterFilterSchema>;

/** Open letters that have node and code in common. */
export const letterCauseSchema = z.object({
  pipelineId: z.string(),
  node: z.string(),
  listenerId: z.string(),
  code: z.string(),
  count: z.int(),
  firstAt: moment,
  lastAt: moment,
});

/** Who changed a letter's fields, with the name of then. */
export const letterEditorSchema = z.object({ id: z.string(), name: z.string() });

export const letterSchema = z.object({
  id: z.string(),
  /** `_id` of the event; it stays the same when it is re-driven. */
  eventId: z.string(),
  /** When its event was refused. */
  at: moment,
  state: z.enum(letterStates),
  /** Empty for a frame that could not be decoded. */
  pipelineId: z.string(),
  versionId: z.string(),
  node: z.string(),
  listenerId: z.string(),
  outcome: z.enum(['rejected', 'expired']),
  code: z.string(),
  /** May quote the event. */
  message: eventContent(z.string()),
  expected: expectedSchema,
  component: z.string(),
  attempts: z.int(),
  /** Answer of the destination, ≤ 2 KiB. */
  status: z.int().nullable(),
  response: eventContent(z.string().nullable()),
  /** In the text, in characters from 0. */
  offset: z.int().nullable(),
  /** A person has changed its fields. */
  edited: z.boolean(),
  /** When, and who; absent where nobody has, or its worker has not recorded it. */
  editedAt: moment.optional(),
  editedBy: letterEditorSchema.optional(),
  /** The beginning of the event, for lists. */
  preview: eventContent(z.string()),
});

export const letterDetailSchema = letterSchema.extend({
  /** Its fields as one JSON object, exact; null when the text is too long to be shown and changed. */
  json: eventContent(z.string().nullable()),
  /** Values cut after 4,096 characters; internal fields last. */
  fields: eventContent(z.array(z.object({ name: z.string(), type: z.string(), value: z.string() }))),
});

/** What a change did; letters that stay as they are by reason. */
export const letterReportSchema = z.object({
  done: z.int(),
  refused: z.array(z.object({ code: z.string(), count: z.int() })),
});

export type LetterCause = z.infer<typeof letterCauseSchema>;
export type Letter = z.infer<typeof letterSchema>;
export type LetterEditor = z.infer<typeof letterEditorSchema>;
export type LetterDetail = z.infer<typeof letterDetailSchema>;
export type LetterReport = z.infer<typeof letterReportSchema>;
