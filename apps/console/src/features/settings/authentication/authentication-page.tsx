import { Skeleton } from '@acequia/ui';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useSession } from '#lib/session/index.ts';
import { TenantSso } from './sso/tenant-sso.tsx';
import { TenantContent } from './tenant-content.tsx';
import { TenantMfa } from './tenant-mfa.tsx';

/** How members of the tenant log in (second factor and single sign-on, of which one rules the other out), and what viewers see. */
export function AuthenticationPage() {
  const session = useSession();
  const { data: tenant } = useOperation('tenants:find', { id: session.tenant.id });
  if (!tenant)
    return (
      <div className="max-w-[640px] flex flex-col gap-4 pt-2" aria-busy>
        <Skeleton height={96} />
        <Skeleton height={96} />
      </div>
    );
  return (
    <div className="max-w-[640px] flex flex-col gap-6 pt-2">
      <TenantMfa tenant={tenant} />
      <TenantSso tenant={tenant} />
      <TenantContent tenant={tenant} />
    </div>
  );
}
