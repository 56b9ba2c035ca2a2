import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './gate-tables.ts';

/** One saved change; `revision` is the instance's own. */
const saved = () => ({
  tenantId: uuid('tenant_id').notNull(),
  revision: integer('revision').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  tags: text('tags').array().notNull(),
  /** Of the component. */
  version: text('version').notNull(),
  config: jsonb('config').$type<Record<string, unknown>>().notNull(),
  updatedAt: moment('updated_at').notNull(),
  updatedBy: uuid('updated_by').notNull(),
});

export const listenerVersions = pgTable('listener_versions', { instanceId: text('listener_id').notNull(), ...saved() }, (table) => [
  primaryKey({ columns: [table.tenantId, table.instanceId, table.revision] }),
]);

export const datasinkVersions = pgTable('datasink_versions', { instanceId: text('datasink_id').notNull(), ...saved() }, (table) => [
  primaryKey({ columns: [table.tenantId, table.instanceId, table.revision] }),
]);
