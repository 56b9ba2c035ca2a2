import type { Pipeline } from '@acequia/contract';
import type { TenantScope } from '../../tenant-scope.ts';
import type { PipelineTestsService } from '../pipeline-tests/pipeline-tests.service.ts';
import { draftVersion } from './pipelines.present.ts';
import type { PipelinesService } from './pipelines.service.ts';

/** Copies the draft, or what a new draft would begin with, and its tests into a new pipeline. Throws WEB-12006 when the name is taken. */
export async function duplicatePipeline(
  scope: TenantScope,
  { pipelines, tests }: { readonly pipelines: PipelinesService; readonly tests: PipelineTestsService },
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Pipeline> {
  scope.subject(name);
  const { description, tags } = await pipelines.find(scope, id);
  const { document } = await pipelines.getVersion(scope, id, draftVersion);
  const saved = await tests.list(scope, { pipelineId: id, version: draftVersion });
  const made = await pipelines.create(scope, { name, description, tags, document });
  if (saved.length > 0) await tests.import(scope, { pipelineId: made.id, tests: saved.map(({ test }) => test) });
  return made;
}
