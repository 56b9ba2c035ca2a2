import { counter, dateMsParameter, filledLine, id, line } from '@acequia/base/bounded';
import { descriptionSchema, nameSchema, tagsSchema, versionKinds } from '@acequia/domain';
import { documentSchema, nodeIdSchema } from '@acequia/pipeline';
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { operation } from '../operation.ts';
import {
  documentVersionSchema,
  idInput,
  inState,
  nothing,
  pipelineSchema,
  presentEditorSchema,
  removedObjectSchema,
  sampleSchema,
  savedDraftSchema,
  versionSchema,
} from '../shapes.ts';
import { traceResultSchema } from '../trace-shapes.ts';

const whenItRuns =
  'The answer comes when the version is saved and on its way to the workers. Its `start` says how far it is: `starting`, `waiting` (no worker is there to take it) or `refused` (`reason` says why). It is null once a worker runs the version. To learn when, open `pipelines:watchStatus` before, and read the version again at each event with the entity `version` and the `id` of the answer.';
const text = { name: nameSchema, description: descriptionSchema, tags: tagsSchema };
const faults = ['WEB-12006', 'WEB-00032', 'WEB-12007'] as const;
const changedEntities = [
  'listener',
  'label',
  'datasink',
  'pipeline',
  'version',
  'cluster',
  'secret',
  'token',
  'lookup',
  'replay',
  'preview-sample',
  'pipeline-test',
  'shadow-run',
  'health',
  'alert',
  'tenant',
  'user',
  'session',
] as const;
const versionInput = z.object({ id, version: id });
/** Others see it: nothing but the name of a version. */
const versionName = z
  .string()
  .max(64)
  .regex(/^(?:Main(?:-\d+)?|\d+\.\d+\.\d+(?:-[\w.-]+)?)$/);

export const pipelines = {
  list: operation({
    method: 'GET',
    path: '/pipelines',
    summary: 'List pipelines',
    permission: 'pipeline:read',
    input: inState,
    output: z.array(pipelineSchema),
    reads: ['pipeline', 'version', 'cluster', 'health'],
  }),
  find: operation({
    method: 'GET',
    path: '/pipelines/{id}',
    summary: 'Get a pipeline',
    permission: 'pipeline:read',
    input: idInput,
    output: pipelineSchema,
    errors: ['WEB-10008'],
    reads: ['pipeline', 'version', 'cluster', 'health'],
  }),
  create: operation({
    method: 'POST',
    path: '/pipelines',
    summary: 'Create a pipeline with its draft',
    permission: 'pipeline:create',
    input: z.object({ ...text, document: documentSchema.optional() }),
    output: pipelineSchema,
    errors: faults,
    changes: ['pipeline'],
    activity: { entity: 'pipeline', operation: 'create' },
  }),
  update: operation({
    method: 'PATCH',
    path: '/pipelines/{id}',
    summary: 'Change the name, description and tags',
    permission: 'pipeline:update',
    input: z.object({ id, ...text }),
    output: pipelineSchema,
    errors: [...faults, 'WEB-10008'],
    changes: ['pipeline'],
    activity: { entity: 'pipeline', operation: 'update' },
  }),
  /** The draft with its tests, description and tags as a new pipeline of this name. Nothing of it runs. */
  duplicate: operation({
    method: 'POST',
    path: '/pipelines/{id}/duplicate',
    summary: 'Copy a pipeline as a new draft',
    permission: 'pipeline:create',
    input: z.object({ id, name: nameSchema }),
    output: pipelineSchema,
    errors: [...faults, 'WEB-10008'],
    changes: ['pipeline', 'pipeline-test'],
    activity: { entity: 'pipeline', operation: 'create' },
  }),
  /** Stops what runs, then removes all versions. */
  remove: operation({
    method: 'DELETE',
    path: '/pipelines/{id}',
    summary: 'Delete a pipeline',
    permission: 'pipeline:delete',
    input: idInput,
    output: nothing,
    errors: ['WEB-10008'],
    changes: ['pipeline', 'version'],
    activity: { entity: 'pipeline', operation: 'delete' },
  }),
  listVersions: operation({
    method: 'GET',
    path: '/pipelines/{id}/versions',
    summary: 'List versions, running ones first',
    permission: 'pipeline:read',
    input: idInput,
    output: z.array(versionSchema),
    errors: ['WEB-10008'],
    reads: ['version', 'cluster'],
  }),
  /** Deleted listeners, labels, data sinks and enrichments that a version of the pipeline still refers to, by their last name. */
  listRemoved: operation({
    method: 'GET',
    path: '/pipelines/{id}/removed',
    summary: 'List deleted objects that versions refer to',
    permission: 'pipeline:read',
    input: idInput,
    output: z.array(removedObjectSchema),
    errors: ['WEB-10008'],
    reads: ['version', 'listener', 'label', 'datasink', 'lookup'],
  }),
  /** `version` is `Main` for the draft, `Main-12` for an autosaved state of it, or semver. A pipeline without a draft answers `Main` with a new draft of its newest version. */
  getVersion: operation({
    method: 'GET',
    path: '/pipelines/{id}/versions/{version}',
    summary: 'Get a version with its document',
    permission: 'pipeline:read',
    input: versionInput,
    output: documentVersionSchema,
    errors: ['WEB-10008'],
    reads: ['version'],
  }),
  /** What a version did to one event, by the event's id and the moment it was received: its bytes are read from the journal and run again, apart, with fresh state. */
  xray: operation({
    method: 'GET',
    path: '/pipelines/{id}/versions/{version}/xray',
    summary: 'Trace one event through a version',
    permission: 'pipeline:read',
    content: 'refused',
    input: versionInput.extend({ eventId: line(512).min(1), receivedMs: dateMsParameter }),
    output: z.object({ document: documentSchema, result: traceResultSchema }),
    errors: ['WEB-10008', 'ACQ-WORKER-AWAY', 'ACQ-TOO-MANY'],
    reads: ['version'],
  }),
  /** Autosave. Conflict when `revision` is not the stored one, nor the one that was published since without a change; its fields name the stored revision and who saved it. */
  saveDraft: operation({
    method: 'PUT',
    path: '/pipelines/{id}/draft',
    summary: 'Save the draft',
    permission: 'pipeline:update',
    input: z.object({ id, revision: counter, document: documentSchema }),
    output: savedDraftSchema,
    errors: ['WEB-10008', 'ACQ-CONFLICT'],
    changes: ['version'],
    // The editor saves every few seconds.
    activity: { entity: 'pipeline', operation: 'update', everyMs: 600_000 },
  }),
  /** What the draft was is kept as an autosaved version. `revision` is the draft's, as for a save. */
  restoreVersion: operation({
    method: 'POST',
    path: '/pipelines/{id}/versions/{version}/restore',
    summary: 'Make a version the draft',
    permission: 'pipeline:update',
    input: versionInput.extend({ revision: counter }),
    output: savedDraftSchema,
    errors: ['WEB-10008', 'ACQ-CONFLICT'],
    changes: ['pipeline', 'version'],
    activity: { entity: 'pipeline', operation: 'update' },
  }),
  /** `revision` is that of `Main`, which goes on to the next one: a revision is published once. Refused while a saved test of the draft fails or cannot run, unless `anyway` says why it is published all the same; the activity log keeps that. */
  publishVersion: operation({
    method: 'POST',
    path: '/pipelines/{id}/publish',
    summary: 'Publish the draft to clusters',
    description: whenItRuns,
    permission: 'pipeline:update',
    input: z.object({
      id,
      revision: counter,
      kind: z.enum(versionKinds),
      versionName: line(128),
      clusterIds: z.array(id).max(50),
      anyway: filledLine(200).optional(),
    }),
    output: versionSchema,
    errors: [
      'WEB-10008',
      'ACQ-CONFLICT',
      'ACQ-NOT-PUBLISHABLE',
      'ACQ-NO-CLUSTER',
      'ACQ-COMPONENT-MISSING',
      'ACQ-FILE-ROOT',
      'ACQ-TESTS-FAILED',
    ],
    changes: ['pipeline', 'version'],
    activity: { entity: 'pipeline', operation: 'publish' },
  }),
  /** Starts an earlier version again (the rollback), or asks the workers once more to run one they have refused. */
  startVersion: operation({
    method: 'POST',
    path: '/pipelines/{id}/versions/{version}/start',
    summary: 'Start a version',
    description: whenItRuns,
    permission: 'pipeline:update',
    input: versionInput.extend({ clusterIds: z.array(id).max(50) }),
    output: versionSchema,
    errors: ['WEB-10008', 'ACQ-NOT-PUBLISHABLE', 'ACQ-NO-CLUSTER', 'ACQ-COMPONENT-MISSING', 'ACQ-FILE-ROOT'],
    changes: ['pipeline', 'version'],
    activity: { entity: 'pipeline', operation: 'start' },
  }),
  stopVersion: operation({
    method: 'POST',
    path: '/pipelines/{id}/versions/{version}/stop',
    summary: 'Stop a version on clusters',
    permission: 'pipeline:update',
    input: versionInput.extend({ clusterIds: z.array(id).max(50) }),
    output: versionSchema,
    errors: ['WEB-10008'],
    changes: ['pipeline', 'version'],
    activity: { entity: 'pipeline', operation: 'stop' },
  }),
  /** Says when something of the tenant's listeners, datasinks or pipelines changed, and what; the console fetches it again. */
  watchStatus: operation({
    method: 'GET',
    path: '/pipelines/events',
    summary: 'Stream changes of listeners, data sinks, pipelines and users',
    description:
      'An item with the entity `editors` comes only to sessions that have reported an open editor (`pipelines:reportEditor`): who else has the editor of that pipeline open, complete.',
    permission: 'pipeline:read',
    input: nothing,
    stream: true,
    output: eventIterator(
      z.discriminatedUnion('entity', [
        z.object({ entity: z.enum(changedEntities), id: z.string() }),
        z.object({ entity: z.literal('editors'), id: z.string(), editors: z.array(presentEditorSchema) }),
      ]),
    ),
    reads: ['pipeline'],
  }),
  reportEditor: operation({
    method: 'PUT',
    path: '/pipelines/{id}/editors/{window}',
    summary: 'Show others where you have the editor open',
    description:
      'A browser calls it when the version or the selected step changes, every 10 s, and with `place: null` when the editor closes. A window that has not called for 25 s is no longer shown. Of two calls of one `window` (a name it chooses), the one with the higher `sequence` counts.',
    permission: 'pipeline:read',
    keys: false,
    input: z.object({
      id,
      window: id.min(1),
      sequence: counter,
      place: z.object({ version: versionName, node: nodeIdSchema.nullable() }).nullable(),
    }),
    output: nothing,
    errors: ['WEB-10008', 'ACQ-EDITORS-MANY'],
  }),
  /** Recent events in and out of a node of the running version, newest last; then as they come, ≤ 10 a second. */
  watchSamples: operation({
    method: 'GET',
    path: '/pipelines/{id}/nodes/{node}/samples',
    summary: 'Stream recent events of a step',
    permission: 'pipeline:read',
    content: 'refused',
    input: z.object({ id, node: id }),
    stream: true,
    output: eventIterator(z.object({ samples: z.array(sampleSchema) })),
    errors: ['WEB-10008', 'ACQ-WORKER-AWAY'],
  }),
};
