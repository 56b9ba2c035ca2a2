import { Outlet, useParams } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { PipelineEditorPage } from '#features/pipeline-editor/index.ts';
import { LostPage } from '#app/state-pages.tsx';

/** The editor of a version; without one in the address, the draft. */
export function PipelineRoute() {
  const { pipelineId, version } = useParams({ from: '/inside/pipelines/$pipelineId/{-$version}' });
  if (!pipelineId.startsWith('PL_')) return <LostPage />;
  return (
    <Guarded permission="pipeline:read">
      <PipelineEditorPage key={`${pipelineId}/${version ?? 'Main'}`} pipelineId={pipelineId} version={version ?? 'Main'}>
        <Outlet />
      </PipelineEditorPage>
    </Guarded>
  );
}
