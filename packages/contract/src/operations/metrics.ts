import { dayMs, minuteMs } from '@acequia/base';
import { dateMsParameter, id, integerParameter, line, listParameter } from '@acequia/base/bounded';
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { flowsSchema } from '../metrics-shapes.ts';
import { operation } from '../operation.ts';
import { isRange, liveFrameSchema, nothing, rangeFault, seriesSchema, totalsSchema } from '../shapes.ts';

const range = { from: dateMsParameter, to: dateMsParameter };

export const metrics = {
  /** Sums of the ledger over a range. With `pipelineId` also those of its steps. */
  totals: operation({
    method: 'GET',
    path: '/metrics/totals',
    summary: 'Get totals over a range',
    permission: 'pipeline:read',
    input: z.object({ pipelineId: id.optional(), ...range }).refine(isRange, rangeFault),
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
    summary: 'Get counts over time',
    permission: 'pipeline:read',
    input: z
      .object({
        /** A label is named `<listener id>/<label id>`; its bytes are not counted. A cluster counts what its listeners receive in it. */
        scope: z.enum(['listener', 'cluster', 'label', 'pipeline', 'datasink']),
        measure: z.enum(['eventsIn', 'eventsOut', 'bytesIn', 'bytesOut', 'rejected', 'dropped']),
        ids: listParameter(line(160), 1000).default([]),
        ...range,
        points: integerParameter(1, 1440).default(60),
        stepMs: integerParameter(minuteMs, 1000 * dayMs, minuteMs).optional(),
      })
      .refine(isRange, rangeFault),
    output: seriesSchema,
    reads: ['metrics'],
  }),
  /** What went from listener to label, from there to pipeline and from pipeline to datasink in a range, in each cluster. */
  flows: operation({
    method: 'GET',
    path: '/metrics/flows',
    summary: 'Get volumes from listener to data sink',
    permission: 'pipeline:read',
    input: z.object(range).refine(isRange, rangeFault),
    output: flowsSchema,
    reads: ['metrics', 'pipeline', 'version'],
  }),
  /** Datasinks whose events the totals of the home page leave out. */
  exclusions: operation({
    method: 'GET',
    path: '/metrics/exclusions',
    summary: 'List data sinks left out of the totals',
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
    input: z.object({ datasinkId: id, excluded: z.boolean() }),
    output: nothing,
    errors: ['WEB-00025'],
    changes: ['metrics'],
    activity: { entity: 'datasink', operation: 'update' },
  }),
  /** Live counters, about once a second while someone watches. With `pipelineId` also its nodes. */
  watchLive: operation({
    method: 'GET',
    path: '/metrics/live',
    summary: 'Stream live counters',
    permission: 'pipeline:read',
    input: z.object({ pipelineId: id.optional() }),
    stream: true,
    output: eventIterator(liveFrameSchema),
    errors: ['WEB-10008'],
    reads: ['metrics'],
  }),
};
