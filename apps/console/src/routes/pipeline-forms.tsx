import { useParams, useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { DatasinkCreatePage, DatasinkEditPage } from '#features/datasinks/index.ts';
import { ListenerCreatePage, ListenerEditPage } from '#features/listeners/index.ts';
import { FormOver } from '#features/pipeline-editor/index.ts';

export function EditListenerRoute() {
  const { nodeListenerId } = useParams({ from: '/inside/pipelines/$pipelineId/{-$version}/listener/$nodeListenerId/edit' });
  return (
    <FormOver of="listener">
      <Guarded permission="listener:read">
        <ListenerEditPage id={nodeListenerId} />
      </Guarded>
    </FormOver>
  );
}

export function CreateListenerRoute() {
  const { type } = useSearch({ from: '/inside/pipelines/$pipelineId/{-$version}/listener/create' });
  return (
    <FormOver of="listener" creates>
      <Guarded permission="listener:create">
        <ListenerCreatePage type={type} />
      </Guarded>
    </FormOver>
  );
}

export function EditDatasinkRoute() {
  const { nodeDatasinkId } = useParams({ from: '/inside/pipelines/$pipelineId/{-$version}/datasink/$nodeDatasinkId/edit' });
  return (
    <FormOver of="datasink">
      <Guarded permission="datasink:read">
        <DatasinkEditPage id={nodeDatasinkId} />
      </Guarded>
    </FormOver>
  );
}

export function CreateDatasinkRoute() {
  const { type } = useSearch({ from: '/inside/pipelines/$pipelineId/{-$version}/datasink/create' });
  return (
    <FormOver of="datasink" creates>
      <Guarded permission="datasink:create">
        <DatasinkCreatePage type={type} />
      </Guarded>
    </FormOver>
  );
}
