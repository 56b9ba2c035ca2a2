import { Outlet, useParams, useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import {
  EnrichmentCreatePage,
  EnrichmentEditPage,
  EnrichmentsPage,
  EnrichmentTypePage,
  NewVersionDialog,
  VersionDrawer,
} from '#features/enrichments/index.ts';
import { typeSearch } from '#app/search.ts';
import { listSearch } from '#lib/list-search/list-search.ts';

/** Whoever may read listeners may open the area; what it shows asks for its own right. */
export function EnrichmentsRoute() {
  const search = listSearch(useSearch({ strict: false }));
  return (
    <Guarded permission="listener:read">
      <EnrichmentsPage search={search} />
    </Guarded>
  );
}

export function EnrichmentTypeRoute() {
  return (
    <Guarded permission="lookup:create">
      <EnrichmentTypePage />
    </Guarded>
  );
}

export function EnrichmentCreateRoute() {
  const { type } = typeSearch(useSearch({ strict: false }));
  return (
    <Guarded permission="lookup:create">
      <EnrichmentCreatePage type={type} />
    </Guarded>
  );
}

export function EnrichmentEditRoute() {
  const { lookupId } = useParams({ strict: false });
  return (
    <Guarded permission="listener:read">
      <EnrichmentEditPage id={lookupId ?? ''} />
      <Outlet />
    </Guarded>
  );
}

export function NewVersionRoute() {
  const { lookupId } = useParams({ strict: false });
  return (
    <Guarded permission="lookup:update">
      <NewVersionDialog lookupId={lookupId ?? ''} />
    </Guarded>
  );
}

export function VersionDetailRoute() {
  const { lookupId, version } = useParams({ strict: false });
  return <VersionDrawer lookupId={lookupId ?? ''} number={Number(version)} />;
}
