import type { ReactNode } from 'react';
import { Outlet, useParams, useSearch } from '@tanstack/react-router';
import type { Permission } from '@acequia/domain';
import { typeSearch } from '#app/search.ts';
import {
  EnrichmentCreatePage,
  EnrichmentEditPage,
  EnrichmentPathsContext,
  EnrichmentTypePage,
  overHome,
} from '#features/enrichments/index.ts';
import { OverHome } from './over-home.tsx';

function Over({ permission, children }: { readonly permission: Permission; readonly children: ReactNode }) {
  return (
    <OverHome of="enrichments" permission={permission}>
      <EnrichmentPathsContext value={overHome}>{children}</EnrichmentPathsContext>
    </OverHome>
  );
}

export function HomeEnrichmentTypeRoute() {
  return (
    <Over permission="lookup:create">
      <EnrichmentTypePage />
    </Over>
  );
}

export function HomeEnrichmentCreateRoute() {
  const { type } = typeSearch(useSearch({ strict: false }));
  return (
    <Over permission="lookup:create">
      <EnrichmentCreatePage type={type} />
    </Over>
  );
}

/** A new version and one of the versions open over it. */
export function HomeEnrichmentEditRoute() {
  const { lookupId } = useParams({ strict: false });
  return (
    <Over permission="listener:read">
      <EnrichmentEditPage id={lookupId ?? ''} />
      <Outlet />
    </Over>
  );
}
