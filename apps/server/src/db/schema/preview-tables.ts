import { integer, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { PreviewSample, PreviewSource } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { moment } from './gate-tables.ts';

const tenantId = () => uuid('tenant_id').notNull();

export const internalPipelines = pgTable(
  'internal_pipelines',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    userId: uuid('user_id').notNull(),
    pipelineId: text('pipeline_id').notNull(),
    document: json('document').$type<PipelineDocument>().notNull(),
    source: json('source').$type<PreviewSource>().notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const previewSamples = pgTable(
  'preview_samples',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    pipelineId: text('pipeline_id').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<PreviewSample['kind']>().notNull(),
    count: integer('count').notNull(),
    texts: json('texts').$type<readonly string[]>().notNull(),
    masked: text('masked').array().notNull(),
    createdAt: moment('created_at').notNull(),
    createdBy: uuid('created_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
