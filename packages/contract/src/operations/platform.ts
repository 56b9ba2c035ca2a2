import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { activitySchema, clusterSchema, idInput, liveFrameSchema, nothing, seriesSchema, totalsSchema } from '../shapes.ts';

export const tenants = {
  find: operation({
    method: 'GET',
    path: '/tenants/{id}',
    summary: 'A tenant of the session',
    permission: 'session',
    input: idInput,
    output: z.object({ id: z.string(), slug: z.string(), name: z.string(), members: z.int() }),
    errors: ['ACQ-NOT-FOUND'],
    reads: ['tenant'],
  }),
  /** A small running example, tagged `demo`; nothing happens when there is one. */
  createDemo: operation({
    method: 'POST',
    path: '/tenants/demo',
    summary: 'Add the demo',
    permission: 'pipeline:create',
    input: nothing,
    output: nothing,
    errors: ['ACQ-PORT-TAKEN', 'WEB-00031', 'WEB-12006'],
    changes: ['listener', 'datasink', 'pipeline', 'version'],
    activity: { entity: 'tenant', operation: 'create' },
  }),
  /** Removes everything tagged `demo`. */
  removeDemo: operation({
    method: 'DELETE',
    path: '/tenants/demo',
    summary: 'Remove the demo',
    permission: 'pipeline:delete',
    input: nothing,
    output: nothing,
    changes: ['listener', 'datasink', 'pipeline', 'version'],
    activity: { entity: 'tenant', operation: 'delete' },
  }),
};

export const clusters = {
  list: operation({
    method: 'GET',
    path: '/clusters',
    summary: 'Clusters with their workers',
    permission: 'cluster:read',
    input: nothing,
    output: z.array(clusterSchema),
    reads: ['cluster'],
  }),
};

export const activity = {
  getUserActivity: operation({
    method: 'GET',
    path: '/activity',
    summary: 'The activity log',
    permission: 'activity:read',
    input: z.object({
      page: z.coerce.number().int().min(1),
      from: z.coerce.number().int(),
      to: z.coerce.number().int(),
      userId: z.array(z.string()).default([]),
      operation: z.array(z.string()).default([]),
      entity: z.array(z.string()).default([]),
    }),
    output: activitySchema,
    reads: ['activity'],
  }),
};

export const metrics = {
  /** Sums of the ledger over a range. */
  totals: operation({
    method: 'GET',
    path: '/metrics/totals',
    summary: 'Sums over a range',
    permission: 'pipeline:read',
    input: z.object({ from: z.coerce.number().int(), to: z.coerce.number().int() }),
    output: totalsSchema,
    reads: ['metrics'],
  }),
  /** Events (or bytes) per step; one line per id, of all when `ids` is empty. */
  series: operation({
    method: 'GET',
    path: '/metrics/series',
    summary: 'Counts over time',
    permission: 'pipeline:read',
    input: z.object({
      scope: z.enum(['listener', 'pipeline', 'datasink']),
      measure: z.enum(['eventsIn', 'eventsOut', 'bytesIn', 'bytesOut']),
      ids: z.array(z.string()).default([]),
      from: z.coerce.number().int(),
      to: z.coerce.number().int(),
      points: z.coerce.number().int().min(1).max(1440).default(60),
    }),
    output: seriesSchema,
    reads: ['metrics'],
  }),
  /** Live counters, about once a second while someone watches. With `pipelineId` also its nodes. */
  watchLive: operation({
    method: 'GET',
    path: '/metrics/live',
    summary: 'Live counters',
    permission: 'pipeline:read',
    input: z.object({ pipelineId: z.string().max(64).optional() }),
    stream: true,
    output: eventIterator(liveFrameSchema),
    reads: ['metrics'],
  }),
};
