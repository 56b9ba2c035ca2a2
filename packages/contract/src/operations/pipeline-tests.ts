import { counter, id } from '@acequia/base/bounded';
import { pipelineTestSchema, pipelineTestsSchema, testsMax } from '@acequia/pipeline';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { savedTestSchema, testResultSchema } from '../pipeline-test-shapes.ts';
import { nothing } from '../shapes.ts';

const pipelineId = id;
/** `Main` for the draft, else semver. */
const version = id.default('Main');

export const pipelineTests = {
  /** By name. A published version has its tests as they were when it was published. */
  list: operation({
    method: 'GET',
    path: '/pipelines/{pipelineId}/tests',
    summary: 'List the saved tests of a pipeline',
    permission: 'pipeline:read',
    content: 'refused',
    input: z.object({ pipelineId, version }),
    output: z.array(savedTestSchema),
    errors: ['WEB-10008'],
    reads: ['pipeline-test'],
  }),
  /** A new one without `id`. Conflict when `revision` is not the stored one. */
  save: operation({
    method: 'PUT',
    path: '/pipelines/{pipelineId}/tests',
    summary: 'Save a test for the draft',
    permission: 'pipeline:update',
    content: 'sent',
    input: z.object({ pipelineId, id: id.optional(), revision: counter.optional(), test: pipelineTestSchema }),
    output: savedTestSchema,
    errors: ['WEB-10008', 'WEB-12006', 'ACQ-NOT-FOUND', 'ACQ-CONFLICT', 'ACQ-TESTS-MANY'],
    changes: ['pipeline-test'],
    activity: { entity: 'pipeline', operation: 'update' },
  }),
  /** Those of a name that is there take its place; the others stay. */
  import: operation({
    method: 'POST',
    path: '/pipelines/{pipelineId}/tests/import',
    summary: 'Import tests from a file',
    permission: 'pipeline:update',
    content: 'refused',
    input: z.object({ pipelineId, tests: pipelineTestsSchema }),
    output: z.array(savedTestSchema),
    errors: ['WEB-10008', 'ACQ-TESTS-MANY'],
    changes: ['pipeline-test'],
    activity: { entity: 'pipeline', operation: 'update' },
  }),
  remove: operation({
    method: 'DELETE',
    path: '/pipelines/{pipelineId}/tests/{id}',
    summary: 'Delete a test from the draft',
    permission: 'pipeline:update',
    input: z.object({ pipelineId, id }),
    output: nothing,
    errors: ['WEB-10008', 'ACQ-NOT-FOUND'],
    changes: ['pipeline-test'],
    activity: { entity: 'pipeline', operation: 'update' },
  }),
  /** Runs the stored document of the version over the events of its tests, on a worker; nothing is written to a datasink. */
  run: operation({
    method: 'POST',
    path: '/pipelines/{pipelineId}/tests/run',
    summary: 'Run saved tests',
    permission: 'pipeline:read',
    content: 'refused',
    input: z.object({ pipelineId, version, ids: z.array(id).max(testsMax).optional() }),
    output: z.object({ results: z.array(testResultSchema) }),
    errors: ['WEB-10008', 'ACQ-NOT-FOUND', 'ACQ-WORKER-AWAY', 'ACQ-TOO-MANY'],
  }),
};
