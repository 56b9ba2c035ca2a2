import { useOperation } from '#lib/operations/use-operation.ts';
import { ConfigPending } from './config-pending.tsx';
import { SamlForm } from './saml-form.tsx';
import type { SsoTabProps } from './sso-tab.ts';

/** SAML of the tenant, once it is read. */
export function SamlTab(props: SsoTabProps) {
  const { data, error, refetch } = useOperation('authSaml:getConfig', {});
  return data ? <SamlForm key={data.id} config={data} {...props} /> : <ConfigPending error={error} onRetry={refetch} />;
}
