import { useEffect, useRef } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '@acequia/contract';

/** Forgets and asks again for everything that was read with other rights, as soon as the session's access map changes. */
export function useFreshRights(client: QueryClient, session: Session): void {
  const rights = `${session.user.TenantId} ${session.user.AccessMap.Roles.join()} ${session.user.AccessMap.Permissions.join()}`;
  const before = useRef(rights);
  useEffect(() => {
    if (before.current === rights) return;
    before.current = rights;
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth:session' });
  }, [client, rights]);
}
