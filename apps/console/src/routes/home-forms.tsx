import { useCallback } from 'react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { DatasinkCreatePage, DatasinkEditPage } from '#features/datasinks/index.ts';
import { ListenerCreatePage, ListenerEditPage } from '#features/listeners/index.ts';
import { OverHome } from './over-home.tsx';

export function HomeListenerCreateRoute() {
  const { type } = useSearch({ from: '/inside/home/listeners/create' });
  const navigate = useNavigate();
  // A new listener has nothing to show at home: its own page says how to send the first event.
  const showReady = useCallback(
    ({ id }: { readonly id: string }) => void navigate({ to: '/listeners/$listenerId/ready', params: { listenerId: id } }),
    [navigate],
  );
  return (
    <OverHome of="listeners" permission="listener:create" onDone={showReady}>
      <ListenerCreatePage type={type} />
    </OverHome>
  );
}

export function HomeListenerEditRoute() {
  const { listenerId } = useParams({ from: '/inside/home/listeners/$listenerId/edit' });
  return (
    <OverHome of="listeners" permission="listener:read">
      <ListenerEditPage id={listenerId} />
    </OverHome>
  );
}

export function HomeDatasinkCreateRoute() {
  const { type } = useSearch({ from: '/inside/home/datasinks/create' });
  return (
    <OverHome of="datasinks" permission="datasink:create">
      <DatasinkCreatePage type={type} />
    </OverHome>
  );
}

export function HomeDatasinkEditRoute() {
  const { datasinkId } = useParams({ from: '/inside/home/datasinks/$datasinkId/edit' });
  return (
    <OverHome of="datasinks" permission="datasink:read">
      <DatasinkEditPage id={datasinkId} />
    </OverHome>
  );
}
