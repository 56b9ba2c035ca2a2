import { dateMsParameter, integerParameter, line, listParameter } from '@acequia/base/bounded';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { activitySchema, isRange, nothing, rangeFault } from '../shapes.ts';

const filter = {
  from: dateMsParameter,
  to: dateMsParameter,
  userId: listParameter(z.uuid(), 100).default([]),
  operation: listParameter(line(32), 100).default([]),
  entity: listParameter(line(32), 100).default([]),
};

export const activity = {
  getUserActivity: operation({
    method: 'GET',
    path: '/activity',
    summary: 'List the activity log',
    permission: 'activity:read',
    input: z.object({ page: integerParameter(1, 1_000_000), ...filter }).refine(isRange, rangeFault),
    output: activitySchema,
    reads: ['activity'],
  }),
  /** Also those who are no longer members; by name. */
  getActors: operation({
    method: 'GET',
    path: '/activity/actors',
    summary: 'List the users in the activity log',
    permission: 'activity:read',
    input: nothing,
    output: z.array(z.object({ id: z.string(), name: z.string(), surname: z.string(), email: z.string() })),
    reads: ['activity'],
  }),
  /** A piece of a file, oldest first; ask again with `next` until it is null. */
  export: operation({
    method: 'GET',
    path: '/activity/export',
    summary: 'Export the activity log',
    permission: 'activity:read',
    input: z
      .object({ ...filter, format: z.enum(['csv', 'json']), cursor: integerParameter(0, Number.MAX_SAFE_INTEGER).optional() })
      .refine(isRange, rangeFault),
    output: z.object({ text: z.string(), count: z.int(), next: z.int().nullable() }),
    reads: ['activity'],
  }),
};
