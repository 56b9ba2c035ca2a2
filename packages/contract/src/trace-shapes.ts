import { integer } from '@acequia/base/bounded';
import * as z from 'zod';
import { eventContent } from './event-content.ts';
import { expectedSchema, moment } from './shapes.ts';

/** An event as people see it: its own fields as one JSON object in their order (integers exact to 64 bits), and the type of each. */
export const tracedEventSchema = eventContent(
  z.object({
    json: z.string(),
    types: z.record(z.string(), z.string()),
    /** The text as it was received (`_raw`), where no field holds the same. */
    raw: z.string().optional(),
  }),
);

export const traceOutcomeSchema = z.discriminatedUnion('kind', [
  /** It left by a linked port. */
  z.object({ kind: z.literal('left'), port: z.string(), event: tracedEventSchema }),
  /** In the ledger's words (`filtered:condition`, `dropped:unconnected` …). With the port and what would have left by it where nothing is linked there. */
  z.object({ kind: z.literal('ended'), reason: z.string(), port: z.string().optional(), event: tracedEventSchema.optional() }),
  /** It goes by the port `error`, or to the dead letters. */
  z.object({
    kind: z.literal('refused'),
    code: z.string(),
    message: z.string().optional(),
    expected: expectedSchema,
    event: tracedEventSchema,
  }),
  /** It is part of the node's state. */
  z.object({ kind: z.literal('held') }),
  /** At a datasink's branch; nothing is written. */
  z.object({ kind: z.literal('arrived'), event: tracedEventSchema }),
]);

const verdict = z.boolean().nullable();

/**
 * The conditions a step checked for an event, in their order; those behind the one that decided are absent. `port`: where events that
 * meet it leave. `tests`: its single tests, in the order of the text. Null: it cannot be evaluated.
 */
export const checkedConditionSchema = z.object({ port: z.string(), holds: verdict, tests: z.array(verdict) });

export const traceStepSchema = z.object({
  node: z.string(),
  input: tracedEventSchema,
  outcomes: z.array(traceOutcomeSchema),
  checked: z.array(checkedConditionSchema).optional(),
  /** What the conditions read, as JSON by the name of the field, cut where it is long; internal fields too. */
  values: eventContent(z.record(z.string(), z.string())).optional(),
  tookUs: z.number(),
});

/** The way of one event. `event` is its number among the inputs; made events name the node that made them, events of a journal their id and when they were received. */
export const eventTraceSchema = z.object({
  event: z.int(),
  madeBy: z.string().optional(),
  born: z.object({ id: z.string(), receivedMs: z.int() }).optional(),
  steps: z.array(traceStepSchema),
});

const counts = z.record(z.string(), z.int());

export const nodeTotalsSchema = z.object({ in: z.int(), ports: counts, ended: counts, refused: counts, tookUs: z.number() });

export const traceFaultSchema = z.object({ node: z.string().optional(), code: z.string(), message: z.string().optional() });

/** Where the bytes of an event came from: a frame of the listener's journal, and what the listener noted. */
export const eventOriginSchema = z.object({
  block: z.int(),
  frame: z.int(),
  receivedMs: z.int(),
  transport: z.string(),
  sourceIp: z.string().optional(),
  sourcePort: z.int().optional(),
  bytes: z.int(),
  /** Where in its source, such as a file, its first byte stands. */
  position: z.int().optional(),
  attributes: z.record(z.string(), z.string()),
});

/** In a listener's journal on one worker: a block, and how many of its findings, from the newest on, are given out. */
export const searchPlaceSchema = z.object({
  block: integer(1, Number.MAX_SAFE_INTEGER),
  taken: integer(0, Number.MAX_SAFE_INTEGER),
});

/** How far a search came. `reachedMs`: everything received from then on was looked at. `next`: where it goes on; absent at the end. */
export const searchedSchema = z.object({
  blocks: z.int(),
  bytes: z.number(),
  reachedMs: z.int().optional(),
  next: searchPlaceSchema.optional(),
});

/**
 * The version of a lookup that a node searched: the one it keeps to, or the one in force at the time the trace shows.
 * `activatedAt`: when that one came into force; null where no activation up to then is known. `replaced`: another one was in
 * force then, which is not there any more; the trace shows the active one in its place.
 */
export const searchedLookupSchema = z.object({
  node: z.string(),
  lookupId: z.string(),
  name: z.string(),
  version: z.int(),
  activatedAt: moment.nullable(),
  replaced: z.boolean(),
});

/** What a pipeline document did to given events, node by node. */
export const traceResultSchema = z.object({
  traces: z.array(eventTraceSchema),
  nodes: z.record(z.string(), nodeTotalsSchema),
  faults: z.array(traceFaultSchema),
  /** Something was left out because of a limit: events, steps, or fields of a large event. */
  cut: z.boolean(),
  /** Of the one event that was asked for by its id: where its bytes came from. */
  origin: eventOriginSchema.optional(),
  /** Of a search: how far it came. */
  searched: searchedSchema.optional(),
  /** By each node that searches one, in the document's order; told by the server. Absent: none. */
  lookups: z.array(searchedLookupSchema).optional(),
});

export const traceEventsMax = 1000;
/** Of one event, coming in or shown. */
export const traceEventChars = 65_536;
/** Of all events coming in, and of all shown. */
export const traceChars = 4_194_304;

const texts = z.array(z.string().max(traceEventChars)).max(traceEventsMax);
const chars = (list: readonly string[]) => list.reduce((sum, text) => sum + text.length, 0);

/**
 * Where the events come from. `raw`: texts as the listener receives them, decoded with its settings and labelled, with the
 * protocol facts its decoder reads; `events`: JSON objects, which enter by the label whatever it says.
 */
export const traceInputSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('raw'),
      frames: texts,
      receivedMs: z.array(z.int()).max(traceEventsMax).optional(),
      attributes: z.record(z.string(), z.string()).optional(),
    }),
    z.object({ kind: z.literal('events'), json: texts }),
  ])
  .refine((input) => chars(input.kind === 'raw' ? input.frames : input.json) <= traceChars, { message: 'too much text' });

export type TracedEvent = z.infer<typeof tracedEventSchema>;
export type TraceOutcome = z.infer<typeof traceOutcomeSchema>;
export type CheckedCondition = z.infer<typeof checkedConditionSchema>;
export type TraceStep = z.infer<typeof traceStepSchema>;
export type EventTrace = z.infer<typeof eventTraceSchema>;
export type NodeTotals = z.infer<typeof nodeTotalsSchema>;
export type TraceFault = z.infer<typeof traceFaultSchema>;
export type SearchedLookup = z.infer<typeof searchedLookupSchema>;
export type TraceResult = z.infer<typeof traceResultSchema>;
export type TraceInput = z.infer<typeof traceInputSchema>;
