import { useQuery } from '@tanstack/react-query';
import { use, createContext } from 'react';
import type { Session } from '@acequia/contract';
import type { Permission } from '@acequia/domain';
import { operationQuery } from '#lib/operations/use-operation.ts';

export const sessionQuery = { ...operationQuery('auth:session', {}), staleTime: 60_000 };

export const SessionContext = createContext<Session | undefined>(undefined);

/** The logged-in user, tenant, permissions and preferences. Only inside the protected part. */
export function useSession(): Session {
  const first = use(SessionContext);
  const { data } = useQuery(sessionQuery);
  const session = data ?? first;
  if (!session) throw new Error('useSession needs a session around it');
  return session;
}

/** Whether the user's role may do this. The server decides again. */
export const may = (session: Session, permission: Permission): boolean => session.user.AccessMap.Permissions.includes(permission);

export function useMay(permission: Permission): boolean {
  return may(useSession(), permission);
}
