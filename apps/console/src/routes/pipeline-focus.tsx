import { useParams } from '@tanstack/react-router';
import { LostPage } from '#app/state-pages.tsx';
import { Guarded } from '#blocks/page/guarded.tsx';
import { PipelineFocusPage } from '#features/pipeline-editor/index.ts';

export function PipelineFocusRoute() {
  const { pipelineId, versionId } = useParams({ from: '/inside/home/focus/$pipelineId/$versionId' });
  if (!pipelineId.startsWith('PL_')) return <LostPage />;
  return (
    <Guarded permission="pipeline:read">
      <PipelineFocusPage key={`${pipelineId}/${versionId}`} pipelineId={pipelineId} versionId={versionId} />
    </Guarded>
  );
}
