import { counter, filledLine, id, integer, json, jsonObject } from '@acequia/base/bounded';
import { descriptionSchema, nameSchema, tagsSchema } from '@acequia/domain';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { labelCountsSchema, labelMatchesSchema, labelMatchEventsMax } from '../label-shapes.ts';
import { idInput, inState, instanceVersionSchema, labelSchema, listenerSchema, nothing } from '../shapes.ts';

const writable = { name: nameSchema, description: descriptionSchema, tags: tagsSchema, config: jsonObject };
const faults = ['WEB-00031', 'WEB-00032', 'WEB-00024', 'ACQ-CONFIG', 'ACQ-PORT-TAKEN', 'ACQ-PORT-RANGE'] as const;

export const listeners = {
  list: operation({
    method: 'GET',
    path: '/listeners',
    summary: 'List listeners',
    permission: 'listener:read',
    input: inState,
    output: z.array(listenerSchema),
    reads: ['listener', 'health', 'cluster'],
  }),
  find: operation({
    method: 'GET',
    path: '/listeners/{id}',
    summary: 'Get a listener',
    permission: 'listener:read',
    input: idInput,
    output: listenerSchema,
    errors: ['WEB-00026'],
    reads: ['listener', 'health', 'cluster'],
  }),
  /** Each saved change, the newest first; the last 200 are kept. */
  listVersions: operation({
    method: 'GET',
    path: '/listeners/{id}/versions',
    summary: 'Get a past configuration of a listener',
    permission: 'listener:read',
    input: idInput,
    output: z.array(instanceVersionSchema),
    errors: ['WEB-00026'],
    reads: ['listener'],
  }),
  create: operation({
    method: 'POST',
    path: '/listeners',
    summary: 'Create a listener',
    permission: 'listener:create',
    input: z.object({ ...writable, component: id, clusterId: id }),
    output: listenerSchema,
    errors: [...faults, 'ACQ-NO-CLUSTER', 'ACQ-COMPONENT-MISSING'],
    changes: ['listener'],
    activity: { entity: 'listener', operation: 'create' },
  }),
  update: operation({
    method: 'PUT',
    path: '/listeners/{id}',
    summary: 'Change a listener',
    permission: 'listener:update',
    input: z.object({ id, revision: counter, ...writable }),
    output: listenerSchema,
    errors: [...faults, 'WEB-00026', 'ACQ-CONFLICT', 'ACQ-FILE-ROOT'],
    changes: ['listener'],
    activity: { entity: 'listener', operation: 'update' },
  }),
  /** After an error: asks the worker to bind again. */
  retry: operation({
    method: 'POST',
    path: '/listeners/{id}/retry',
    summary: 'Try to open a listener again',
    permission: 'listener:update',
    input: idInput,
    output: listenerSchema,
    errors: ['WEB-00026'],
    changes: ['listener'],
    activity: { entity: 'listener', operation: 'retry' },
  }),
  /** Running pipelines that use it are stopped with the reason. */
  remove: operation({
    method: 'DELETE',
    path: '/listeners/{id}',
    summary: 'Delete a listener',
    permission: 'listener:delete',
    input: z.object({ id, confirmUsed: z.boolean().default(false) }),
    output: nothing,
    errors: ['WEB-00026', 'ACQ-IN-USE'],
    changes: ['listener', 'label', 'pipeline', 'version'],
    activity: { entity: 'listener', operation: 'delete' },
  }),
};

const label = { name: filledLine(64), description: descriptionSchema, condition: json };

export const labels = {
  /** Of one listener, or of all; the two built-in ones first. */
  list: operation({
    method: 'GET',
    path: '/labels',
    summary: 'List labels',
    permission: 'label:read',
    input: z.object({ listenerId: id.optional() }),
    output: z.array(labelSchema),
    reads: ['label', 'listener'],
  }),
  create: operation({
    method: 'POST',
    path: '/labels',
    summary: 'Create a label',
    permission: 'label:create',
    input: z.object({ listenerId: id, ...label }),
    output: labelSchema,
    errors: ['WEB-00026', 'WEB-00034', 'ACQ-CONFIG', 'ACQ-TOO-MANY'],
    changes: ['label', 'listener'],
    activity: { entity: 'label', operation: 'create' },
  }),
  update: operation({
    method: 'PUT',
    path: '/labels/{id}',
    summary: 'Change a label',
    permission: 'label:update',
    input: z.object({ id, ...label }),
    output: labelSchema,
    errors: ['ACQ-NOT-FOUND', 'WEB-00034', 'ACQ-CONFIG'],
    changes: ['label'],
    activity: { entity: 'label', operation: 'update' },
  }),
  remove: operation({
    method: 'DELETE',
    path: '/labels/{id}',
    summary: 'Delete a label',
    permission: 'label:delete',
    input: z.object({ id, confirmUsed: z.boolean().default(false) }),
    output: nothing,
    errors: ['ACQ-NOT-FOUND', 'ACQ-IN-USE'],
    changes: ['label', 'listener', 'pipeline', 'version'],
    activity: { entity: 'label', operation: 'delete' },
  }) /** What each label of a listener took of late, from the ledger: the minute before the present one and what there is of that. */,
  counts: operation({
    method: 'GET',
    path: '/labels/counts',
    summary: 'Get the counts of a listener’s labels',
    permission: 'label:read',
    input: z.object({ listenerId: id }),
    output: labelCountsSchema,
    errors: ['WEB-00026'],
    reads: ['label', 'metrics'],
  }),
  /** Tests the newest retained events against all labels, with one as it is being edited. Changes nothing. */
  matches: operation({
    method: 'POST',
    path: '/labels/matches',
    summary: 'Match labels against kept events',
    permission: 'label:read',
    content: 'refused',
    input: z.object({
      listenerId: id,
      events: integer(1, labelMatchEventsMax).default(200),
      /** A label as it is being edited; without `id` a new one. */
      draft: z.object({ id: id.optional(), condition: json }).optional(),
    }),
    output: labelMatchesSchema,
    errors: ['WEB-00026', 'ACQ-CONFIG', 'ACQ-WORKER-AWAY'],
    reads: ['label', 'listener'],
  }),
};
