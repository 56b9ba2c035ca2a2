import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { clusterSchema, liveFrameSchema, nothing, seriesSchema, totalsSchema } from '../shapes.ts';

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
