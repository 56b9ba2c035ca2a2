import { useEffect } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { tellEditors } from '#lib/editors/told-editors.ts';
import { invalidateEntities } from '#lib/operations/use-operation.ts';
import { useStream } from '#lib/operations/use-stream.ts';
import { useFreshAfterGap } from './use-fresh-after-gap.ts';

/** Follows what changes in the organization, and who else edits what this window has open. */
export function useTenantChanges(client: QueryClient, enabled: boolean, sharedBy: string): void {
  const { state } = useStream(
    'pipelines:watchStatus',
    {},
    (told) => (told.entity === 'editors' ? tellEditors(told.editors, told.id) : void invalidateEntities(client, [told.entity])),
    { enabled, sharedBy },
  );
  const listening = state === 'live';
  useFreshAfterGap(client, listening);
  useEffect(() => {
    if (!listening) tellEditors([]);
  }, [listening]);
}
