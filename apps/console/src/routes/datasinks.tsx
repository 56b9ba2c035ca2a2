import { useParams, useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { DatasinksPage } from '#features/datasinks/index.ts';
import { listSearch } from '#lib/list-search/list-search.ts';

export function DatasinksRoute() {
  const search = listSearch(useSearch({ strict: false }));
  const { datasinkId } = useParams({ strict: false });
  return (
    <Guarded permission="datasink:read">
      <DatasinksPage search={search} openId={datasinkId} />
    </Guarded>
  );
}
