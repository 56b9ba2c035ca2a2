import { descriptionSchema, nameSchema, tagsSchema } from '@acequia/domain';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { lookupPartBytesMax, lookupSchema, lookupVersionSchema } from '../lookup-shapes.ts';
import { idInput, nothing } from '../shapes.ts';

const number = z.coerce.number().int().min(1);
const versionInput = z.object({ id: z.string().max(64), number });
/** 512 MiB in parts. */
const partMax = 1023;

export const lookups = {
  list: operation({
    method: 'GET',
    path: '/lookups',
    summary: 'All lookups, with what their active version holds',
    permission: 'lookup:read',
    input: nothing,
    output: z.array(lookupSchema),
    reads: ['lookup', 'version'],
  }),
  create: operation({
    method: 'POST',
    path: '/lookups',
    summary: 'Create a lookup; its rows come with a version',
    permission: 'lookup:create',
    input: z.object({
      name: nameSchema,
      description: descriptionSchema,
      tags: tagsSchema,
      format: z.enum(['csv', 'json-lines']),
      /** Null: found out from the header. */
      separator: z.enum([',', ';', '\t']).nullable(),
      keyColumn: z.string().min(1).max(256),
    }),
    output: lookupSchema,
    errors: ['WEB-00031'],
    changes: ['lookup'],
    activity: { entity: 'lookup', operation: 'create' },
  }),
  update: operation({
    method: 'PATCH',
    path: '/lookups/{id}',
    summary: 'Change name, description and tags of a lookup',
    permission: 'lookup:update',
    input: z.object({ id: z.string().max(64), name: nameSchema, description: descriptionSchema, tags: tagsSchema }),
    output: lookupSchema,
    errors: ['ACQ-NOT-FOUND', 'WEB-00031'],
    changes: ['lookup'],
    activity: { entity: 'lookup', operation: 'update' },
  }),
  /** Without confirmation refused while pipelines use it; with it they are stopped. */
  remove: operation({
    method: 'DELETE',
    path: '/lookups/{id}',
    summary: 'Delete a lookup and all its versions',
    permission: 'lookup:delete',
    input: z.object({ id: z.string().max(64), confirmUsed: z.boolean().default(false) }),
    output: nothing,
    errors: ['ACQ-NOT-FOUND', 'ACQ-IN-USE'],
    changes: ['lookup', 'version', 'pipeline'],
    activity: { entity: 'lookup', operation: 'delete' },
  }),
  listVersions: operation({
    method: 'GET',
    path: '/lookups/{id}/versions',
    summary: 'All versions of a lookup, newest first',
    permission: 'lookup:read',
    input: idInput,
    output: z.array(lookupVersionSchema),
    errors: ['ACQ-NOT-FOUND'],
    reads: ['lookup'],
  }),
  /** An upload: this, then its parts in order, then `finishVersion`. */
  createVersion: operation({
    method: 'POST',
    path: '/lookups/{id}/versions',
    summary: 'Begin a version',
    permission: 'lookup:update',
    input: idInput,
    output: lookupVersionSchema,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['lookup'],
    activity: { entity: 'lookupVersion', operation: 'create' },
  }),
  putPart: operation({
    method: 'PUT',
    path: '/lookups/{id}/versions/{number}/parts/{part}',
    summary: 'Store a part of the file of a version; the same part again replaces it',
    permission: 'lookup:update',
    input: versionInput.extend({
      part: z.coerce.number().int().min(0).max(partMax),
      /** Base64 of at most 512 KiB. */
      content: z.base64().max(Math.ceil(lookupPartBytesMax / 3) * 4),
    }),
    output: nothing,
    errors: ['ACQ-NOT-FOUND', 'ACQ-CONFIG'],
  }),
  /** The file is read: the version is active at once, or failed with the reason. */
  finishVersion: operation({
    method: 'POST',
    path: '/lookups/{id}/versions/{number}/finish',
    summary: 'End the upload of a version and activate it',
    permission: 'lookup:update',
    input: versionInput,
    output: lookupVersionSchema,
    errors: ['ACQ-NOT-FOUND', 'ACQ-CONFIG'],
    changes: ['lookup'],
    activity: { entity: 'lookupVersion', operation: 'update' },
  }),
  activateVersion: operation({
    method: 'POST',
    path: '/lookups/{id}/versions/{number}/activate',
    summary: 'Put another version in force',
    permission: 'lookup:update',
    input: versionInput,
    output: lookupVersionSchema,
    errors: ['ACQ-NOT-FOUND', 'ACQ-CONFIG'],
    changes: ['lookup'],
    activity: { entity: 'lookupVersion', operation: 'start' },
  }),
  /** Refused for the active version, and while a pipeline keeps to it. */
  deleteVersion: operation({
    method: 'DELETE',
    path: '/lookups/{id}/versions/{number}',
    summary: 'Delete the file of a version',
    permission: 'lookup:delete',
    input: versionInput,
    output: nothing,
    errors: ['ACQ-NOT-FOUND', 'ACQ-CONFIG', 'ACQ-IN-USE'],
    changes: ['lookup'],
    activity: { entity: 'lookupVersion', operation: 'delete' },
  }),
};
