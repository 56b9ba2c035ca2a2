import { dateMs, id, text } from '@acequia/base/bounded';
import { descriptionSchema, nameSchema, tagsSchema } from '@acequia/domain';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { idInput, nothing, secretSchema, usagesSchema } from '../shapes.ts';

const filledDescription = descriptionSchema.trim().min(1).regex(/\S/u);
const faults = [
  'WEB-00031',
  'WEB-00032',
  'WEB-00028',
  'WEB-00029',
  'WEB-00030',
  'WEB-00018',
  'WEB-00019',
  'ACQ-SECRET-PAST',
  'ACQ-PEM-BROKEN',
  'ACQ-PEM-ENCRYPTED',
  'ACQ-PEM-CHAIN',
  'ACQ-PEM-PAIR',
  'ACQ-PEM-EXPIRED',
] as const;

export const secrets = {
  /** Without values: they are never returned. */
  list: operation({
    method: 'GET',
    path: '/secrets',
    summary: 'List secrets, without values',
    permission: 'secret:read',
    input: nothing,
    output: z.array(secretSchema),
    reads: ['secret'],
  }),
  create: operation({
    method: 'POST',
    path: '/secrets',
    summary: 'Create a secret',
    permission: 'secret:create',
    input: z.object({
      name: nameSchema,
      description: filledDescription,
      tags: tagsSchema,
      value: text(65_536).min(1),
      expirationDate: dateMs,
    }),
    output: secretSchema,
    errors: faults,
    changes: ['secret'],
    activity: { entity: 'secret', operation: 'create' },
  }),
  update: operation({
    method: 'PATCH',
    path: '/secrets/{id}',
    summary: 'Change a secret; a new value may be entered',
    permission: 'secret:update',
    input: z.object({
      id,
      name: nameSchema,
      description: filledDescription,
      tags: tagsSchema,
      active: z.boolean(),
      expirationDate: dateMs,
      value: text(65_536).min(1).optional(),
    }),
    output: secretSchema,
    errors: ['ACQ-NOT-FOUND', ...faults],
    changes: ['secret'],
    activity: { entity: 'secret', operation: 'update' },
  }),
  /** Refused while used. */
  deleteSecret: operation({
    method: 'DELETE',
    path: '/secrets/{id}',
    summary: 'Delete a secret',
    permission: 'secret:delete',
    input: idInput,
    output: nothing,
    errors: ['ACQ-NOT-FOUND', 'ACQ-IN-USE'],
    changes: ['secret'],
    activity: { entity: 'secret', operation: 'delete' },
  }),
  getUsages: operation({
    method: 'GET',
    path: '/secrets/{id}/usages',
    summary: 'List what uses a secret',
    permission: 'secret:read',
    input: idInput,
    output: usagesSchema,
    errors: ['ACQ-NOT-FOUND'],
    reads: ['secret', 'listener', 'datasink', 'version'],
  }),
};
