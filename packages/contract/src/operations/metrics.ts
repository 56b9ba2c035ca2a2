import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { flowsSchema } from '../metrics-shapes.ts';
import { operation } from '../operation.ts';
import { liveFrameSchema, nothing, seriesSchema, totalsSchema } from '../shapes.ts';

const range = { from: z.coerce.number().int(), to: z.coerce.number().int() };
const minuteMs = 60_000;

export const metrics = {
  /** Sums of the ledger over a range. */
  totals: operation({
    method: 'GET',
    path: '/metrics/totals',
    summary: 'Sums over a range',
    permission: 'pipeline:read',
    input: z.object(range),
    output: totalsSchema,
    reads: ['metrics'],
  }),
  /**
   * Counts per step; one line per id, of all when `ids` is empty. The step is `stepMs`, or as long as `points` asks for; longer where
   * the ledger is coarser by then, or where there would be more than 1440.
   */
  series: operation({
    method: 'GET',
    path: '/metrics/series',
    summary: 'Counts over time',
    permission: 'pipeline:read',
    input: z.object({
      /** A label is named `<listener id>/<label id>`; its bytes are not counted. A cluster counts what its listeners receive in it. */
      scope: z.enum(['listener', 'cluster', 'label', 'pipeline', 'datasink']),
      measure: z.enum(['eventsIn', 'eventsOut', 'bytesIn', 'bytesOut', 'rejected', 'dropped']),
      ids: z.array(z.string()).default([]),
      ...range,
      points: z.coerce.number().int().min(1).max(1440).default(60),
      stepMs: z.coerce.number().int().multipleOf(minuteMs).min(minuteMs).optional(),
    }),
    output: seriesSchema,
    reads: ['metrics'],
  }),
  /** What went from listener to label, from there to pipeline and from pipeline to datasink in a range, in each cluster. */
  flows: operation({
    method: 'GET',
    path: '/metrics/flows',
    summary: 'Volumes from listener to datasink',
    permission: 'pipeline:read',
    input: z.object(range),
    output: flowsSchema,
    reads: ['metrics', 'pipeline', 'version'],
  }),
  /** Datasinks whose events the totals of the home page leave out. */
  exclusions: operation({
    method: 'GET',
    path: '/metrics/exclusions',
    summary: 'Data sinks left out of the totals',
    permission: 'datasink:read',
    input: nothing,
    output: z.object({ datasinkIds: z.array(z.string()) }),
    reads: ['metrics', 'datasink'],
  }),
  setExclusion: operation({
    method: 'PUT',
    path: '/metrics/exclusions/{datasinkId}',
    summary: 'Leave a data sink out of the totals, or count it again',
    permission: 'datasink:update',
    input: z.object({ datasinkId: z.string().max(64), excluded: z.boolean() }),
    output: nothing,
    errors: ['WEB-00025'],
    changes: ['metrics'],
    activity: { entity: 'datasink', operation: 'update' },
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
