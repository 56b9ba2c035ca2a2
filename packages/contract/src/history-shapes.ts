import { id } from '@acequia/base/bounded';
import * as z from 'zod';
import { eventContent } from './event-content.ts';
import { moment } from './shapes.ts';
import { searchPlaceSchema, traceFaultSchema } from './trace-shapes.ts';

/** What the journals of all workers hold of one listener. */
export const heldJournalSchema = z.object({
  listenerId: z.string(),
  keptBytes: z.number(),
  /** Of these, what a running version has not committed yet. */
  undeliveredBytes: z.number(),
  /** Undelivered, from 90 % of it on, senders are asked to wait. */
  limitBytes: z.number(),
  /** When the oldest that is kept was written; null: nothing is kept, or no worker tells. */
  oldestAt: moment.nullable(),
  /** Start of the minute in which the newest event was received, or `oldestAt` where that is later; null: none ever was. */
  newestAt: moment.nullable(),
  /** Received per second, mean of the last hour. */
  bytesPerSecond: z.number(),
});

/** A datasink of running pipelines, and how long it may stay away before senders of a listener are asked to wait. */
export const heldDestinationSchema = z.object({
  datasinkId: z.string(),
  /** The first listener that would fill its journal. */
  listenerId: z.string(),
  /** At the rate of the last hour; null: nothing came in. */
  awayMs: z.number().nullable(),
});

export const heldSchema = z.object({ journals: z.array(heldJournalSchema), destinations: z.array(heldDestinationSchema) });

export const historyEventsMax = 200;

/** Where each worker's next page begins. */
export const historyCursorSchema = z.record(id, searchPlaceSchema);

/** An event that is kept: its fields as a JSON object with their types, and the text as it was received. */
export const heldEventSchema = eventContent(
  z.object({
    id: z.string(),
    receivedAt: moment,
    json: z.string(),
    types: z.record(z.string(), z.string()),
    /** Absent where a field holds the same. */
    raw: z.string().optional(),
  }),
);

export const historyPageSchema = z.object({
  /** The newest first. */
  events: z.array(heldEventSchema),
  /** Looked through for this page, on all workers. */
  searchedBytes: z.number(),
  searchedBlocks: z.int(),
  /** Everything received from then on was looked through; null: there was nothing. */
  reachedAt: moment.nullable(),
  /** Null: all that is kept of the range was looked through. */
  next: historyCursorSchema.nullable(),
  /** Workers that could not look. */
  faults: z.array(traceFaultSchema),
});

export type Held = z.infer<typeof heldSchema>;
export type HeldJournal = z.infer<typeof heldJournalSchema>;
export type HeldDestination = z.infer<typeof heldDestinationSchema>;
export type HeldEvent = z.infer<typeof heldEventSchema>;
export type HistoryCursor = z.infer<typeof historyCursorSchema>;
export type HistoryPage = z.infer<typeof historyPageSchema>;
