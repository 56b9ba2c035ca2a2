import type { TemplateLogs } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './gate-tables.ts';

export const templates = pgTable(
  'templates',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    tags: text('tags').array().notNull(),
    document: json('document').$type<PipelineDocument>().notNull(),
    listenerComponent: text('listener_component').notNull(),
    datasinkComponent: text('datasink_component').notNull(),
    logs: json('logs').$type<TemplateLogs | null>(),
    createdAt: moment('created_at').notNull(),
    createdBy: uuid('created_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
