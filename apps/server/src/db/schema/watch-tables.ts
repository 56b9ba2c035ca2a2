import type { RefusalCount } from '@acequia/base';
import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AlertChannel, AlertEvent, AlertPriority, AlertSourceType, HealthPart, Preferences, Reason } from '@acequia/contract';
import { bytea, moment } from './gate-tables.ts';

const tenantId = () => uuid('tenant_id').notNull();
const size = (name: string) => bigint(name, { mode: 'number' }).notNull();

export const healthParts = pgTable(
  'health_parts',
  {
    tenantId: tenantId(),
    workerId: text('worker_id').notNull(),
    kind: text('kind').$type<HealthPart['kind']>().notNull(),
    objectId: text('object_id').notNull(),
    /** Of a datasink node, else empty. */
    pipelineId: text('pipeline_id').notNull(),
    node: text('node').notNull(),
    state: text('state').$type<HealthPart['state']>().notNull(),
    reason: jsonb('reason').$type<Reason>(),
    since: moment('since').notNull(),
    lastError: jsonb('last_error').$type<Reason>(),
    lastErrorAt: moment('last_error_at'),
    waitingEvents: size('waiting_events'),
    waitingBytes: size('waiting_bytes'),
    keptBytes: size('kept_bytes'),
    oldestAt: moment('oldest_at'),
    nextTryAt: moment('next_try_at'),
    refusals: jsonb('refusals').$type<RefusalCount[]>(),
    undeliveredBytes: size('undelivered_bytes'),
    limitBytes: size('limit_bytes'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.workerId, table.kind, table.objectId, table.pipelineId, table.node] })],
);

export const alerts = pgTable(
  'alerts',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    code: text('code').notNull(),
    topic: text('topic').notNull(),
    state: text('state').$type<'pending' | 'open' | 'resolved'>().notNull(),
    priority: text('priority').$type<AlertPriority>().notNull(),
    sourceType: text('source_type').$type<AlertSourceType>().notNull(),
    sourceId: text('source_id').notNull(),
    clusterId: text('cluster_id').notNull(),
    workerId: text('worker_id').notNull(),
    fields: jsonb('fields').$type<Reason['fields']>().notNull(),
    raises: integer('raises').notNull(),
    places: integer('places').notNull(),
    /** When its condition was first seen. */
    firstAt: moment('first_at').notNull(),
    /** Null while it is pending. */
    raisedAt: moment('raised_at'),
    /** When its condition was last seen. */
    lastAt: moment('last_at').notNull(),
    /** Of an open one: since when its condition is not seen any more. Kept when it is resolved. */
    goneAt: moment('gone_at'),
    resolvedAt: moment('resolved_at'),
    acknowledgedAt: moment('acknowledged_at'),
    acknowledgedBy: uuid('acknowledged_by'),
    snoozedUntil: moment('snoozed_until'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const alertSettings = pgTable('alert_settings', {
  tenantId: uuid('tenant_id').primaryKey(),
  emails: text('emails').array().notNull(),
  language: text('language').$type<Preferences['language']>().notNull(),
  /** Empty: none. */
  webhookUrl: text('webhook_url').notNull(),
  sealedKey: bytea('sealed_key'),
  keyVersion: integer('key_version').notNull(),
  leastPriority: text('least_priority').$type<AlertPriority>().notNull(),
  lastFault: jsonb('last_fault').$type<Reason>(),
  lastFaultAt: moment('last_fault_at'),
  updatedAt: moment('updated_at').notNull(),
});

export const alertSends = pgTable(
  'alert_sends',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    alertId: text('alert_id').notNull(),
    channel: text('channel').$type<AlertChannel>().notNull(),
    /** Address of the mail or of the webhook. */
    target: text('target').notNull(),
    event: text('event').$type<AlertEvent>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
