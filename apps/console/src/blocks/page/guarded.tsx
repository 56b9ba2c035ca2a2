import type { ReactNode } from 'react';
import type { Permission } from '@acequia/domain';
import { useMay } from '#lib/session/index.ts';
import { ForbiddenPage } from '#app/state-pages.tsx';

/** Shows the page only to who may see it. */
export function Guarded({ permission, children }: { readonly permission: Permission; readonly children: ReactNode }) {
  return useMay(permission) ? children : <ForbiddenPage />;
}
