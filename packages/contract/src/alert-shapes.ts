import * as z from 'zod';
import { moment } from './shapes.ts';

/** What alerts are about; each has words in both languages (`alert-texts`). */
export const alertCodes = [
  'DESTINATION_DOWN',
  'LISTENER_FAILED',
  'LISTENER_INCOMPLETE',
  'PIPELINE_REFUSED',
  'LOOKUP_NOT_IN_FORCE',
  'WORKER_SILENT',
  'WORKER_RESTARTED',
  'WORKER_COPIED',
  'JOURNAL_NEAR_LIMIT',
  'JOURNAL_FAILED',
  'JOURNAL_FULL',
  'WORKER_FILES',
  'DISK_LOW',
  'EVENTS_LOST',
  'STEP_FAILURES',
  'DECODE_FAILURES',
  'SENDERS_REFUSED',
  'CERTIFICATE_EXPIRY',
  'SECRET_EXPIRY',
  'LISTENER_SILENT',
  'OVER_LIMIT',
  'LEDGER_IMBALANCE',
  'TRIAL_STOPPED',
] as const;
export type AlertCode = (typeof alertCodes)[number];

/** The most urgent first. */
export const alertPriorities = ['critical', 'high', 'medium', 'low'] as const;
export type AlertPriority = (typeof alertPriorities)[number];

export const alertSourceTypes = ['listener', 'pipeline', 'datasink', 'unknown'] as const;
export type AlertSourceType = (typeof alertSourceTypes)[number];

export type AlertChannel = 'email' | 'webhook';
export type AlertEvent = 'raised' | 'resolved';

export const alertEmailsMax = 20;
/** Alerts that one call acknowledges or snoozes at most. */
export const alertIdsMax = 500;

const named = z.object({ id: z.string(), name: z.string() });

export const alertSchema = z.object({
  id: z.string(),
  /** Code and values of the text; a `name` among them is the source's when it was raised. */
  message: z.object({ code: z.enum(alertCodes), fields: z.record(z.string(), z.union([z.string(), z.number()])) }),
  priority: z.enum(alertPriorities),
  source: z.object({ type: z.enum(alertSourceTypes), id: z.string() }),
  /** Path in the console where it can be mended. */
  location: z.string(),
  cluster: named.nullable(),
  worker: named.nullable(),
  /** Since when its cause is there: one that was gone in between counts from its return. */
  timestamp: moment,
  state: z.enum(['open', 'resolved']),
  /** How often it was raised. */
  raises: z.int(),
  /** How many things it speaks of. */
  places: z.int(),
  lastSeenAt: moment,
  resolvedAt: moment.nullable(),
  acknowledgedAt: moment.nullable(),
  acknowledgedBy: z.string().nullable(),
  /** Null, or a moment to come. */
  snoozedUntil: moment.nullable(),
});
export type Alert = z.infer<typeof alertSchema>;

export const alertDeliverySchema = z.object({
  emails: z.array(z.string()),
  /** Of the mails. */
  language: z.enum(['en', 'es']),
  /** Empty: none. */
  webhookUrl: z.string(),
  leastPriority: z.enum(alertPriorities),
  /** Whether this deployment can send mails. */
  mailOffered: z.boolean(),
  /** What was last given up, and when. */
  lastFault: z.object({ channel: z.enum(['email', 'webhook']), target: z.string(), code: z.string(), at: moment }).nullable(),
});
export type AlertDelivery = z.infer<typeof alertDeliverySchema>;
