import { id, int32Max, integer, integerParameter, line, text } from '@acequia/base/bounded';
import { descriptionSchema, nameSchema, tagsSchema } from '@acequia/domain';
import * as z from 'zod';
import { operation } from '../operation.ts';
import {
  lookupActivationSchema,
  lookupCredentialsSchema,
  lookupFileBytesMax,
  lookupPartBytesMax,
  lookupRefreshMs,
  lookupRowsInput,
  lookupRowsSchema,
  lookupSchema,
  lookupUsagesSchema,
  lookupVersionSchema,
} from '../lookup-shapes.ts';
import { idInput, inState, nothing, retryOutput } from '../shapes.ts';

const number = integerParameter(1, int32Max);
const versionInput = z.object({ id, number });
/** 512 MiB in parts. */
const partMax = 1023;

export const lookups = {
  list: operation({
    method: 'GET',
    path: '/lookups',
    summary: 'List enrichments, with what their active version holds',
    permission: 'lookup:read',
    input: inState,
    output: z.array(lookupSchema),
    reads: ['lookup', 'version', 'health', 'cluster'],
  }),
  find: operation({
    method: 'GET',
    path: '/lookups/{id}',
    summary: 'Get an enrichment',
    permission: 'lookup:read',
    input: idInput,
    output: lookupSchema,
    errors: ['ACQ-NOT-FOUND'],
    reads: ['lookup', 'version', 'health', 'cluster'],
  }),
  getUsages: operation({
    method: 'GET',
    path: '/lookups/{id}/usages',
    summary: 'List the pipelines that use an enrichment, with their versions and steps',
    permission: 'lookup:read',
    input: idInput,
    output: lookupUsagesSchema,
    errors: ['ACQ-NOT-FOUND'],
    reads: ['lookup', 'version', 'pipeline'],
  }),
  create: operation({
    method: 'POST',
    path: '/lookups',
    summary: 'Create an enrichment; its rows come with a version',
    permission: 'lookup:create',
    input: z.object({
      name: nameSchema,
      description: descriptionSchema,
      tags: tagsSchema,
      format: z.enum(['csv', 'json-lines']),
      /** Null: found out from the header. */
      separator: z.enum([',', ';', '\t']).nullable(),
      keyColumn: text(256).min(1),
    }),
    output: lookupSchema,
    errors: ['WEB-00031'],
    changes: ['lookup'],
    activity: { entity: 'lookup', operation: 'create' },
  }),
  update: operation({
    method: 'PATCH',
    path: '/lookups/{id}',
    summary: 'Change the name, description and tags of an enrichment',
    permission: 'lookup:update',
    input: z.object({ id, name: nameSchema, description: descriptionSchema, tags: tagsSchema }),
    output: lookupSchema,
    errors: ['ACQ-NOT-FOUND', 'WEB-00031'],
    changes: ['lookup'],
    activity: { entity: 'lookup', operation: 'update' },
  }),
  /** Without confirmation refused while pipelines use it; with it they are stopped. */
  remove: operation({
    method: 'DELETE',
    path: '/lookups/{id}',
    summary: 'Delete an enrichment and all its versions',
    permission: 'lookup:delete',
    input: z.object({ id, confirmUsed: z.boolean().default(false) }),
    output: nothing,
    errors: ['ACQ-NOT-FOUND', 'ACQ-IN-USE'],
    changes: ['lookup', 'version', 'pipeline'],
    activity: { entity: 'lookup', operation: 'delete' },
  }),
  listVersions: operation({
    method: 'GET',
    path: '/lookups/{id}/versions',
    summary: 'List the versions of an enrichment, newest first',
    permission: 'lookup:read',
    input: idInput,
    output: z.array(lookupVersionSchema),
    errors: ['ACQ-NOT-FOUND'],
    reads: ['lookup'],
  }),
  findVersion: operation({
    method: 'GET',
    path: '/lookups/{id}/versions/{number}',
    summary: 'Get a version of an enrichment, with the progress of its check',
    permission: 'lookup:read',
    input: versionInput,
    output: lookupVersionSchema,
    errors: ['ACQ-NOT-FOUND'],
    reads: ['lookup'],
  }),
  listActivations: operation({
    method: 'GET',
    path: '/lookups/{id}/activations',
    summary: 'List when each version of an enrichment was activated: the newest 1,000, newest first',
    permission: 'lookup:read',
    input: idInput,
    output: z.array(lookupActivationSchema),
    errors: ['ACQ-NOT-FOUND'],
    reads: ['lookup'],
  }),
  /** An upload: this, then its parts in order, then `finishVersion`. With `bytes`, the size of the file, a file that has no space is refused at once. */
  createVersion: operation({
    method: 'POST',
    path: '/lookups/{id}/versions',
    summary: 'Start a version',
    permission: 'lookup:update',
    input: idInput.extend({
      /** Of the file on the machine it comes from: its ending must be one of the lookup's format. */
      fileName: line(1024).optional(),
      /** Size of the file. */
      bytes: z.int().min(0).max(lookupFileBytesMax).optional(),
    }),
    output: lookupVersionSchema,
    errors: ['ACQ-NOT-FOUND', 'ACQ-CONFIG', 'ACQ-LOOKUP-SPACE'],
    changes: ['lookup'],
    activity: { entity: 'lookupVersion', operation: 'create' },
  }),
  putPart: operation({
    method: 'PUT',
    path: '/lookups/{id}/versions/{number}/parts/{part}',
    summary: 'Upload a part of the file of a version; repeating a part replaces it',
    permission: 'lookup:update',
    input: versionInput.extend({
      part: integerParameter(0, partMax),
      /** Base64 of at most 512 KiB. */
      content: z.base64().max(Math.ceil(lookupPartBytesMax / 3) * 4),
    }),
    output: nothing,
    errors: ['ACQ-NOT-FOUND', 'ACQ-CONFIG', 'ACQ-LOOKUP-SPACE'],
  }),
  /** A page of at most 100 rows; reads on from `next` of the page before, 0 and 0 for the first. */
  getRows: operation({
    method: 'GET',
    path: '/lookups/{id}/versions/{number}/rows',
    summary: 'List rows of a version, all or those with a text',
    permission: 'lookup:read',
    input: lookupRowsInput,
    output: lookupRowsSchema,
    errors: ['ACQ-NOT-FOUND', 'ACQ-CONFIG'],
    reads: ['lookup'],
  }),
  getPart: operation({
    method: 'GET',
    path: '/lookups/{id}/versions/{number}/parts/{part}',
    summary: 'Get a part of the file of a version, as it was uploaded',
    permission: 'lookup:read',
    input: versionInput.extend({ part: integerParameter(0, partMax) }),
    output: z.object({
      /** Base64. */
      content: z.string(),
      parts: z.int(),
    }),
    errors: ['ACQ-NOT-FOUND', 'ACQ-CONFIG'],
    reads: ['lookup'],
  }),
  /**
   * Answers at once with the version in processing; its file is read in the background, and then it is active, or failed with the
   * reason. Ask `findVersion` for the end. A second time while it is read: as the first.
   */
  finishVersion: operation({
    method: 'POST',
    path: '/lookups/{id}/versions/{number}/finish',
    summary: 'End the upload of a version: it’s checked, then active or failed',
    permission: 'lookup:update',
    input: versionInput,
    output: lookupVersionSchema,
    errors: ['ACQ-NOT-FOUND', 'ACQ-CONFIG'],
    changes: ['lookup'],
    activity: { entity: 'lookupVersion', operation: 'update' },
  }),
  /** Fetched at once, then again and again; a file that differs becomes the active version. */
  setRefresh: operation({
    method: 'PUT',
    path: '/lookups/{id}/refresh',
    summary: 'Fetch the file of an enrichment from an address on a schedule',
    permission: 'lookup:update',
    input: z.object({
      id,
      url: line(2048),
      everyMs: integer(lookupRefreshMs.min, lookupRefreshMs.max),
      credentials: lookupCredentialsSchema,
    }),
    output: lookupSchema,
    errors: ['ACQ-NOT-FOUND', 'ACQ-CONFIG'],
    changes: ['lookup', 'secret'],
    activity: { entity: 'lookup', operation: 'update' },
  }),
  removeRefresh: operation({
    method: 'DELETE',
    path: '/lookups/{id}/refresh',
    summary: 'Stop fetching the file of an enrichment',
    permission: 'lookup:update',
    input: idInput,
    output: lookupSchema,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['lookup', 'secret'],
    activity: { entity: 'lookup', operation: 'update' },
  }),
  refreshNow: operation({
    method: 'POST',
    path: '/lookups/{id}/refresh/now',
    summary: 'Fetch the file of an enrichment now',
    permission: 'lookup:update',
    input: idInput,
    output: lookupSchema,
    errors: ['ACQ-NOT-FOUND', 'ACQ-CONFIG'],
    changes: ['lookup'],
    activity: { entity: 'lookup', operation: 'update' },
  }),
  /** Asks every worker that has no table of it to load it at once; whether that helps is in its status. */
  retry: operation({
    method: 'POST',
    path: '/lookups/{id}/retry',
    summary: 'Try to load an enrichment again',
    permission: 'lookup:update',
    input: idInput,
    output: retryOutput,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['lookup'],
    activity: { entity: 'lookup', operation: 'retry' },
  }),
  activateVersion: operation({
    method: 'POST',
    path: '/lookups/{id}/versions/{number}/activate',
    summary: 'Activate another version',
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
