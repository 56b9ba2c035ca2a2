import * as z from 'zod';
import { operation } from '../operation.ts';
import { clusterSchema, nothing } from '../shapes.ts';

export const clusters = {
  list: operation({
    method: 'GET',
    path: '/clusters',
    summary: 'List clusters with their workers',
    permission: 'cluster:read',
    input: nothing,
    output: z.array(clusterSchema),
    reads: ['cluster'],
  }),
};
