import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Reason, ShadowProgress, ShadowResult, ShadowState } from '@acequia/contract';
import type { PipelineTest } from '@acequia/pipeline';
import { moment } from './gate-tables.ts';

const tenantId = () => uuid('tenant_id').notNull();

export const pipelineTests = pgTable(
  'pipeline_tests',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    pipelineId: text('pipeline_id').notNull(),
    /** Null: of the draft. */
    versionId: text('version_id'),
    name: text('name').notNull(),
    test: jsonb('test').$type<PipelineTest>().notNull(),
    revision: integer('revision').notNull(),
    createdAt: moment('created_at').notNull(),
    createdBy: uuid('created_by').notNull(),
    updatedAt: moment('updated_at').notNull(),
    updatedBy: uuid('updated_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const shadowRuns = pgTable(
  'shadow_runs',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    pipelineId: text('pipeline_id').notNull(),
    /** Null until the draft that ran is published. */
    versionId: text('version_id'),
    revision: integer('revision').notNull(),
    againstVersion: text('against_version').notNull(),
    clusterId: text('cluster_id').notNull(),
    fromMs: bigint('from_ms', { mode: 'number' }).notNull(),
    toMs: bigint('to_ms', { mode: 'number' }).notNull(),
    state: text('state').$type<ShadowState>().notNull(),
    reason: jsonb('reason').$type<Reason>(),
    progress: jsonb('progress').$type<ShadowProgress>().notNull(),
    result: jsonb('result').$type<ShadowResult>(),
    createdAt: moment('created_at').notNull(),
    createdBy: uuid('created_by').notNull(),
    heardAt: moment('heard_at').notNull(),
    stopping: boolean('stopping').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
