import { Guarded } from '#blocks/page/guarded.tsx';
import { EmptyEditor } from '#features/pipeline-editor/index.ts';
import { PipelineCreateDialog } from '#features/pipelines/index.ts';

export function PipelineCreateRoute() {
  return (
    <Guarded permission="pipeline:create">
      <EmptyEditor>
        <PipelineCreateDialog />
      </EmptyEditor>
    </Guarded>
  );
}
