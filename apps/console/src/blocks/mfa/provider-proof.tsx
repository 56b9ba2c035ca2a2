import { useState } from 'react';
import { Button } from '@acequia/ui';
import { ssoProviders } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { callOperation } from '#lib/operations/call.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useSession } from '#lib/session/index.ts';
import { mfaTexts } from './texts.ts';

/** Where the tenant logs in with an identity provider, that one proves again who one is; it leads back to this page. */
export function ProviderProof() {
  const t = useTexts(mfaTexts);
  const { tenant } = useSession();
  const { data } = useOperation('tenants:find', { id: tenant.id });
  const [pending, setPending] = useState(false);
  const setting = data?.settings.find(({ settingType }) => settingType === 'SSO');
  const provider = ssoProviders.find((each) => setting?.settingType === 'SSO' && setting.value.state === each);
  if (provider === undefined) return null;
  const leave = async () => {
    setPending(true);
    try {
      const target = window.location.pathname + window.location.search;
      const { path } = await callOperation('auth:reauthenticateWithProvider', { provider, tenantSlug: tenant.slug, target });
      window.location.assign(path);
    } catch (caught) {
      setPending(false);
      failureToast(t('reauthenticate'), toOperationError(caught));
    }
  };
  return (
    <Button variant="ghost" className="w-full mt-3" loading={pending} onClick={() => void leave()}>
      {t('withProvider')}
    </Button>
  );
}
