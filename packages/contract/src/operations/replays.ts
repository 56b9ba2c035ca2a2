import { dateMs, dateMsParameter, id, integer, line } from '@acequia/base/bounded';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { replayEstimateSchema, replayRates, replaySchema } from '../replay-shapes.ts';
import { idInput, nothing } from '../shapes.ts';

export const replays = {
  list: operation({
    method: 'GET',
    path: '/replays',
    summary: 'List replays, newest first, at most 100',
    permission: 'pipeline:read',
    input: nothing,
    output: z.array(replaySchema),
    reads: ['replay'],
  }),
  find: operation({
    method: 'GET',
    path: '/replays/{id}',
    summary: 'Get a replay and its progress',
    permission: 'pipeline:read',
    input: idInput,
    output: replaySchema,
    errors: ['ACQ-NOT-FOUND'],
    reads: ['replay'],
  }),
  /** From the journals' indexes; the workers answer within a second or two. */
  estimate: operation({
    method: 'GET',
    path: '/replays/estimate',
    summary: 'Estimate what a replay would read',
    permission: 'listener:read',
    input: z.object({ listenerId: id, from: dateMsParameter, to: dateMsParameter }),
    output: replayEstimateSchema,
    errors: ['WEB-00026', 'ACQ-REPLAY-RANGE', 'ACQ-WORKER-AWAY'],
  }),
  /** Events that a listener received in a time go through a published version again and are delivered. */
  start: operation({
    method: 'POST',
    path: '/replays',
    summary: 'Replay what a listener received through a version of a pipeline',
    permission: 'pipeline:update',
    input: z.object({
      listenerId: id,
      pipelineId: id,
      version: line(32),
      from: dateMs,
      to: dateMs,
      decode: z.enum(['current', 'received']).default('current'),
      keys: z.enum(['same', 'new']).default('same'),
      eventsPerSecond: integer(replayRates.min, replayRates.max).default(replayRates.usual),
    }),
    output: replaySchema,
    errors: [
      'WEB-00026',
      'WEB-10008',
      'ACQ-REPLAY-RANGE',
      'ACQ-REPLAY-LISTENER',
      'ACQ-REPLAY-KEYED',
      'ACQ-REPLAY-MANY',
      'ACQ-NOT-PUBLISHABLE',
      'ACQ-NO-CLUSTER',
      'ACQ-COMPONENT-MISSING',
      'ACQ-FILE-ROOT',
    ],
    changes: ['replay'],
    activity: { entity: 'replay', operation: 'start' },
  }),
  /** Reads and delivers nothing more; nothing happens when it has ended. */
  stop: operation({
    method: 'POST',
    path: '/replays/{id}/stop',
    summary: 'Stop a replay',
    permission: 'pipeline:update',
    input: idInput,
    output: replaySchema,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['replay'],
    activity: { entity: 'replay', operation: 'stop' },
  }),
};
