import { useState } from 'react';
import { ConfirmDialog, toast } from '@acequia/ui';
import type { SsoProvider } from '@acequia/domain';
import { ReauthenticateDialog } from '#blocks/mfa/reauthenticate-dialog.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { callOperation } from '#lib/operations/call.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { queryClient } from '#lib/operations/query-client.ts';
import { invalidateEntities } from '#lib/operations/use-operation.ts';
import { ssoTexts } from './texts.ts';

/** Turns single sign-on off, what was entered stays. */
async function turnOff(provider: SsoProvider): Promise<void> {
  if (provider === 'openid') {
    const { id, clientId, issuer, responseType, verifiesAddresses } = await callOperation('authOpenID:getConfig', {});
    const entered = { clientId, issuer, responseType, verifiesAddresses };
    await callOperation('authOpenID:updateConfig', { id: id ?? '', ...entered, enabled: false });
  } else {
    const { id, idpEntityId, ssoUrl, x509Certificates, nameIdFormat } = await callOperation('authSaml:getConfig', {});
    const entered = { idpEntityId, ssoUrl, x509Certificates, nameIdFormat };
    await callOperation('authSaml:updateConfig', { id: id ?? '', ...entered, enabled: false });
  }
  await invalidateEntities(queryClient, ['tenant']);
}

/** Asks, then resets; with an older login the password (or the provider) comes in between. */
export function ResetSso({ provider, onClose }: { readonly provider: SsoProvider; readonly onClose: () => void }) {
  const t = useTexts(ssoTexts);
  const [pending, setPending] = useState(false);
  const [stale, setStale] = useState(false);
  const reset = async () => {
    setPending(true);
    try {
      await turnOff(provider);
      toast({ title: t('resetDone'), tone: 'success' });
      onClose();
    } catch (caught) {
      const error = toOperationError(caught);
      setPending(false);
      if (error.code === 'WEB-11011') setStale(true);
      else {
        failureToast(t('resetFailed'), error);
        onClose();
      }
    }
  };
  const again = () => {
    setStale(false);
    void reset();
  };
  if (stale) return <ReauthenticateDialog onDone={again} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={t('resetTitle')}
      description={t('resetText')}
      confirm={t('reset')}
      cancel={t('cancel')}
      loading={pending}
      onConfirm={() => void reset()}
    />
  );
}
