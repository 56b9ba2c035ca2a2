import { useParams, useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import {
  ListenerCreatePage,
  ListenerEditPage,
  ListenerReadyPage,
  ListenerTypePage,
  ListenerVersionPage,
} from '#features/listeners/index.ts';

export function ListenerTypeRoute() {
  return (
    <Guarded permission="listener:create">
      <ListenerTypePage />
    </Guarded>
  );
}

export function ListenerCreateRoute() {
  const { type } = useSearch({ from: '/inside/listeners/create' });
  return (
    <Guarded permission="listener:create">
      <ListenerCreatePage type={type} />
    </Guarded>
  );
}

export function ListenerEditRoute() {
  const { listenerId } = useParams({ from: '/inside/listeners/$listenerId/edit' });
  return (
    <Guarded permission="listener:read">
      <ListenerEditPage id={listenerId} />
    </Guarded>
  );
}

export function ListenerReadyRoute() {
  const { listenerId } = useParams({ from: '/inside/listeners/$listenerId/ready' });
  return (
    <Guarded permission="listener:read">
      <ListenerReadyPage key={listenerId} id={listenerId} />
    </Guarded>
  );
}

export function ListenerNewVersionRoute() {
  const { listenerId } = useParams({ from: '/inside/listeners/$listenerId/edit/createNewVersion' });
  return (
    <Guarded permission="listener:update">
      <ListenerEditPage id={listenerId} />
    </Guarded>
  );
}

export function ListenerVersionRoute() {
  const { listenerId, version } = useParams({ from: '/inside/listeners/$listenerId/edit/$version/versionDetail' });
  return (
    <Guarded permission="listener:read">
      <ListenerVersionPage id={listenerId} number={Number(version)} />
    </Guarded>
  );
}
