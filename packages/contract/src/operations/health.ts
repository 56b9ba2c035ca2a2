import * as z from 'zod';
import { healthPartSchema } from '../health-shapes.ts';
import { operation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const health = {
  /** What the tenant runs, worker by worker, with each part's state and its last error. */
  parts: operation({
    method: 'GET',
    path: '/health/parts',
    summary: 'Get the health of listeners, pipelines, data sinks and enrichments',
    permission: 'cluster:read',
    feature: 'engine-alerts',
    input: nothing,
    output: z.array(healthPartSchema),
    reads: ['health'],
  }),
};
