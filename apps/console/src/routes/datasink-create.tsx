import { useParams, useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { DatasinkCreatePage, DatasinkEditPage, DatasinkTypePage, DatasinkVersionPage } from '#features/datasinks/index.ts';

export function DatasinkTypeRoute() {
  return (
    <Guarded permission="datasink:create">
      <DatasinkTypePage />
    </Guarded>
  );
}

export function DatasinkCreateRoute() {
  const { type } = useSearch({ from: '/inside/datasinks/create' });
  return (
    <Guarded permission="datasink:create">
      <DatasinkCreatePage type={type} />
    </Guarded>
  );
}

export function DatasinkEditRoute() {
  const { datasinkId } = useParams({ from: '/inside/datasinks/$datasinkId/edit' });
  return (
    <Guarded permission="datasink:read">
      <DatasinkEditPage id={datasinkId} />
    </Guarded>
  );
}

export function DatasinkNewVersionRoute() {
  const { datasinkId } = useParams({ from: '/inside/datasinks/$datasinkId/edit/createNewVersion' });
  return (
    <Guarded permission="datasink:update">
      <DatasinkEditPage id={datasinkId} />
    </Guarded>
  );
}

export function DatasinkVersionRoute() {
  const { datasinkId, version } = useParams({ from: '/inside/datasinks/$datasinkId/edit/$version/versionDetail' });
  return (
    <Guarded permission="datasink:read">
      <DatasinkVersionPage id={datasinkId} number={Number(version)} />
    </Guarded>
  );
}
