import { useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { AlertsPage } from '#features/alerts/index.ts';
import { alertSearch } from '#lib/alert-search/alert-search.ts';

export function AlertsRoute() {
  return (
    <Guarded permission="alert:read" feature="alerts">
      <AlertsPage search={alertSearch(useSearch({ strict: false }))} />
    </Guarded>
  );
}
