import { useParams, useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { ListenersPage } from '#features/listeners/index.ts';
import { listSearch } from '#lib/list-search/list-search.ts';

export function ListenersRoute() {
  const search = listSearch(useSearch({ strict: false }));
  const { listenerId } = useParams({ strict: false });
  return (
    <Guarded permission="listener:read">
      <ListenersPage search={search} openId={listenerId} />
    </Guarded>
  );
}
