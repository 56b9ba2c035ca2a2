import * as z from 'zod';
import { operation } from '../operation.ts';
import { activitySchema, nothing } from '../shapes.ts';

const filter = {
  from: z.coerce.number().int(),
  to: z.coerce.number().int(),
  userId: z.array(z.uuid()).max(100).default([]),
  operation: z.array(z.string().max(32)).max(100).default([]),
  entity: z.array(z.string().max(32)).max(100).default([]),
};

export const activity = {
  getUserActivity: operation({
    method: 'GET',
    path: '/activity',
    summary: 'The activity log',
    permission: 'activity:read',
    input: z.object({ page: z.coerce.number().int().min(1).max(1_000_000), ...filter }),
    output: activitySchema,
    reads: ['activity'],
  }),
  /** Also those who are no longer members; by name. */
  getActors: operation({
    method: 'GET',
    path: '/activity/actors',
    summary: 'Everyone who stands in the activity log',
    permission: 'activity:read',
    input: nothing,
    output: z.array(z.object({ id: z.string(), name: z.string(), surname: z.string(), email: z.string() })),
    reads: ['activity'],
  }),
  /** A piece of a file, oldest first; ask again with `next` until it is null. */
  export: operation({
    method: 'GET',
    path: '/activity/export',
    summary: 'The activity log as a file',
    permission: 'activity:read',
    input: z.object({ ...filter, format: z.enum(['csv', 'json']), cursor: z.coerce.number().int().min(0).optional() }),
    output: z.object({ text: z.string(), count: z.int(), next: z.int().nullable() }),
    reads: ['activity'],
  }),
};
