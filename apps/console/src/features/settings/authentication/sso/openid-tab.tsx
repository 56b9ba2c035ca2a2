import { useOperation } from '#lib/operations/use-operation.ts';
import { ConfigPending } from './config-pending.tsx';
import { OpenIdForm } from './openid-form.tsx';
import type { SsoTabProps } from './sso-tab.ts';

/** OpenID Connect of the tenant, once it is read. */
export function OpenIdTab(props: SsoTabProps) {
  const { data, error, refetch } = useOperation('authOpenID:getConfig', {});
  return data ? <OpenIdForm key={data.id} config={data} {...props} /> : <ConfigPending error={error} onRetry={refetch} />;
}
