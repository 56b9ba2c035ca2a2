import { expect, test } from 'vitest';
import { presentPipeline, type PipelineFacts } from './pipelines.present.ts';
import type { PipelineRow, VersionHead } from './pipelines.store.ts';

const row = { id: 'PL_1', createdAt: 100, updatedAt: 200, createdBy: 'ana', updatedBy: 'ana' } as unknown as PipelineRow;
const head = (pipelineId: string, updatedAt: number) =>
  ({ id: `PV_${updatedAt}`, pipelineId, version: 'Main', status: 'draft', createdAt: 100, updatedAt, updatedBy: 'berta' }) as VersionHead;
const facts = (...heads: readonly VersionHead[]) =>
  ({
    heads,
    references: [],
    names: (id: string) => id,
    statusOf: () => ({}),
    placements: { clustersOf: () => [], startOf: () => null, silent: new Set() },
  }) as unknown as PipelineFacts;

test('a pipeline was updated when one of its versions was, or itself if that was later; never by those of another', () => {
  expect(presentPipeline(row, facts(head('PL_1', 500), head('PL_2', 900)))).toMatchObject({
    createdAt: 100,
    updatedAt: 500,
    updatedBy: 'berta',
  });
  expect(presentPipeline(row, facts(head('PL_1', 150))).updatedAt).toBe(200);
});
