import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { LookupVersionStatus, Reason } from '@acequia/contract';
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
    rowCount: bigint('row_count', { mode: 'number' }).notNull(),
    byteCount: bigint('byte_count', { mode: 'number' }).notNull(),
    /** Of the whole file, hex; empty until it is whole. */
    sha256: text('sha256').notNull(),
    fault: jsonb('fault').$type<Reason>(),
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
