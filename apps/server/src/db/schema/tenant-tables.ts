import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Reason } from '@acequia/contract';
import type { ListenerState, VersionKind, VersionStatus } from '@acequia/domain';
import type { PipelineDocument } from '@acequia/pipeline';
import { bytea, moment } from './gate-tables.ts';

type Config = Record<string, unknown>;

const tenantId = () => uuid('tenant_id').notNull();
const text3 = () => ({ name: text('name').notNull(), description: text('description').notNull(), tags: text('tags').array().notNull() });
const stamps = () => ({
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  createdBy: uuid('created_by').notNull(),
  updatedBy: uuid('updated_by').notNull(),
});

export const tenantKeys = pgTable('tenant_keys', { tenantId: uuid('tenant_id').primaryKey(), sealedKey: bytea('sealed_key').notNull() });

export const secrets = pgTable(
  'secrets',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    ...text3(),
    active: boolean('active').notNull(),
    expiresAt: moment('expires_at').notNull(),
    valueVersion: integer('value_version').notNull(),
    sealedValue: bytea('sealed_value').notNull(),
    nameKey: text('name_key').notNull(),
    certificateEndsAt: moment('certificate_ends_at'),
    ...stamps(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const listeners = pgTable(
  'listeners',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    clusterId: text('cluster_id').notNull(),
    ...text3(),
    component: text('component').notNull(),
    version: text('version').notNull(),
    config: jsonb('config').$type<Config>().notNull(),
    state: text('state').$type<ListenerState>().notNull(),
    reason: jsonb('reason').$type<Reason>(),
    revision: integer('revision').notNull(),
    ...stamps(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const listenerBinds = pgTable(
  'listener_binds',
  {
    tenantId: tenantId(),
    listenerId: text('listener_id').notNull(),
    clusterId: text('cluster_id').notNull(),
    protocol: text('protocol').$type<'tcp' | 'udp'>().notNull(),
    port: integer('port').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.listenerId, table.protocol, table.port] })],
);

export const labels = pgTable(
  'labels',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    listenerId: text('listener_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    condition: jsonb('condition').$type<unknown>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const datasinks = pgTable(
  'datasinks',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    ...text3(),
    component: text('component').notNull(),
    version: text('version').notNull(),
    preset: text('preset'),
    config: jsonb('config').$type<Config>().notNull(),
    revision: integer('revision').notNull(),
    ...stamps(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const pipelines = pgTable('pipelines', { tenantId: tenantId(), id: text('id').notNull(), ...text3(), ...stamps() }, (table) => [
  primaryKey({ columns: [table.tenantId, table.id] }),
]);

export const versions = pgTable(
  'versions',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    pipelineId: text('pipeline_id').notNull(),
    version: text('version').notNull(),
    versionName: text('version_name').notNull(),
    kind: text('kind').$type<VersionKind>(),
    status: text('status').$type<VersionStatus>().notNull(),
    document: jsonb('document').$type<PipelineDocument>().notNull(),
    revision: integer('revision').notNull(),
    reason: jsonb('reason').$type<Reason>(),
    ...stamps(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const versionClusters = pgTable(
  'version_clusters',
  {
    tenantId: tenantId(),
    versionId: text('version_id').notNull(),
    clusterId: text('cluster_id').notNull(),
    /** A worker of the cluster has reported that it runs the version. */
    applied: boolean('applied').notNull().default(false),
    /** When it was started again, ms since 1970; null: not since it was published. */
    startedAt: moment('started_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.versionId, table.clusterId] })],
);

export type ReferenceKind = 'listener' | 'label' | 'datasink' | 'secret' | 'lookup';

export const versionReferences = pgTable(
  'version_references',
  {
    tenantId: tenantId(),
    versionId: text('version_id').notNull(),
    kind: text('kind').$type<ReferenceKind>().notNull(),
    objectId: text('object_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.versionId, table.kind, table.objectId] })],
);

export const removedObjects = pgTable(
  'removed_objects',
  {
    tenantId: tenantId(),
    kind: text('kind').$type<ReferenceKind>().notNull(),
    objectId: text('object_id').notNull(),
    name: text('name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind, table.objectId] })],
);

export const listenerSecrets = pgTable(
  'listener_secrets',
  { tenantId: tenantId(), listenerId: text('listener_id').notNull(), secretId: text('secret_id').notNull() },
  (table) => [primaryKey({ columns: [table.tenantId, table.listenerId, table.secretId] })],
);

export const datasinkSecrets = pgTable(
  'datasink_secrets',
  { tenantId: tenantId(), datasinkId: text('datasink_id').notNull(), secretId: text('secret_id').notNull() },
  (table) => [primaryKey({ columns: [table.tenantId, table.datasinkId, table.secretId] })],
);

export const activity = pgTable(
  'activity',
  {
    tenantId: tenantId(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    surname: text('surname').notNull(),
    email: text('email').notNull(),
    entity: text('entity').notNull(),
    operation: text('operation').notNull(),
    objectName: text('object_name').notNull(),
    refusedCode: text('refused_code'),
    ip: text('ip').notNull(),
    /** `session`, or `key` and the name of the API key. */
    via: text('via').notNull(),
    /** Place in the tenant's chain, and its hash: the database gives both. */
    seq: bigint('seq', { mode: 'number' }).notNull().default(0),
    hash: bytea('hash').notNull().default(Buffer.alloc(0)),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

/** That somebody has read event content of a thing in a clock hour: its row of the activity log is written. */
export const contentReads = pgTable(
  'content_reads',
  {
    tenantId: tenantId(),
    /** Id of the user, or of the API key. */
    reader: text('reader').notNull(),
    /** Id of the thing; of a refusal, the code before it. */
    objectId: text('object_id').notNull(),
    /** When it begins. */
    hour: moment('hour').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reader, table.objectId, table.hour] })],
);

export const activityHeads = pgTable('activity_heads', {
  tenantId: uuid('tenant_id').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: bytea('hash').notNull(),
  trimmedSeq: bigint('trimmed_seq', { mode: 'number' }).notNull().default(0),
  trimmedHash: bytea('trimmed_hash').notNull().default(Buffer.alloc(0)),
});

const ledgerKeys = () => ({
  /** Of the worker that counted: where it happened. Empty only for things removed before clusters were counted apart. */
  clusterId: text('cluster_id').notNull().default(''),
  scope: text('scope').$type<'listener' | 'pipeline' | 'node' | 'replay'>().notNull(),
  objectId: text('object_id').notNull(),
  versionId: text('version_id').notNull(),
  node: text('node').notNull(),
  datasinkId: text('datasink_id').notNull(),
  at: moment('at').notNull(),
  counts: jsonb('counts').$type<Record<string, number>>().notNull(),
});

export const ledgerMinutes = pgTable('ledger_minutes', {
  tenantId: tenantId(),
  workerId: text('worker_id').notNull(),
  generation: integer('generation').notNull(),
  ...ledgerKeys(),
  report: bigint('report', { mode: 'number' }).notNull(),
  writtenAt: moment('written_at').notNull(),
});

export const ledgerHours = pgTable('ledger_hours', { tenantId: tenantId(), ...ledgerKeys() });
export const ledgerDays = pgTable('ledger_days', { tenantId: tenantId(), ...ledgerKeys() });

/** What a tenant has spent of what it may do so often in a while. */
export const tenantBudgets = pgTable(
  'tenant_budgets',
  {
    tenantId: tenantId(),
    name: text('name').notNull(),
    spent: integer('spent').notNull(),
    since: moment('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.name] })],
);
