import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import type { Session, Tenant } from '@acequia/contract';
import { TooltipProvider } from '@acequia/ui';
import { useOperation } from '#lib/operations/use-operation.ts';

type Setting = ComponentType<{ readonly tenant: Tenant }>;

export const fakeTenant = (...settings: Tenant['settings']): Tenant => ({
  id: 't',
  slug: 't',
  name: 'T',
  members: 1,
  default: true,
  settings,
});

function Shown({ setting: Setting }: { readonly setting: Setting }) {
  const { data } = useOperation('tenants:find', { id: 't' });
  return data ? <Setting tenant={data} /> : null;
}

/** A setting of an organization as its page shows it: what the server says of the organization next is what it shows next. */
export function renderSetting(setting: Setting, tenant: Tenant, session?: Session): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  if (session) client.setQueryData(['auth:session', {}], session);
  client.setQueryData(['tenants:find', { id: 't' }], tenant);
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <Shown setting={setting} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}
