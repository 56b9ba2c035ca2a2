import { booleanParameter, dateMs, httpAddress, id, integerParameter, listParameter } from '@acequia/base/bounded';
import * as z from 'zod';
import { alertDeliverySchema, alertEmailsMax, alertIdsMax, alertPriorities, alertSchema, alertSourceTypes } from '../alert-shapes.ts';
import { operation } from '../operation.ts';
import { nothing } from '../shapes.ts';

const feature = 'alerts' as const;
const ids = z.array(id).min(1).max(alertIdsMax);

export const alerts = {
  /** Newest first; resolved ones for 90 days. */
  list: operation({
    method: 'GET',
    path: '/alerts',
    summary: 'List alerts',
    permission: 'alert:read',
    feature,
    input: z.object({
      state: z.enum(['open', 'resolved']).default('open'),
      priority: listParameter(z.enum(alertPriorities), alertPriorities.length).default([]),
      source: listParameter(z.enum(alertSourceTypes), alertSourceTypes.length).default([]),
      /** Among the open ones: those that are snoozed, else those that are not. */
      snoozed: booleanParameter.optional(),
      page: integerParameter(1, 1_000_000).default(1),
      limit: integerParameter(1, 200).default(100),
    }),
    output: z.object({
      data: z.array(alertSchema),
      page: z.int(),
      limit: z.int(),
      count: z.int(),
      /** Open ones by priority, whatever the filters. */
      open: z.record(z.enum(alertPriorities), z.int()),
    }),
    reads: ['alert'],
  }),
  /** Somebody looks after them: they stay until their cause is gone. */
  acknowledge: operation({
    method: 'POST',
    path: '/alerts/acknowledge',
    summary: 'Acknowledge alerts',
    permission: 'alert:update',
    feature,
    input: z.object({ ids }),
    output: nothing,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['alert'],
    activity: { entity: 'alert', operation: 'update' },
  }),
  /** Hidden, and nobody is told, until a moment at most 30 days away; null ends it. */
  snooze: operation({
    method: 'POST',
    path: '/alerts/snooze',
    summary: 'Snooze alerts',
    permission: 'alert:update',
    feature,
    input: z.object({ ids, until: dateMs.nullable() }),
    output: nothing,
    errors: ['ACQ-NOT-FOUND', 'ACQ-ALERT-SNOOZE'],
    changes: ['alert'],
    activity: { entity: 'alert', operation: 'update' },
  }),
  getDelivery: operation({
    method: 'GET',
    path: '/alerts/delivery',
    summary: 'Get alert delivery',
    permission: 'alert:update',
    feature,
    input: nothing,
    output: alertDeliverySchema,
    reads: ['alert'],
  }),
  /** The key that signs the webhook's calls is answered once: when there is a webhook for the first time, or `newKey` asks for another one. */
  updateDelivery: operation({
    method: 'PUT',
    path: '/alerts/delivery',
    summary: 'Change alert delivery',
    permission: 'alert:update',
    feature,
    keys: false,
    input: z.object({
      emails: z.array(z.email().max(254)).max(alertEmailsMax),
      language: z.enum(['en', 'es']),
      webhookUrl: z.union([z.literal(''), httpAddress(2048)]),
      leastPriority: z.enum(alertPriorities),
      newKey: z.boolean().default(false),
    }),
    output: z.object({ signingKey: z.string().nullable() }),
    errors: ['ACQ-ALERT-ADDRESS'],
    changes: ['alert'],
    activity: { entity: 'alert', operation: 'update' },
  }),
};
