import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { TooltipProvider } from '@acequia/ui';
import type { Lookup, Secret, Session } from '@acequia/contract';
import { permissionsOf } from '@acequia/domain';
import { useState, type ReactNode } from 'react';
import { SessionContext } from '#lib/session/index.ts';

const preferences = {
  theme: 'dark',
  tableDensity: 'standard',
  language: 'en',
  timeZone: 'browser',
  shortcuts: true,
  tables: {},
  editor: {},
} as const;
const session: Session = {
  user: {
    Email: 'a@b.example',
    UID: 'u',
    UserName: 'A',
    TenantId: 't',
    AccessMap: { Roles: ['owner'], Permissions: [...permissionsOf('owner')] },
  },
  tenant: { id: 't', slug: 't', name: 'T' },
  via: 'password',
  hasPassword: true,
  step: null,
  trialEndsAt: null,
  features: [],
  preferences,
  expiresAt: 0,
};

/** What every form needs around it: an owner's session, without secrets and lookups unless some are given. */
export function AroundForm({
  children,
  secrets = [],
  lookups = [],
}: {
  readonly children: ReactNode;
  readonly secrets?: readonly Secret[];
  readonly lookups?: readonly Lookup[];
}) {
  const [client] = useState(() => {
    const made = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
    made.setQueryData(['auth:session', {}], session);
    made.setQueryData(['secrets:list', {}], secrets);
    made.setQueryData(['lookups:list', {}], lookups);
    return made;
  });
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <SessionContext value={session}>{children}</SessionContext>
      </TooltipProvider>
    </QueryClientProvider>
  );
}
