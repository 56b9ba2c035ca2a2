import { counter, id, jsonObject } from '@acequia/base/bounded';
import { descriptionSchema, nameSchema, tagsSchema } from '@acequia/domain';
import * as z from 'zod';
import { attemptSchema } from '../attempt-shapes.ts';
import { operation } from '../operation.ts';
import { datasinkSchema, idInput, inState, instanceVersionSchema, nothing, reasonSchema, retryOutput } from '../shapes.ts';

const writable = { name: nameSchema, description: descriptionSchema, tags: tagsSchema, config: jsonObject };
const faults = ['WEB-00031', 'WEB-00032', 'WEB-00024', 'ACQ-CONFIG'] as const;

export const datasinks = {
  list: operation({
    method: 'GET',
    path: '/datasinks',
    summary: 'List data sinks',
    permission: 'datasink:read',
    input: inState,
    output: z.array(datasinkSchema),
    reads: ['datasink', 'health', 'cluster'],
  }),
  find: operation({
    method: 'GET',
    path: '/datasinks/{id}',
    summary: 'Get a data sink',
    permission: 'datasink:read',
    input: idInput,
    output: datasinkSchema,
    errors: ['WEB-00025'],
    reads: ['datasink', 'health', 'cluster'],
  }),
  /** Each saved change, the newest first; the last 200 are kept. */
  listVersions: operation({
    method: 'GET',
    path: '/datasinks/{id}/versions',
    summary: 'Get a past configuration of a data sink',
    permission: 'datasink:read',
    input: idInput,
    output: z.array(instanceVersionSchema),
    errors: ['WEB-00025'],
    reads: ['datasink'],
  }),
  create: operation({
    method: 'POST',
    path: '/datasinks',
    summary: 'Create a data sink',
    permission: 'datasink:create',
    /** `preset`: one of the component's, when the datasink is made from it. */
    input: z.object({ ...writable, component: id, preset: id.optional() }),
    output: datasinkSchema,
    errors: [...faults, 'ACQ-COMPONENT-MISSING'],
    changes: ['datasink'],
    activity: { entity: 'datasink', operation: 'create' },
  }),
  update: operation({
    method: 'PUT',
    path: '/datasinks/{id}',
    summary: 'Change a data sink',
    permission: 'datasink:update',
    input: z.object({ id, revision: counter, ...writable }),
    output: datasinkSchema,
    errors: [...faults, 'WEB-00025', 'ACQ-CONFLICT', 'ACQ-FILE-ROOT'],
    changes: ['datasink'],
    activity: { entity: 'datasink', operation: 'update' },
  }),
  /** Asks every worker that delivers there to end its wait; whether that helps is in the data sink's status. */
  retry: operation({
    method: 'POST',
    path: '/datasinks/{id}/retry',
    summary: 'Try to deliver to a data sink again',
    permission: 'datasink:update',
    input: idInput,
    output: retryOutput,
    errors: ['WEB-00025'],
    changes: ['datasink'],
    activity: { entity: 'datasink', operation: 'retry' },
  }),
  /** What became of the last batches, as the workers that deliver there remember them: the newest first, failures kept longer than successes. */
  attempts: operation({
    method: 'GET',
    path: '/datasinks/{id}/attempts',
    summary: 'List the last attempts to deliver to a data sink',
    permission: 'datasink:read',
    input: idInput,
    output: z.object({
      attempts: z.array(attemptSchema.extend({ pipelineId: z.string(), node: z.string(), workerId: z.string() })),
      /** Workers that deliver there and did not answer. */
      away: z.int(),
    }),
    errors: ['WEB-00025'],
    reads: ['datasink', 'health'],
  }),
  /** Connects and authenticates from a worker of the cluster, without writing data. */
  probe: operation({
    method: 'POST',
    path: '/datasinks/probe',
    summary: 'Test a connection',
    permission: 'datasink:update',
    input: z.object({ component: id, config: jsonObject, clusterId: id }),
    output: z.object({ ok: z.boolean(), reason: reasonSchema.nullable() }),
    errors: ['ACQ-COMPONENT-MISSING', 'ACQ-CONFIG', 'ACQ-NO-CLUSTER', 'ACQ-WORKER-AWAY'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/datasinks/{id}',
    summary: 'Delete a data sink',
    permission: 'datasink:delete',
    input: z.object({ id, confirmUsed: z.boolean().default(false) }),
    output: nothing,
    errors: ['WEB-00025', 'ACQ-IN-USE'],
    changes: ['datasink', 'pipeline', 'version'],
    activity: { entity: 'datasink', operation: 'delete' },
  }),
};
