import { dateSeconds, integer } from '@acequia/base/bounded';
import { descriptionSchema, nameSchema, roles } from '@acequia/domain';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { authTokenSchema, idInput, nothing } from '../shapes.ts';

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const feature = 'api-keys';

/** API keys. `Authorization: Bearer <key>` calls what its role allows under /api/v1. */
export const authToken = {
  /** An empty list when there are none: docs/decisions.md says why that is no WEB-00508. */
  getAll: operation({
    method: 'GET',
    path: '/auth-tokens',
    summary: 'List API keys, masked',
    permission: 'token:read',
    feature,
    input: nothing,
    output: z.array(authTokenSchema),
    reads: ['token'],
  }),
  find: operation({
    method: 'GET',
    path: '/auth-tokens/{id}',
    summary: 'Get an API key, masked',
    permission: 'token:read',
    feature,
    input: idInput,
    output: authTokenSchema,
    errors: ['ACQ-NOT-FOUND'],
    reads: ['token'],
  }),
  /** The answer alone holds the key. Needs a recent login (WEB-11011). */
  create: operation({
    method: 'POST',
    path: '/auth-tokens',
    summary: 'Create an API key',
    permission: 'token:create',
    keys: false,
    feature,
    input: z.object({
      name: nameSchema,
      description: descriptionSchema,
      /** Seconds since 1970; null: never. */
      expiration: dateSeconds.nullable(),
      role: z.enum(roles),
      addresses: z.array(address).max(50).default([]),
    }),
    output: z.object({ token: z.string(), authToken: authTokenSchema }),
    errors: ['WEB-00032', 'WEB-00035', 'WEB-11011'],
    changes: ['token'],
    activity: { entity: 'authToken', operation: 'create' },
  }),
  /** Acts within a second, also for tokens exchanged for it. */
  deleteById: operation({
    method: 'DELETE',
    path: '/auth-tokens/{id}',
    summary: 'Remove an API key',
    permission: 'token:delete',
    feature,
    input: idInput,
    output: nothing,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['token'],
    activity: { entity: 'authToken', operation: 'delete' },
  }),
  /** Called with a key. The token works like the key, ends by itself, and ends with the key. */
  exchange: operation({
    method: 'POST',
    path: '/auth-tokens/exchange',
    summary: 'Exchange an API key for a short-lived token',
    permission: 'session',
    keys: true,
    feature,
    input: z.object({ lifetimeSeconds: integer(30, 3600).default(300) }),
    output: z.object({ token: z.string(), expiration: z.int() }),
  }),
};
