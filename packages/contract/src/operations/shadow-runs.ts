import { counter, id, integer } from '@acequia/base/bounded';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { shadowMinutes, shadowRunSchema } from '../shadow-shapes.ts';
import { idInput } from '../shapes.ts';

export const shadowRuns = {
  /** Without their differing events; the newest first, at most 50. */
  list: operation({
    method: 'GET',
    path: '/pipelines/{pipelineId}/shadow-runs',
    summary: 'List the shadow runs of a pipeline',
    permission: 'pipeline:read',
    content: 'withheld',
    input: z.object({ pipelineId: id }),
    output: z.array(shadowRunSchema),
    errors: ['WEB-10008'],
    reads: ['shadow-run'],
  }),
  find: operation({
    method: 'GET',
    path: '/shadow-runs/{id}',
    summary: 'Get a shadow run with its result',
    description: 'Without `content:read`, a result has no `differences`; `differing` still counts them.',
    permission: 'pipeline:read',
    content: 'withheld',
    input: idInput,
    output: shadowRunSchema,
    errors: ['ACQ-NOT-FOUND'],
    reads: ['shadow-run'],
  }),
  /** The draft beside the running version over what the listener received lately; nothing is written to a datasink. */
  start: operation({
    method: 'POST',
    path: '/pipelines/{pipelineId}/shadow-runs',
    summary: 'Run the draft beside the running version',
    permission: 'pipeline:update',
    content: 'withheld',
    input: z.object({
      pipelineId: id,
      /** Of the draft. */
      revision: counter,
      minutes: integer(shadowMinutes.min, shadowMinutes.max),
    }),
    output: shadowRunSchema,
    errors: [
      'WEB-10008',
      'ACQ-CONFLICT',
      'ACQ-NOT-PUBLISHABLE',
      'ACQ-SHADOW-NOTHING',
      'ACQ-SHADOW-LISTENER',
      'ACQ-SHADOW-MANY',
      'ACQ-WORKER-AWAY',
    ],
    changes: ['shadow-run'],
    activity: { entity: 'shadowRun', operation: 'start' },
  }),
  /** It keeps what it has seen by then; nothing happens when it has ended. */
  stop: operation({
    method: 'POST',
    path: '/shadow-runs/{id}/stop',
    summary: 'Stop a shadow run',
    permission: 'pipeline:update',
    content: 'withheld',
    input: idInput,
    output: shadowRunSchema,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['shadow-run'],
    activity: { entity: 'shadowRun', operation: 'stop' },
  }),
};
