import { dateMs, id, integer, raw, text } from '@acequia/base/bounded';
import { nameSchema } from '@acequia/domain';
import { documentSchema } from '@acequia/pipeline';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { idInput, moment, nothing } from '../shapes.ts';
import { traceEventChars, traceEventsMax, traceResultSchema } from '../trace-shapes.ts';

const pipelineId = id;
const count = integer(1, traceEventsMax);

/**
 * Where a preview's events come from. `live`: the newest at each asking; with `since`, of those received from then on (`now`:
 * the moment it is made). `retained`: the newest of before `until` (ms since
 * 1970; absent: the moment it is made), the same at each asking. `sample`: saved ones.
 */
export const previewSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live'), count, since: z.union([z.literal('now'), dateMs]).optional() }),
  z.object({ kind: z.literal('retained'), count, until: dateMs.optional() }),
  z.object({ kind: z.literal('sample'), sampleId: id }),
]);

/** What saved sample events are: texts as the listener receives them, or JSON objects. */
export const sampleKinds = ['raw', 'events'] as const;

const texts = z.array(raw(traceEventChars).min(1)).min(1).max(traceEventsMax);

/** Saved sample events of a pipeline, without the events. */
export const previewSampleSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(sampleKinds),
  count: z.int(),
  /** Names of the fields whose values were hidden when it was saved. */
  masked: z.array(z.string()),
  createdAt: moment,
  createdBy: z.string(),
});

export type PreviewSource = z.infer<typeof previewSourceSchema>;
export type PreviewSample = z.infer<typeof previewSampleSchema>;

/** A document that is tried on one worker for ten minutes: never listed, counted or delivered from. */
export const internalPipelines = {
  /** A document as it is typed, for those who may change pipelines; or, without one, that of a version. */
  create: operation({
    method: 'POST',
    path: '/internal-pipelines',
    summary: 'Preview a draft on events',
    permission: 'pipeline:read',
    content: 'refused',
    input: z.object({
      pipelineId,
      version: id.default('Main'),
      document: documentSchema.optional(),
      source: previewSourceSchema,
    }),
    output: z.object({ id: z.string(), endsAt: moment }),
    errors: ['WEB-10008', 'WEB-00025', 'WEB-00026', 'ACQ-NOT-FOUND'],
  }),
  /** What the document does to the events. With `node`, only what leads there runs and only its part is told. */
  getLogSamples: operation({
    method: 'GET',
    path: '/internal-pipelines/{id}/log-samples',
    summary: 'Get what a previewed draft does',
    permission: 'pipeline:read',
    content: 'refused',
    input: idInput.extend({ node: id.optional() }),
    output: traceResultSchema,
    errors: ['ACQ-NOT-FOUND', 'ACQ-WORKER-AWAY', 'ACQ-TOO-MANY'],
  }),
  delete: operation({
    method: 'DELETE',
    path: '/internal-pipelines/{id}',
    summary: 'End the preview of a draft',
    permission: 'pipeline:read',
    input: idInput,
    output: nothing,
    errors: ['ACQ-NOT-FOUND'],
  }),
  listSamples: operation({
    method: 'GET',
    path: '/pipelines/{pipelineId}/samples',
    summary: 'List the saved sample events of a pipeline',
    permission: 'pipeline:read',
    input: z.object({ pipelineId }),
    output: z.array(previewSampleSchema),
    errors: ['WEB-10008'],
    reads: ['preview-sample'],
  }),
  /** Values of the fields in `masked` are hidden before anything is stored; only for events, and their type stays. */
  saveSample: operation({
    method: 'POST',
    path: '/pipelines/{pipelineId}/samples',
    summary: 'Save sample events',
    permission: 'pipeline:update',
    input: z.object({
      pipelineId,
      name: nameSchema,
      kind: z.enum(sampleKinds),
      texts,
      masked: z.array(text(256).min(1)).max(100).default([]),
    }),
    output: previewSampleSchema,
    errors: ['WEB-10008', 'WEB-12006', 'ACQ-TOO-MANY', 'ACQ-SAMPLE-TEXT'],
    changes: ['preview-sample'],
    activity: { entity: 'pipeline', operation: 'update' },
  }),
  deleteSample: operation({
    method: 'DELETE',
    path: '/pipelines/{pipelineId}/samples/{id}',
    summary: 'Delete sample events',
    permission: 'pipeline:update',
    input: z.object({ pipelineId, id }),
    output: nothing,
    errors: ['WEB-10008', 'ACQ-NOT-FOUND'],
    changes: ['preview-sample'],
    activity: { entity: 'pipeline', operation: 'update' },
  }),
};
