import { useEffect } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { followTenant, loginFailed, sessionOver } from '#lib/operations/session-over.ts';
import type { StreamItem } from '#lib/operations/listen.ts';
import { useStream } from '#lib/operations/use-stream.ts';
import { sessionQuery } from '#lib/session/index.ts';

type Told = StreamItem<'auth:onIdentityProviderTokenChange'>;

/** Follows what becomes of the login (specification 4): rights, tenant, second factor, end. */
export function useSessionEvents(client: QueryClient, sharedBy: string): void {
  const { state } = useStream('auth:onIdentityProviderTokenChange', {}, (told) => follow(client, told), { sharedBy });
  const refused = state === 'refused';
  useEffect(() => {
    if (!refused) return;
    client.clear();
    loginFailed();
  }, [client, refused]);
}

function follow(client: QueryClient, { event, session, reason }: Told): void {
  switch (event) {
    case 'loggedIn':
      // A new login in another window may be somebody else's.
      if (session && client.getQueryData(sessionQuery.queryKey)?.user.UID !== session.user.UID) followTenant();
      else if (session) client.setQueryData(sessionQuery.queryKey, session);
      return;
    case 'changeTenant':
      followTenant();
      return;
    // The login page asks for the step that is missing.
    case 'mfaTriggered':
    case 'tenantMfaActivation':
      sessionOver({ code: 'AUTH.MFA_STEP' });
      return;
    case 'notLogged':
      sessionOver({ code: 'AUTH.EXPIRED', fields: { reason: reason ?? 'ended' } });
  }
}
