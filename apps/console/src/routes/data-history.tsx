import { useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { DataHistoryPage } from '#features/data-history/index.ts';

export function DataHistoryRoute() {
  const { listener } = useSearch({ from: '/inside/datahistory' });
  return (
    <Guarded permission="listener:read">
      <DataHistoryPage chosen={listener} />
    </Guarded>
  );
}
