import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Reason, Replay, ReplayReport } from '@acequia/contract';
import { moment } from './gate-tables.ts';

const tenantId = () => uuid('tenant_id').notNull();

export const replays = pgTable(
  'replays',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    listenerId: text('listener_id').notNull(),
    clusterId: text('cluster_id').notNull(),
    pipelineId: text('pipeline_id').notNull(),
    versionId: text('version_id').notNull(),
    fromMs: bigint('from_ms', { mode: 'number' }).notNull(),
    toMs: bigint('to_ms', { mode: 'number' }).notNull(),
    decode: text('decode').$type<Replay['decode']>().notNull(),
    keys: text('keys').$type<Replay['keys']>().notNull(),
    eventsPerSecond: integer('events_per_second').notNull(),
    state: text('state').$type<Replay['state']>().notNull(),
    reason: jsonb('reason').$type<Reason>(),
    createdAt: moment('created_at').notNull(),
    createdBy: uuid('created_by').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const replayWorkers = pgTable(
  'replay_workers',
  {
    tenantId: tenantId(),
    replayId: text('replay_id').notNull(),
    workerId: text('worker_id').notNull(),
    report: jsonb('report').$type<ReplayReport>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.replayId, table.workerId] })],
);
