import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { LookupColumnType, LookupCredentials, LookupVersionStatus, Reason } from '@acequia/contract';
import { bytea, moment } from './gate-tables.ts';

const tenantId = () => uuid('tenant_id').notNull();

export const lookups = pgTable(
  'lookups',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    tags: text('tags').array().notNull(),
    format: text('format').$type<'csv' | 'json-lines'>().notNull(),
    separator: text('separator').$type<',' | ';' | '\t'>(),
    keyColumn: text('key_column').notNull(),
    /** Number of the last version made; never given again. */
    lastNumber: integer('last_number').notNull(),
    activeNumber: integer('active_number'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const lookupVersions = pgTable(
  'lookup_versions',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    lookupId: text('lookup_id').notNull(),
    number: integer('number').notNull(),
    status: text('status').$type<LookupVersionStatus>().notNull(),
    columns: text('columns').array().notNull(),
    types: text('types').array().$type<LookupColumnType[]>().notNull(),
    rowCount: bigint('row_count', { mode: 'number' }).notNull(),
    byteCount: bigint('byte_count', { mode: 'number' }).notNull(),
    /** Of the whole file, hex; empty until it is whole. */
    sha256: text('sha256').notNull(),
    fault: jsonb('fault').$type<Reason>(),
    /** The file is whole and is being read: no part of it changes any more. */
    sealedAt: moment('sealed_at'),
    /** Whether a refresh brought it. */
    refreshed: boolean('refreshed').notNull(),
    /** Of the file's bytes, how many this check has read. */
    checkedBytes: bigint('checked_bytes', { mode: 'number' }).notNull(),
    /** Until then a server has it in hand. */
    takenUntil: moment('taken_until'),
    /** How often a server took it up. */
    takes: integer('takes').notNull(),
    createdAt: moment('created_at').notNull(),
    createdBy: uuid('created_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const lookupParts = pgTable(
  'lookup_parts',
  {
    tenantId: tenantId(),
    lookupVersionId: text('lookup_version_id').notNull(),
    part: integer('part').notNull(),
    content: bytea('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.lookupVersionId, table.part] })],
);

/** Each time a version came into force, numbered through; the oldest fall out. */
export const lookupActivations = pgTable(
  'lookup_activations',
  {
    tenantId: tenantId(),
    lookupId: text('lookup_id').notNull(),
    turn: integer('turn').notNull(),
    number: integer('number').notNull(),
    /** The version that was in force until then; null: none. */
    replaced: integer('replaced'),
    activatedAt: moment('activated_at').notNull(),
    activatedBy: uuid('activated_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.lookupId, table.turn] })],
);

/** Where the file of a lookup is fetched from. */
export const lookupRefreshes = pgTable(
  'lookup_refreshes',
  {
    tenantId: tenantId(),
    lookupId: text('lookup_id').notNull(),
    url: text('url').notNull(),
    everyMs: bigint('every_ms', { mode: 'number' }).notNull(),
    credentials: jsonb('credentials').$type<LookupCredentials>().notNull(),
    nextAt: moment('next_at').notNull(),
    checkedAt: moment('checked_at'),
    changedAt: moment('changed_at'),
    /** What the last answer said of its file, for the next question. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    fault: jsonb('fault').$type<Reason>(),
    setBy: uuid('set_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.lookupId] })],
);
