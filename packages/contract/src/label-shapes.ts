import * as z from 'zod';
import { eventContent } from './event-content.ts';

const byLabel = z.record(z.string(), z.int());

/** What the labels of one listener took of late. An event counts for each label it matches. */
export const labelCountsSchema = z.object({
  /** Of all events. */
  decoded: z.int(),
  /** By own label; one that took nothing is absent. */
  matched: byLabel,
  unlabelled: z.int(),
  /** Tests that could not be evaluated, by label; they count as no match. */
  failed: byLabel,
});

/** How many of the newest retained events are looked at. */
export const labelMatchEventsMax = 500;

/** Which labels the newest events of a listener match; a label being edited is named `draft`, or keeps its id. */
export const labelMatchesSchema = z.object({
  /** How many were looked at. */
  events: z.int(),
  matched: byLabel,
  unlabelled: z.int(),
  failed: byLabel,
  /** Pairs of labels that matched the same events, most events first. */
  overlaps: z.array(z.object({ labels: z.tuple([z.string(), z.string()]), events: z.int() })),
  /** The newest of them, newest first, each as one JSON object with the labels it matches. */
  newest: z.array(eventContent(z.object({ json: z.string(), labels: z.array(z.string()) }))),
});

export type LabelMatches = z.infer<typeof labelMatchesSchema>;
export type LabelCounts = z.infer<typeof labelCountsSchema>;
