import type { ReactNode } from 'react';
import type { Feature, Permission } from '@acequia/domain';
import { useMay, useSession } from '#lib/session/index.ts';
import { ForbiddenPage, LostPage } from '#app/state-pages.tsx';

/** Shows the page only to who may see it, and in tenants that have it. */
export function Guarded({
  permission,
  feature,
  children,
}: {
  readonly permission: Permission;
  readonly feature?: Feature;
  readonly children: ReactNode;
}) {
  const { features } = useSession();
  const allowed = useMay(permission);
  if (feature !== undefined && !features.includes(feature)) return <LostPage />;
  return allowed ? children : <ForbiddenPage />;
}
