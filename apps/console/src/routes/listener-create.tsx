import { useParams, useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { ListenerCreatePage, ListenerEditPage, ListenerReadyPage, ListenerTypePage } from '#features/listeners/index.ts';

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
