import { dateMsParameter } from '@acequia/base/bounded';
import * as z from 'zod';
import { usageLimitSchema, usageSchema } from '../metrics-shapes.ts';
import { operation } from '../operation.ts';
import { nothing, rangeFault } from '../shapes.ts';

const usageOf = <P extends 'listeners' | 'pipelines' | 'datasinks'>(plural: P, summary: string) =>
  operation({
    method: 'GET',
    path: `/usage/${plural}`,
    summary,
    permission: 'usage:read',
    input: z.object({ from: dateMsParameter, to: dateMsParameter }).refine(({ from, to }) => from < to, rangeFault),
    output: usageSchema,
    reads: ['metrics'],
  });

export const usage = {
  /** Events in and ingest. */
  listeners: usageOf('listeners', 'What the listeners took in'),
  /** Events and bytes that entered. */
  pipelines: usageOf('pipelines', 'What the pipelines worked on'),
  /** Events out and egress. */
  datasinks: usageOf('datasinks', 'What the data sinks delivered'),
  getLimit: operation({
    method: 'GET',
    path: '/usage/limit',
    summary: 'Get the daily data limit',
    permission: 'usage:read',
    input: nothing,
    output: usageLimitSchema,
    reads: ['tenant'],
  }),
  /** Nothing is refused over it: days over the limit are marked. */
  setLimit: operation({
    method: 'PUT',
    path: '/usage/limit',
    summary: 'Set or remove the daily data limit',
    permission: 'usage:update',
    input: usageLimitSchema,
    output: nothing,
    changes: ['tenant'],
    activity: { entity: 'tenant', operation: 'update' },
  }),
};
