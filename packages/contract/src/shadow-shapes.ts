import * as z from 'zod';
import { eventContent } from './event-content.ts';
import { moment, reasonSchema } from './shapes.ts';

export const shadowStates = ['running', 'done', 'stopped', 'failed'] as const;
/** Minutes of retained events a shadow run may go back. */
export const shadowMinutes = { min: 1, max: 1440, usual: 15 } as const;
/** Of one shadow run; it ends with what it has seen by then. */
export const shadowEventsMax = 200_000;
/** Differing events that are kept with a result. */
export const shadowDifferencesMax = 100;
/** Under way at a time in an organization. */
export const shadowRunsMax = 2;

const counts = z.record(z.string(), z.int());

/** What one of the two versions did with the events. */
export const shadowSideSchema = z.object({
  /** Events by what has become of them, in the ledger's words; `delivered` would have gone to datasinks. */
  outcomes: counts,
  /** By datasink id. Bytes as JSON. */
  datasinks: z.record(z.string(), z.object({ events: z.int(), bytes: z.int() })),
  bytesOut: z.int(),
  /** Refused events by node and code. */
  errors: z.array(z.object({ node: z.string(), code: z.string(), count: z.int() })),
  /** Of the time its steps took. */
  usPerEvent: z.number(),
});

/** Where an event ended: at a datasink, or refused by a node. */
export const shadowEndSchema = z.object({
  datasinkId: z.string().optional(),
  node: z.string(),
  code: z.string().optional(),
  json: eventContent(z.string()),
});

export const shadowDifferenceSchema = z.object({
  /** The event's birth id. */
  event: z.string(),
  receivedMs: moment,
  input: eventContent(z.string()),
  /** Nothing: it arrives nowhere. */
  running: z.array(shadowEndSchema),
  draft: z.array(shadowEndSchema),
});

export const shadowResultSchema = z.object({
  /** Events of the listener that either version takes. */
  events: z.int(),
  bytesIn: z.int(),
  /** A limit was reached: later events of the time were not read. */
  cut: z.boolean(),
  /** Blocks of the journal that were no longer there, or damaged. */
  missedBlocks: z.int(),
  /** The time both versions read, ms since 1970; it stands still. */
  clockMs: moment,
  /** Versions of the lookups both versions read. */
  lookups: z.array(z.object({ id: z.string(), version: z.int() })),
  running: shadowSideSchema,
  draft: shadowSideSchema,
  /** How many events end differently. */
  differing: z.int(),
  differences: z.array(shadowDifferenceSchema).max(shadowDifferencesMax),
});

export const shadowProgressSchema = z.object({ blocks: z.int(), blocksDone: z.int(), events: z.int() });

export const shadowRunSchema = z.object({
  id: z.string(),
  pipelineId: z.string(),
  /** The version the draft was published as; null while it is the draft. */
  version: z.string().nullable(),
  /** Of the draft that ran. */
  revision: z.int(),
  /** The version it ran beside. */
  against: z.string(),
  from: moment,
  to: moment,
  state: z.enum(shadowStates),
  reason: reasonSchema.nullable(),
  createdAt: moment,
  createdBy: z.string(),
  endedAt: moment.nullable(),
  progress: shadowProgressSchema,
  /** Null until it has ended well or was stopped. */
  result: shadowResultSchema.nullable(),
});

export type ShadowState = (typeof shadowStates)[number];
export type ShadowSide = z.infer<typeof shadowSideSchema>;
export type ShadowEnd = z.infer<typeof shadowEndSchema>;
export type ShadowDifference = z.infer<typeof shadowDifferenceSchema>;
export type ShadowResult = z.infer<typeof shadowResultSchema>;
export type ShadowProgress = z.infer<typeof shadowProgressSchema>;
export type ShadowRun = z.infer<typeof shadowRunSchema>;
