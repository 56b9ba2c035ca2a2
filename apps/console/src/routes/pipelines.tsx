import { useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { PipelinesPage } from '#features/pipelines/index.ts';

export function PipelinesRoute() {
  const search = useSearch({ from: '/inside/pipelines' });
  return (
    <Guarded permission="pipeline:read">
      <PipelinesPage search={search} openId={search.tab} />
    </Guarded>
  );
}
